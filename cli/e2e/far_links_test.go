//go:build linux

package e2e

import (
	"errors"
	"testing"
	"time"

	"fives/p2p/api"
)

// TestFarLinks: one's own link leads to ana from her own Wi-Fi, too, and is no use to herself. A
// link that was used is tried again after restarts of either side, however they ended, until it is
// taken back: then both sides read so, and it is not tried again.
func TestFarLinks(t *testing.T) {
	s := distances[1].apart(t)
	s.start(s.all...)
	s.invites(api.FarRequest{Address: anaOutside})
	if a, err := s.connects(s.bob); err != nil || a.Peer.Name != "ana" {
		t.Errorf("bob, in the same Wi-Fi, uses the link: %+v, %v", a, err)
	}
	if _, err := s.connects(s.ana); !because(err, api.ReasonLinkOwn) {
		t.Errorf("ana uses her own link: %v", err)
	}
	if a, err := s.connects(s.cyd); err != nil || a.Peer.Name != "ana" || !a.Kept {
		t.Fatalf("cyd uses the link: %+v, %v", a, err)
	}
	for _, d := range []*daemon{s.ana, s.cyd} {
		d.kill()
		d.start()
		begin := time.Now()
		eventually(t, "cyd is back after a restart of "+d.name, func() bool { return s.cyd.sees("ana") && s.ana.sees("cyd") })
		t.Logf("after a restart of %s they are connected %v after it answers", d.name, time.Since(begin).Round(10*time.Millisecond))
	}
	old := s.link
	s.invites(api.FarRequest{New: true})
	if s.link == old {
		t.Fatal("the new link is the old one")
	}
	eventually(t, "cyd reads that the link was taken back", func() bool {
		l := s.cyd.status().Links
		return len(l) == 1 && !l[0].Connected && l[0].Failed == api.ReasonLinkOld
	})
	if o := s.ana.status().Outside; o == nil || o.Old.Count != 1 || o.In != 0 {
		t.Errorf("ana reads %+v", o)
	}
	s.link, old = old, s.link
	if _, err := s.connects(s.dan); !because(err, api.ReasonLinkOld) {
		t.Errorf("dan uses the old link: %v", err)
	}
	s.link = old
	if a, err := s.connects(s.dan); err != nil || a.Peer.Name != "ana" {
		t.Errorf("dan uses the new link: %+v, %v", a, err)
	}
	eventually(t, "ana reads that dan came, once she has heard his name, and who came in vain", func() bool {
		o := s.ana.status().Outside
		return o != nil && o.Old.Count == 2 && o.Came.Name == "dan" && o.In == 1
	})
	s.ana.stop()
	if _, err := s.connects(s.cyd); !because(err, api.ReasonLinkSilent) {
		t.Errorf("cyd, while ana is off: %v", err)
	}
}

// because reports whether an error has a reason.
func because(err error, r api.Reason) bool {
	var told *api.Error
	return errors.As(err, &told) && told.Reason == r
}
