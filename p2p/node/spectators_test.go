package node

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/streams"
	"fives/p2p/waittest"
	"fives/p2p/wire"
)

// behindACode seats ana and ben at a private table.
func behindACode(t *testing.T, ana, ben *Node, r api.HostRequest) record.Hash {
	t.Helper()
	ctx := context.Background()
	r.Game, r.Seats, r.Private = "five", 2, true
	offer, err := ana.Host(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code})
		return err == nil
	})
	for _, n := range []*Node{ana, ben} {
		eventually(t, "the table plays", func() bool {
			v, err := n.Table(offer.ID)
			return err == nil && v.View != nil && v.Turn != ""
		})
	}
	return mustID(t, offer.ID)
}

// knows waits until a node knows another by its name.
func knows(t *testing.T, n *Node, name string) {
	t.Helper()
	eventually(t, n.name+" knows "+name, func() bool { _, err := n.findPeer(name); return err == nil })
}

// hasEvent reports whether a node has an event of a kind with that What, or that line of chat.
func hasEvent(n *Node, kind api.EventKind, what string) bool {
	return hasEventLike(n, kind, func(e api.Event) bool { return e.What == what || e.Text == what })
}

// hasEventLike reports whether a node has an event of a kind that is like that.
func hasEventLike(n *Node, kind api.EventKind, like func(api.Event) bool) bool {
	evs, _ := n.events.After(0)
	for _, ev := range evs {
		if ev.Kind == kind && like(ev) {
			return true
		}
	}
	return false
}

// TestAdmit: a node that a seat lets in finds the private table, sees what is public, and follows it to the end, through another seat
// when the first refuses; everybody at the table is told. Nobody else sees the table.
func TestAdmit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	ben := startNode(t, "ben", addr(ana))
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	eve := startNode(t, "eve", addr(ana), addr(ben))
	id := behindACode(t, ana, ben, api.HostRequest{Spectators: true, Set: map[string]string{"limit": "5"}})
	knows(t, ana, "zoe")
	knows(t, zoe, "ana")
	_, err := zoe.Watch(ctx, id.String())
	refusedWith(t, err, api.CodeNotFound)
	_, err = ana.Admit(ctx, "", "nobody")
	refusedWith(t, err, api.CodeNotFound)
	_, err = ana.Admit(ctx, "", ben.Status().Fingerprint)
	refusedWith(t, err, api.CodeConflict)
	a, err := ana.Admit(ctx, "", "zoe")
	if err != nil || a.Table != id.String() || a.Peer.Fingerprint != zoe.Status().Fingerprint {
		t.Fatalf("%+v, %v", a, err)
	}
	// The admission is stored.
	stop()
	ana, _ = startStoppable(t, home, "ana", addr(ben), addr(zoe), addr(eve))
	eventually(t, "zoe sees the table", func() bool {
		open := zoe.Tables(ctx).Open
		return len(open) == 1 && open[0].Running && open[0].Private && open[0].Game == "five" && len(open[0].Taken) == 2
	})
	eventually(t, "eve sees both", func() bool { return len(eve.host.Network().Peers()) == 3 })
	if open := eve.Tables(ctx).Open; len(open) != 1 || open[0].Game != "" || len(open[0].Taken)+len(open[0].OpenSeats) > 0 || !open[0].Full {
		t.Errorf("eve sees %+v, and not only that there is a private table", open)
	}
	_, err = eve.Watch(ctx, "")
	refusedWith(t, err, api.CodeNotFound)
	knows(t, ana, "zoe")
	knows(t, ben, "zoe")
	eventually(t, "zoe watches", func() bool { _, err := zoe.Watch(ctx, id.String()[:8]); return err == nil })
	for _, n := range []*Node{ana, ben} {
		eventually(t, n.name+" is told", func() bool {
			return hasEventLike(n, api.EventWatch, func(e api.Event) bool {
				return e.What == api.Here && e.Name == "zoe" && e.Fingerprint == zoe.Status().Fingerprint
			})
		})
	}
	_, err = zoe.Admit(ctx, "", "eve")
	refusedWith(t, err, api.CodeConflict)
	ana.host.Block(zoe.host.ID())
	eventually(t, "ana is told", func() bool { return hasEvent(ana, api.EventWatch, api.Gone) })
	players := []*Node{ana, ben}
	for range 2 {
		move(t, players, false)
		onlooks(t, zoe, id)
	}
	move(t, players, true)
	eventually(t, "the game ends for zoe too", func() bool {
		v, err := zoe.Table(id.String())
		return err == nil && (v.Phase == api.PhaseOver || !v.YourTurn && len(v.Hands) > 0)
	})
	_, err = ana.Watch(ctx, id.String()) // one's own
	if err != nil {
		t.Error(err)
	}
}

// onlooks checks that a node sees only the public view of a table.
func onlooks(t *testing.T, n *Node, id record.Hash) {
	t.Helper()
	var v api.Table
	eventually(t, n.name+" sees cards", func() bool { // it hears of a hand after those who play it
		v = mustTable(t, n, id.String())
		return v.View != nil
	})
	if v.Seat != rules.None || v.YourTurn {
		t.Errorf("an onlooker has seat %d", v.Seat)
	}
	for _, z := range v.View.Zones {
		for _, g := range z.Groups {
			for _, c := range g.Cards {
				if z.Kind == rules.HandZone && c.Known() {
					t.Errorf("an onlooker sees %s in %s", c, z.Label)
				}
			}
		}
	}
}

// TestBigScreenIsTold: other nodes know whether a node shows tables on a big screen: while somebody reads there what
// all may see, and no longer.
func TestBigScreenIsTold(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	zoe := startNode(t, "zoe", addr(ana))
	knows(t, zoe, "ana")
	shows := func(is bool) {
		t.Helper()
		eventually(t, "ana's screen is known", func() bool {
			zoe.Tables(t.Context())
			p, err := zoe.findPeer("ana")
			return err == nil && p.Screen == is
		})
	}
	shows(false)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- ana.Events(ctx, api.EventsRequest{Public: true}, func(api.Event) error { return nil })
	}()
	shows(true)
	end()
	<-ended
	shows(false)
}

// TestAdmitRefused: the table's options say whether there is anything to admit
// to.
func TestAdmitRefused(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	zoe := startNode(t, "zoe", addr(ana))
	_, err := ana.Admit(ctx, "", "zoe")
	refusedWith(t, err, api.CodeNotFound)
	closed := behindACode(t, ana, ben, api.HostRequest{})
	knows(t, ana, "zoe")
	_, err = ana.Admit(ctx, closed.String(), "zoe")
	refusedAs(t, err, api.ReasonNoSpectators)
	public := together(t, ana, ben)
	_, err = ana.Admit(ctx, public.String(), "zoe")
	refusedAs(t, err, api.ReasonNoSpectators)
	// Two have one name: the person has to say which.
	startNode(t, "zoe", addr(ana))
	eventually(t, "the name is not enough", func() bool {
		var e *api.Error
		_, err := ana.findPeer("zoe")
		return errors.As(err, &e) && e.Reason == api.ReasonManyPeers
	})
	print := zoe.Status().Fingerprint
	if p, err := ana.findPeer(print[:14]); err != nil || p.Fingerprint != print {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestBeginningOfAFingerprint: the beginning of a fingerprint names a connected node only if it fits no other and is too long for
// anybody to make a key for it; nobody's name passes for a fingerprint.
func TestBeginningOfAFingerprint(t *testing.T) {
	const whole = "6668-7aad-f862-bd77-6c8f"
	zoe := api.Peer{ID: "zoe", Name: "zoe", Fingerprint: whole, Connected: true}
	gone := zoe
	gone.Connected = false
	twin := api.Peer{ID: "eve", Name: whole[:14], Fingerprint: whole[:14] + "-0000-0000", Connected: true}
	eve := api.Peer{ID: "eve", Name: whole[:14], Fingerprint: "0000-0000-0000-0000-0000", Connected: true}
	for _, c := range []struct {
		who   string
		peers []api.Peer
		code  string // "" if it names zoe
	}{
		{whole, []api.Peer{zoe, twin}, ""},
		{strings.ToUpper(strings.ReplaceAll(whole, "-", "")), []api.Peer{zoe}, ""},
		{whole, []api.Peer{gone, eve}, ""},
		{whole[:14], []api.Peer{eve, zoe}, ""},
		{"66687aadf862b", []api.Peer{zoe}, ""},
		{whole[:13], []api.Peer{zoe}, api.CodeBadRequest},
		{whole[:9], []api.Peer{zoe}, api.CodeBadRequest},
		{whole[:4], []api.Peer{zoe}, api.CodeNotFound},
		{whole[:14], []api.Peer{zoe, twin}, api.CodeAmbiguous},
		{whole[:14], []api.Peer{gone, twin}, api.CodeAmbiguous},
		{whole[:14], []api.Peer{gone}, api.CodeConflict},
		{whole[:14], []api.Peer{eve}, api.CodeNotFound},
		{whole, []api.Peer{twin}, api.CodeNotFound},
	} {
		p, err := peers.Find(c.peers, c.who)
		if c.code != "" {
			refusedWith(t, err, c.code)
		} else if err != nil || p.ID != "zoe" {
			t.Errorf("%q among %+v: %+v, %v", c.who, c.peers, p, err)
		}
	}
}

// TestCredentials: a node without its own credential, for this table and from one of its seats, is answered as if there were no such
// table; play goes on.
func TestCredentials(t *testing.T) {
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	id := behindACode(t, ana, ben, api.HostRequest{Spectators: true, Set: map[string]string{"limit": "10000"}})
	closed := behindACode(t, ana, ben, api.HostRequest{Play: "easy", Set: map[string]string{"limit": "10000"}})
	eve, zoe := startRaw(t, ana, nil), startRaw(t, ana, nil)
	sign := func(a entry.Admission, by *raw) *entry.Credential {
		key := ana.cfg.Key
		if by != nil {
			key = by.key
		}
		c, err := a.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	self, other := record.KeyOf(eve.key), record.KeyOf(zoe.key)
	seat := uint64(0)
	ana.tables.game(id).look(func(r *replica.Snapshot) { seat = uint64(r.Local().Seat()) })
	own := entry.Admission{Table: id, Spectator: self, Seat: seat}
	forged := &entry.Credential{Seat: seat}
	rand.Read(forged.Signature[:])
	var signature [64]byte
	copy(signature[:], append(bytes.Clone(sign(own, nil).Signature[:32]), forged.Signature[32:]...))
	moved := *sign(own, nil)
	moved.Seat = 1 - seat
	far := *sign(own, nil)
	far.Seat = 1 << 40
	unknown := eve.answerTo(t, streams.Opening{Table: record.Hash{1, 2, 3}})
	for what, o := range map[string]streams.Opening{
		"none":                       {Table: id},
		"a forged one":               {Table: id, Credential: forged},
		"half a forged one":          {Table: id, Credential: &entry.Credential{Seat: seat, Signature: signature}},
		"another seat's":             {Table: id, Credential: &moved},
		"a seat that is not there":   {Table: id, Credential: &far},
		"another peer's":             {Table: id, Credential: sign(entry.Admission{Table: id, Spectator: other, Seat: seat}, nil)},
		"another table's":            {Table: id, Credential: sign(entry.Admission{Table: closed, Spectator: self, Seat: seat}, nil)},
		"signed by a stranger":       {Table: id, Credential: sign(own, zoe)},
		"signed by oneself":          {Table: id, Credential: sign(own, eve)},
		"a table without the option": {Table: closed, Credential: sign(entry.Admission{Table: closed, Spectator: self, Seat: seat}, nil)},
		"nothing, and no option":     {Table: closed},
		"a table that is unknown":    {Table: record.Hash{3, 2, 1}, Credential: sign(own, nil)},
	} {
		if got := eve.answerTo(t, o); !bytes.Equal(got, unknown) {
			t.Errorf("%s: %x, but of an unknown table %x", what, got, unknown)
		}
	}
	eventually(t, "play goes on", func() bool {
		for _, n := range []*Node{ana, ben} {
			if move, err := n.Hint(id.String()); err == nil {
				return n.Play(context.Background(), id.String(), move.Move) == nil
			}
		}
		return false
	})
	if hasEvent(ana, api.EventWatch, api.Here) {
		t.Error("ana is told that somebody watches")
	}
	// The real one, shown to the other seat's node, which did not sign it.
	atBen, err := newRaw(addr(ben), eve.key, waittest.Limit(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { atBen.Close() })
	s := atBen.mustOpen(t, streams.ProtocolTable)
	s.Write(encode(t, streams.Opening{Table: id, Credential: sign(own, nil)}))
	s.Write(encode(t, replica.Message{Have: &replica.Have{Empty: true}}))
	for {
		var m replica.Message
		if err := wire.Read(s, waittest.Limit(t), &m); err != nil {
			t.Fatalf("an honest credential: %v", err)
		}
		if m.Genesis != nil && m.Genesis.Proposal != nil {
			break
		}
	}
}

// answerTo returns all that a node answers to an opening, and to a message without a genesis after that.
func (r *raw) answerTo(t *testing.T, o streams.Opening) []byte {
	t.Helper()
	s := r.mustOpen(t, streams.ProtocolTable)
	s.Write(encode(t, o))
	var m replica.Message
	if err := wire.Read(s, waittest.Limit(t), &m); err != nil {
		t.Fatal(err)
	}
	s.Write(encode(t, replica.Message{More: true}))
	s.Write(encode(t, replica.Message{Genesis: &replica.Genesis{}}))
	rest, err := io.ReadAll(s)
	if err == nil {
		t.Error("the stream ends well")
	}
	return append(encode(t, m), rest...)
}

// TestScreenAsked: one line of talk answers for all who play at a private table whether a big screen shows it, and both
// nodes keep that, also over a restart. Nobody else is let in by it, and other talk answers nothing.
func TestScreenAsked(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	ben := startNode(t, "ben", addr(ana))
	id := behindACode(t, ana, ben, api.HostRequest{Spectators: true})
	asked := func(n *Node) bool {
		v, err := n.Table(id.String())
		return err == nil && v.ScreenAsked
	}
	if err := ben.Say(ctx, id.String(), "a 📺 here"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana hears it", func() bool { return hasEvent(ana, api.EventChat, "a 📺 here") })
	if asked(ana) || asked(ben) {
		t.Error("other talk has answered")
	}
	if err := ben.Say(ctx, id.String(), api.ScreenSign+" not on the big screen"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "both know it", func() bool { return asked(ana) && asked(ben) })
	if v, err := ana.Public(id.String()); err != nil || v.ScreenAsked {
		t.Errorf("onlookers are told: %v", err)
	}
	stop()
	ana, _ = startStoppable(t, home, "ana", addr(ben))
	eventually(t, "ana still knows it", func() bool { return asked(ana) })
}
