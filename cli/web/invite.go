package web

import (
	"context"
	"html/template"
	"net/url"

	"fives/p2p/control"
)

// Invited is an invitation as its host shows it to guests.
type Invited struct {
	Address     string        // "" if there is none
	Others      []string      // those on other networks of this machine, and through tunnels
	ByName      string        // the same by the node's name, which is the same another day
	Code        template.HTML // its QR code, as SVG
	Fingerprint string        // of the node
	Page        string        // hash of the code of the page to play on, "" if there is none
	Problem     string        // why guests may not get there, "" if they do
	Table       bool          // it leads to a table
}

// invite lets guests in and shows the way, or ends that.
func (s *site) invite(ctx context.Context, _ string, q url.Values) (answer, error) {
	if q.Has("off") {
		_, err := s.client.Invite(ctx, control.InviteRequest{Off: true})
		return answer{Say: "Nobody is invited any more.", Go: toLobby}, err
	}
	if s.invited == nil {
		return answer{}, control.Fail(control.ReasonCannotInvite, control.Data{Detail: "only the page of fives open invites guests"})
	}
	i, err := s.invited(ctx, q.Get("table"))
	if err != nil {
		return answer{}, err
	}
	html, err := rendered("invitation", i)
	return answer{Sheet: template.HTML(html)}, err
}
