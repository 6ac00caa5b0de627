package node

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
)

// warns reports whether one of the warnings is about a key.
func warns(list []api.Warning, key record.Key) bool {
	return slices.ContainsFunc(list, func(w api.Warning) bool { return w.Fingerprint == record.Fingerprint(key) })
}

// People are warned everywhere of a stranger with a known name, even after a game with them and a restart, until they accept the key;
// and also of one whose name only looks like a known one.
func TestStrangerUnderAKnownName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ben", "b\u0435n"} {
		t.Run(name, func(t *testing.T) { strangerCalled(t, name) })
	}
}

func strangerCalled(t *testing.T, name string) {
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	ben, stopBen := startStoppable(t, t.TempDir(), "ben", addr(ana))
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{}); return err == nil })
	eventually(t, "they play", func() bool { v, err := ana.Table(""); return err == nil && v.Turn != "" })
	if mine := ana.Mine().Mine; len(mine) != 1 || len(mine[0].Warnings) != 0 || len(ana.doubtedClaims()) != 0 {
		t.Fatalf("ben himself: %v", mine)
	}
	stopBen()
	eve := startNode(t, name, addr(ana))
	peers := func() (list []api.Warning) {
		for _, p := range ana.Peers() {
			list = append(list, p.Warning)
		}
		return list
	}
	eventually(t, "the peers warn", func() bool { return warns(peers(), eve.self) })
	offer, err := eve.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	var joined api.Offer
	eventually(t, "ana joins", func() bool {
		joined, err = ana.Join(ctx, api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	if !warns(joined.Warnings, eve.self) {
		t.Errorf("the join does not warn: %+v", joined.Warnings)
	}
	warned := func() bool {
		v, err := ana.Table(offer.ID)
		mine := ana.Mine().Mine
		return err == nil && warns(v.Warnings, eve.self) && v.Seats[0].Warning.Code != "" && v.Seats[1].Warning.Code == "" &&
			slices.ContainsFunc(mine, func(s api.Summary) bool { return s.ID == offer.ID && warns(s.Warnings, eve.self) })
	}
	eventually(t, "the table warns", warned)
	eventually(t, "the event stream warns", func() bool {
		evs, _ := ana.events.After(0)
		return slices.ContainsFunc(evs, func(e api.Event) bool {
			return e.Kind == api.EventWarning && e.Table == offer.ID && e.Warning.Fingerprint == record.Fingerprint(eve.self)
		})
	})
	stop()
	ana, _ = startStoppable(t, home, "ana", addr(eve))
	if !warned() {
		t.Error("after a restart the table does not warn")
	}
	eventually(t, "the peers warn after a restart", func() bool { return warns(peers(), eve.self) })

	if _, err := ana.Trust("zoe"); err == nil {
		t.Error("nobody is called zoe")
	}
	if got, err := ana.Trust(name); err != nil || got.Fingerprint != record.Fingerprint(eve.self) || !slices.Equal(got.Names, []string{name}) {
		t.Fatalf("trusted %v: %v", got, err)
	}
	if warned() || warns(peers(), eve.self) || len(ana.doubtedClaims()) != 0 {
		t.Error("the key is accepted, and there are warnings")
	}
}

// A name that two new keys claim is accepted for neither; a fingerprint is.
func TestTrustOneOfTwo(t *testing.T) {
	ana := startNode(t, "ana")
	if err := ana.book.Trust("ben", record.Key{1}); err != nil {
		t.Fatal(err)
	}
	one, two := startNode(t, "ben", addr(ana)), startNode(t, "ben", addr(ana))
	eventually(t, "both are here", func() bool { return len(ana.doubtedClaims()) == 2 })
	var said *api.Error
	if _, err := ana.Trust("ben"); !errors.As(err, &said) || said.Code != api.CodeAmbiguous || len(said.Candidates) != 2 {
		t.Errorf("one of two: %v", err)
	}
	if _, err := ana.Trust(record.Fingerprint(one.self)); err != nil {
		t.Error(err)
	}
	if left := ana.doubtedClaims(); len(left) != 1 || left[0].Key != two.self {
		t.Errorf("left: %v", left)
	}
}

// TestGuestsNames: a guest's key is one of an invitation, so the next one under the same name is no news. That of a program is.
func TestGuestsNames(t *testing.T) {
	ana, ben, _, _ := withGuest(t, t.TempDir(), &shown{})
	if ana.book.Knows("ben", ben.self) {
		t.Error("a guest's key is remembered")
	}
	other := startNode(t, "ben", addr(ana))
	eventually(t, "another ben", func() bool {
		return slices.ContainsFunc(ana.Peers(), func(p api.Peer) bool { return p.Name == "ben" && !p.Guest })
	})
	if w := ana.book.Doubt("ben", other.self); w.Code != "" {
		t.Errorf("%+v", w)
	}
}

// TestOwnWordsOfANamesake: of two who are called the same, what one says does not stand under the
// name of the other, at their own node either.
func TestOwnWordsOfANamesake(t *testing.T) {
	ctx := context.Background()
	first := startNode(t, "ana")
	second := startNode(t, "ana", addr(first))
	if _, err := first.Host(ctx, api.HostRequest{Game: "five", Seats: 2}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the other ana joins", func() bool { _, err := second.Join(ctx, api.JoinRequest{}); return err == nil })
	eventually(t, "they play", func() bool { v, err := second.Table(""); return err == nil && v.Turn != "" })
	said := map[string]bool{}
	for _, n := range []*Node{first, second} {
		if err := n.Say(ctx, "", "well played"); err != nil {
			t.Fatal(err)
		}
		v, err := n.Table("")
		if err != nil {
			t.Fatal(err)
		}
		if !hasEventLike(n, api.EventChat, func(e api.Event) bool { return e.Yours && e.Name == v.Me() }) {
			t.Errorf("%s does not read their own words under that name", v.Me())
		}
		said[v.Me()] = true
	}
	if len(said) != 2 {
		t.Errorf("they are called %v", said)
	}
}
