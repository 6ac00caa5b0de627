package web

import (
	"context"
	"html/template"
	"net/http"
	"net/url"

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
}

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
	v, err := s.invited(ctx, i, q.Get("table"))
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
	v, err := s.invited(ctx, *st.Invitation, r.URL.Query().Get("table"))
	return "invitation", v, err
}
