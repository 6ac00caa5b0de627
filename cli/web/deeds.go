package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// acted are the acts that a page does by a request of their own.
var acted = []shown.Act{
	shown.ActWatch, shown.ActBegin, shown.ActSendAway, shown.ActLeave, shown.ActForget, shown.ActSay, shown.ActCover,
	shown.ActContinue, shown.ActRematch, shown.ActAdmit, shown.ActGive, shown.ActAgree,
}

// does makes the action of an act: with what it is done, the form says.
func (s *site) does(act shown.Act) action {
	return func(ctx context.Context, table string, q url.Values) (answer, error) {
		done, err := shown.Deed{Act: act, With: shown.WithForm(table, q)}.Do(ctx, s.at(table))
		a := answerOf(done)
		if act == shown.ActGive || act == shown.ActAgree && !q.Has("later") {
			a.Go = toTable + table // a sheet may lie over it
		}
		return a, err
	}
}

// answerOf says what has come of a deed, and where to go. A table that is waited for has a page of its
// own, which says how it stands.
func answerOf(d shown.Done) answer {
	a := answer{Say: say.Sentence(d.Says), Await: d.Await}
	switch {
	case d.Ask != nil:
		a.Ask, a.Answers = asks(d.Ask), verbs(d.Ask)
	case d.Go != "":
		a.Go = toTable + d.Go
	case d.Lobby:
		a.Go = toLobby
	}
	return a
}

// asks writes the question of a sheet in one line.
func asks(s *shown.Sheet) string { return strings.Join(s.Says, " ") }

// verbs are the answers to it: to do it, and not to. To do it is good if it takes nothing from anybody.
func verbs(s *shown.Sheet) string {
	text := say.Capital(s.Choices[0].Label) + "," + say.Capital(s.No)
	if s.Choices[0].Act == shown.ActBegin {
		text += ",good"
	}
	return text
}

// A button is a deed as a page draws it.
type button struct {
	shown.Deed
	Class string
	About string // what only a screen reader says after the label
}

// drawn makes a button of a deed.
func drawn(class, about string, d shown.Deed) button { return button{d, class, about} }

// posted returns where a deed is done.
func posted(d shown.Deed) string {
	if d.With.Table == "" || d.Act == shown.ActInvite {
		return "/" + string(d.Act)
	}
	return "/table/" + d.With.Table + "/" + string(d.Act)
}

// filled writes with what a deed is done, as a form has it.
func filled(d shown.Deed) string {
	if d.Act == shown.ActInvite && !d.With.Not {
		return url.Values{"table": {d.With.Table}}.Encode()
	}
	return d.With.Form().Encode()
}

// hidden lists the same for fields that nobody fills in.
func hidden(d shown.Deed) (list [][2]string) {
	q, _ := url.ParseQuery(filled(d))
	for name, values := range q {
		for _, v := range values {
			list = append(list, [2]string{name, v})
		}
	}
	return list
}

// overlaid returns the page over the screen on which a deed is chosen, "" if a button does it.
func overlaid(d shown.Deed) string {
	switch {
	case d.Act == shown.ActGive && d.With.To == "", d.Act == shown.ActJoin && d.Ask != nil:
		return "/table/" + d.With.Table + "/seats"
	case d.Act == shown.ActLookBack:
		return "/table/" + d.With.Table + "/lesson?" + filled(d)
	case d.Act == shown.ActContinue && d.Ask != nil && !d.With.Called:
		return "/table/" + d.With.Table + "/onward"
	}
	return ""
}

// trusts returns the deed that accepts the key of a warning, if there is one.
func trusts(w api.Warning) []shown.Deed { return shown.Trusts([]api.Warning{w}) }

// onward asks before the others are called to go on.
func (s *site) onward(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.at(r.PathValue("table")).Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	d, ok := shown.Find(shown.Deeds(t), shown.ActContinue)
	if !ok || d.Ask == nil {
		return "sheet", shown.Sheet{Title: "Go on", Says: []string{"Nobody is missing."}, No: "back"}, nil
	}
	return "sheet", *d.Ask, nil
}

// big asks whether a table is shown on the big screens that are here now.
func (s *site) big(ctx context.Context, r *http.Request) (string, any, error) {
	t, err := s.client.Table(ctx, r.PathValue("table"))
	if err != nil {
		return "", nil, err
	}
	if _, err := s.client.Tables(ctx); err != nil { // all nodes that are here say whether they are one
		return "", nil, err
	}
	peers, err := s.client.Peers(ctx)
	if sheet, ok := shown.BigScreen(t, peers); ok {
		return "sheet", sheet, err
	}
	return "nothing", nil, err
}

// who says who sits at the table of a row, or its terms.
func who(r shown.Row) string {
	if r.Mine != nil {
		return r.Who
	}
	return say.Capital(r.Who)
}

// inRow returns the deeds of a row that have a button there.
func inRow(r shown.Row) []shown.Deed {
	return slices.DeleteFunc(shown.Offered(r.Deeds), func(d shown.Deed) bool {
		return d.Act == shown.ActTrust || d.Act == shown.ActSay || d.Act == shown.ActInvite || d.Act == shown.ActJoin && (d.Ask != nil || len(d.Fields) > 1)
	})
}

// fieldLabel is what a field of a deed is called in a page.
func fieldLabel(f shown.Field) string { return say.Capital(cmp.Or(f.Short, f.Label)) }
