package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"time"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// Invited is an invitation as its host shows it to guests.
type Invited struct {
	Address     string        // "" if there is none
	Others      []string      // addresses on other networks of this machine, and through tunnels
	ByName      string        // the address by the node's name, which stays the same
	Code        template.HTML // its QR code, as SVG
	Fingerprint string        // of the node
	Page        string        // hash of the code of the page to play on, "" if there is none
	Problem     string        // why guests may not get there, "" if they should
	Table       string        // the table to which it leads, "" for the lobby
	Link        string        // where the link for friends elsewhere leads that is out, "" for none
}

// Coding draws a text as a QR code, "" if it is too long.
type Coding func(text string) template.HTML

// Inviting makes what guests are shown out of an invitation that is on.
type Inviting func(ctx context.Context, i api.Invitation, table string) (Invited, error)

// invite lets guests in and shows them the way, or ends that.
func (s *site) invite(ctx context.Context, _ string, q url.Values) (answer, error) {
	if q.Has("not") {
		return s.does(shown.ActInvite)(ctx, "", q)
	}
	if s.invited == nil {
		return answer{}, api.Fail(api.ReasonCannotInvite, api.Data{Detail: "only the page of fives open invites guests"})
	}
	i, err := s.client.Invite(ctx, api.InviteRequest{})
	if err != nil {
		return answer{}, err
	}
	st, err := s.client.Status(ctx)
	if err != nil {
		return answer{}, err
	}
	v, err := s.inviting(ctx, i, st, q)
	if err != nil {
		return answer{}, err
	}
	html, err := render("invitation", v)
	return answer{Sheet: template.HTML(html)}, err
}

// invitation shows the invitation that is on, with the addresses of the network as it is now.
// Looking at it never begins one, even if the one on the screen has been ended meanwhile.
func (s *site) invitation(ctx context.Context, r *http.Request) (string, any, error) {
	st, err := s.client.Status(ctx)
	if err != nil {
		return "", nil, err
	}
	if st.Invitation == nil || s.invited == nil {
		return "sheet", shown.NobodyInvited, nil
	}
	v, err := s.inviting(ctx, *st.Invitation, st, r.URL.Query())
	return "invitation", v, err
}

// inviting makes what the sheet of an invitation shows.
func (s *site) inviting(ctx context.Context, i api.Invitation, st api.Status, q url.Values) (Invited, error) {
	v, err := s.invited(ctx, i, q.Get("table"))
	if st.Outside != nil {
		v.Link = st.Outside.Address
	}
	return v, err
}

// A farPage is the link for friends elsewhere.
type farPage struct {
	api.FarInvitation
	Line  string        // to send
	Code  template.HTML // its QR code, as SVG
	Says  []string      // how it stands
	Deeds []shown.Deed
}

// far lets friends from elsewhere in, and shows the link, or ends that. Only this shows it, and only for a
// request that a tap makes.
func (s *site) far(ctx context.Context, _ string, q url.Values) (answer, error) {
	if s.invited == nil {
		return answer{}, api.Fail(api.ReasonCannotInvite, api.Data{Detail: "only the page of fives open invites guests"})
	}
	done, err := shown.Deed{Act: shown.ActFar, With: shown.WithForm("", q)}.Do(ctx, s.client)
	if err != nil {
		return answer{}, err
	}
	i := done.Data.(api.FarInvitation)
	p := farPage{FarInvitation: i, Line: say.LinkLine(i.Link), Deeds: shown.FarDeeds()}
	if s.code != nil {
		p.Code = s.code(p.Line)
	}
	for _, line := range append(say.Reached(i.Outside), say.Outside(&i.Outside, time.Now())...) {
		p.Says = append(p.Says, say.Sentence(line))
	}
	html, err := render("far", p)
	return answer{Sheet: template.HTML(html)}, err
}
