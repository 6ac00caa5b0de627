package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// An action changes something, as its form says; table is the ID of the table that it is about,
// "" for none.
type action func(ctx context.Context, table string, form url.Values) (answer, error)

// actions registers everything that changes something. Each action takes a form.
func (s *site) actions(mux *http.ServeMux) {
	for path, do := range map[string]action{
		"/new":                    s.host,
		"/connect":                s.does(shown.ActConnect),
		"/learn":                  s.learn,
		"/invite":                 s.invite,
		"/far":                    s.far,
		"/trust":                  s.does(shown.ActTrust),
		"/table/{table}/join":     s.joinOnceFound,
		"/table/{table}/play":     s.play,
		"/table/{table}/try":      s.try,
		"/table/{table}/why":      s.why,
		"/table/{table}/reading":  s.reading,
		"/table/{table}/stranger": s.stranger,
		"/table/{table}/again":    s.again,
	} {
		acts(mux, path, do)
	}
	for _, act := range acted {
		acts(mux, "/table/{table}/"+string(act), s.does(act))
	}
}

// acts does an action for what is posted to a path.
func acts(mux *http.ServeMux, path string, do action) {
	mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), patient)
		defer cancel()
		if err := r.ParseForm(); err != nil {
			reply(w, http.StatusBadRequest, answer{Say: "The page has sent what cannot be read.", Error: true})
			return
		}
		a, err := do(ctx, r.PathValue("table"), r.PostForm)
		if err != nil {
			refuse(w, err)
			return
		}
		reply(w, http.StatusOK, a)
	})
}

const toLobby, toTable = "/", "table/"

func (s *site) host(ctx context.Context, _ string, q url.Values) (answer, error) {
	r, err := fillForm(q, 0, false).Request()
	if err != nil {
		return answer{}, api.Fail(api.ReasonBadTerms, api.Data{Detail: api.Plain(err.Error())})
	}
	done, err := shown.Deed{Act: shown.ActHost, With: shown.With{Terms: r}}.Do(ctx, s.client)
	return answer{Go: toTable + done.Await, Await: done.Await}, err
}

const (
	findTime  = 10 * time.Second       // for a node that has just started to find the table of an invitation
	findAgain = 800 * time.Millisecond // between two looks while no other node comes
)

// unseen are the reasons for which a table may still be found.
var unseen = []api.Reason{api.ReasonNoTable, api.ReasonNoTables, api.ReasonNoOpenTable, api.ReasonHostSilent}

// joinOnceFound is join. If the page says that it was led to the table, and so may have come before
// its node has met the others, it looks for the table again whenever one of them comes.
func (s *site) joinOnceFound(ctx context.Context, table string, q url.Values) (a answer, err error) {
	if !q.Has("wait") {
		return s.join(ctx, table, q)
	}
	looks, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	came := make(chan struct{}, 1)
	go s.client.Events(looks, 0, func(e api.Event) error { //nolint:errcheck // without events there is findAgain
		if e.Kind == api.EventPeer {
			select {
			case came <- struct{}{}:
			default:
			}
		}
		return nil
	})
	for {
		if a, err = s.join(ctx, table, q); !slices.Contains(unseen, api.ErrorIn(err).Reason) {
			return a, err
		}
		select {
		case <-came:
		case <-time.After(findAgain):
		case <-looks.Done():
			return a, err
		}
	}
}

// join sits down at a table, or returns to one at which this node sits already, because an
// invitation may be opened again. If the table is full, join asks for a seat there or looks on,
// whichever is allowed.
func (s *site) join(ctx context.Context, table string, q url.Values) (answer, error) {
	if q.Has("seat") {
		return s.ask(ctx, table, q)
	}
	if t, err := s.at(table).Table(ctx, table); err == nil {
		return answer{Go: toTable + t.ID}, nil
	}
	done, err := shown.Deed{Act: shown.ActJoin, With: shown.With{Table: table, Code: q.Get("code")}}.Do(ctx, s.client)
	if why := api.ErrorIn(err).Reason; why == api.ReasonTableFull || why == api.ReasonNoOpenTable { // the game has begun already
		if a, ok := s.atDoor(ctx, table, q.Get("code")); ok {
			return a, nil
		}
	}
	if api.ErrorIn(err).Reason == api.ReasonTableFull {
		if a, failed := s.does(shown.ActWatch)(ctx, table, nil); failed == nil {
			a.Say = "The table is full: you look on."
			return a, nil
		}
	}
	return answer{Go: toTable + done.Await, Await: done.Await}, err
}

// play makes a move at the step that the player has seen, and at no other.
func (s *site) play(ctx context.Context, table string, q url.Values) (answer, error) {
	step, err := strconv.ParseUint(q.Get("step"), 10, 64)
	if err != nil {
		return playedAnswer(table), s.at(table).Play(ctx, table, q.Get("move"))
	}
	return playedAnswer(table), s.at(table).Play(ctx, table, q.Get("move"), step)
}

// playedAnswer answers a move that was made. The stream shows what has come of it; a lesson has no
// stream, so the page asks for its table again.
func playedAnswer(table string) answer {
	if table == learn.Table {
		return answer{Go: toTable + table}
	}
	return answer{}
}

// try plays cards for which no move is listed, or says why not.
func (s *site) try(ctx context.Context, table string, q url.Values) (answer, error) {
	return s.attempt(ctx, table, q, false, nil)
}

// why says why no move uses some cards. It does not try verbs of which not all legal moves are
// listed, because such a move might be legal.
func (s *site) why(ctx context.Context, table string, q url.Values) (answer, error) {
	t, err := s.at(table).Table(ctx, table)
	if err != nil {
		return answer{}, err
	}
	rs, err := games.Find(t.Game)
	if err != nil {
		return answer{}, err
	}
	return s.attempt(ctx, table, q, true, rs.BestOnly)
}

// attempt tries moves with cards for which none is listed, except those that begin with a verb
// in but. If only is set, it tries none once a move with these cards is listed, because it must
// not change anything.
func (s *site) attempt(ctx context.Context, table string, q url.Values, only bool, but []string) (answer, error) {
	t, err := s.at(table).Table(ctx, table)
	if err != nil {
		return answer{}, err
	}
	moves, err := s.at(table).Moves(ctx, table)
	if err != nil {
		return answer{}, err
	}
	var chosen []card.Card
	for _, text := range q["card"] {
		if c, err := card.Parse(text); err == nil {
			chosen = append(chosen, c)
		}
	}
	hand, _ := shown.HandOf(t, t.Seat)
	all := shown.Choices(moves.Moves, shown.Cards(hand))
	if only && len(shown.Fitting(all, chosen)) > 0 {
		return answer{}, nil // a move with them is listed by now
	}
	var whys []string
	for _, move := range shown.Attempts(all, chosen) {
		if verb, _, _ := strings.Cut(move, " "); slices.Contains(but, verb) {
			continue
		}
		err := s.at(table).Play(ctx, table, move, t.Step)
		if api.ErrorIn(err).Reason != api.ReasonIllegal {
			return playedAnswer(table), err
		}
		if why := illegal(err); !slices.Contains(whys, why) {
			whys = append(whys, why)
		}
	}
	if len(whys) == 0 {
		return answer{Say: "No legal move uses these cards.", Error: true}, nil
	}
	return answer{Say: strings.Join(whys, " "), Error: true}, nil
}

// illegal returns the reason of the rules against a move, in words.
func illegal(err error) string {
	return say.Printed(say.Full(card.Spelled(strings.TrimPrefix(reason(err), rules.ErrIllegal.Error()+": "))))
}

// reading tells the others that the player reads the result of a hand, or has read it. Nobody
// waits at the table of a lesson.
func (s *site) reading(ctx context.Context, table string, q url.Values) (answer, error) {
	hand, err := strconv.Atoi(q.Get("hand"))
	if err != nil || table == learn.Table {
		return answer{}, nil
	}
	return answer{}, s.client.Reading(ctx, table, hand, q.Has("done"))
}

// hint answers with the move that the strongest computer player would make, and why. The list
// of moves may lack it, if there are many that are alike.
func (s *site) hint(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patient)
	defer cancel()
	id := r.PathValue("table")
	t, err := s.at(id).Table(ctx, id)
	h := api.HintAnswer{}
	if err == nil {
		h, err = s.at(id).Hint(ctx, id)
	}
	if err != nil {
		refuse(w, err)
		return
	}
	a := answer{Say: say.Printed(say.Full(card.Spelled(h.Why))), Move: h.Move}
	if t.View != nil {
		z, _ := shown.HandOf(t, t.Seat)
		own := shown.Cards(z)
		c := shown.Choice{Text: h.Move, Cards: shown.UsedBy(h.Move, own)}
		html, _ := render("move", newMove(-1, t, c, shown.Final(c, many, len(own), piles(t))))
		a.Item = template.HTML(html)
	}
	reply(w, http.StatusOK, a)
}
