package discovery

import (
	"errors"
	"log/slog"
	"testing"

	"fives/p2p/api"
	"fives/p2p/discovery/netnstest"
)

// TestStarting: before the first question has an outcome, an interface neither works nor
// fails; it is starting.
func TestStarting(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	s := &Service{cfg: Config{Ifaces: []string{"lo"}, Log: slog.New(slog.DiscardHandler)}, asked: make(map[outlet]error), table: newPeerList()}
	s.refresh()
	defer s.closeResponders()
	code := func() (codes []api.WarningCode) {
		for _, p := range s.Status()[0].Problems {
			codes = append(codes, p.Code)
		}
		return codes
	}
	if got := code(); len(got) != 1 || got[0] != api.WarnStarting {
		t.Errorf("at the start %v", got)
	}
	link := s.responders[0].link
	for _, f := range link.families() {
		s.take(answer{link: link, fam: f, err: errors.New("no route")})
	}
	if got := code(); len(got) != len(link.families()) || got[0] != api.WarnNotAsked {
		t.Errorf("after an error %v", got)
	}
	s.take(answer{link: link, fam: link.families()[0]})
	if !s.Status()[0].Asking {
		t.Error("an answered question is not seen")
	}
}
