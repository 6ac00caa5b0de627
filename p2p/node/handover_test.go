package node

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// hosted returns a table of five that ana has opened, with a computer player of hers and ben.
func hosted(t *testing.T, change func(*api.HostRequest)) (ana, ben *Node, o api.Offer) {
	t.Helper()
	ctx := context.Background()
	ana, ben = startNode(t, "ana"), nil
	ben = startNode(t, "ben", addr(ana))
	r := api.HostRequest{Game: "five", Seats: 3, Set: map[string]string{"limit": "1000"}, Bots: []string{"easy"}}
	if change != nil {
		change(&r)
	}
	o, err := ana.Host(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: o.ID, Code: o.Code})
		return err == nil
	})
	for _, n := range []*Node{ana, ben} {
		eventually(t, "the table plays", func() bool { v, err := n.Table(o.ID); return err == nil && v.Turn != "" })
	}
	return ana, ben, o
}

// toTheEndOfTheHand plays until a hand is settled that was not.
func toTheEndOfTheHand(t *testing.T, id string, nodes ...*Node) {
	t.Helper()
	settled := func() int { v, _ := nodes[0].Table(id); return len(v.Hands) }
	before := settled()
	eventually(t, "the hand is settled", func() bool {
		for _, n := range nodes {
			if m, err := n.Moves(id); err == nil && m.YourTurn && settled() == before {
				move := m.Moves[0]
				if slices.Contains(m.Moves, "end") {
					move = "end"
				}
				_ = n.Play(context.Background(), id, move)
			}
		}
		return settled() > before
	})
}

// asksFor makes a newcomer ask for a seat.
func asksFor(t *testing.T, n *Node, r api.JoinRequest) {
	t.Helper()
	var last error
	eventually(t, "the seat is asked for", func() bool {
		_, last = n.Join(context.Background(), r)
		var c *api.Error
		if errors.As(last, &c) && c.Reason == api.ReasonAskedAlready {
			last = nil
		}
		return last == nil
	})
}

// offers makes a person offer a seat.
func offers(t *testing.T, n *Node, q api.HandoverRequest) {
	t.Helper()
	eventually(t, n.name+" offers the seat", func() bool {
		_, err := n.Handover(context.Background(), q)
		return err == nil
	})
}

// agrees makes people agree that a seat changes hands.
func agrees(t *testing.T, id, seat string, nodes ...*Node) {
	t.Helper()
	for _, n := range nodes {
		eventually(t, n.name+" agrees", func() bool {
			_, err := n.Agree(context.Background(), api.AgreeRequest{About: api.About{Table: id}, Seat: seat})
			return err == nil
		})
	}
}

// child waits for the table at which one goes on, and returns it.
func child(t *testing.T, n *Node, id string) (next string) {
	t.Helper()
	eventually(t, "the table goes on", func() bool {
		v, err := n.Table(id)
		next = v.Child
		return err == nil && next != ""
	})
	return next
}

// plays waits until a table has cards for all of its nodes.
func plays(t *testing.T, id string, nodes ...*Node) {
	t.Helper()
	for _, n := range nodes {
		eventually(t, n.name+" plays", func() bool {
			v, err := n.Table(id)
			return err == nil && v.Phase == api.PhasePlaying && v.Turn != "" && v.Seat >= 0
		})
	}
}

// TestNamesOfThoseTheProgramPlaysFor: those at the table and the newcomer are told the names of the people who have yet to agree,
// even of those for whom the program plays.
func TestNamesOfThoseTheProgramPlaysFor(t *testing.T) {
	t.Parallel()
	ana, ben, o := hosted(t, func(r *api.HostRequest) { r.Play = "easy" })
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	eventually(t, "zoe reads who has yet to agree", func() bool {
		open := zoe.Mine().Open
		return len(open) == 1 && open[0].Handover != nil && slices.Equal(open[0].Handover.Waits, []string{"ana", "ben"}) && open[0].Handover.SeatBotOf == "ana"
	})
	agrees(t, o.ID, "Ada", ana)
	eventually(t, "ben reads who has agreed", func() bool {
		v, err := ben.Table(o.ID)
		if err != nil || len(v.Handovers) != 1 {
			return false
		}
		h := v.Handovers[0]
		return h.SeatBotOf == "ana" && slices.Equal(h.Agreed, []string{"ana"}) && slices.Equal(h.Waits, []string{"ben"})
	})
	if i := slices.IndexFunc(zoe.Tables(context.Background()).Open, func(o api.Offer) bool { return len(o.OpenSeats) == 3 && o.OpenSeats[1].BotOf == "ana" }); i < 0 {
		t.Error("the door names the host of Ada by the fingerprint")
	}
	about := api.About{Table: o.ID}
	var byProgram, sits *api.Error
	if _, err := ben.Handover(context.Background(), api.HandoverRequest{About: about, To: "ana", Bot: true}); !errors.As(err, &byProgram) || byProgram.Reason != api.ReasonByProgram || byProgram.Name != "ana" || len(byProgram.Candidates) != 0 {
		t.Errorf("%v: %+v", err, byProgram)
	}
	if _, err := ben.Handover(context.Background(), api.HandoverRequest{About: about, To: "ana"}); !errors.As(err, &sits) || sits.Reason != api.ReasonHasSeat || sits.Name != "ana" {
		t.Errorf("%v: %+v", err, sits)
	}
	h, err := ana.Handover(context.Background(), api.HandoverRequest{About: about, To: "zoe"})
	if err != nil || h.Seat != "ana" || h.SeatBotOf != "ana" || h.To != "zoe" {
		t.Errorf("%+v, %v", h, err)
	}
}

// A late guest takes the seat of a computer player, between two hands and with its points.
func TestLateGuest(t *testing.T) {
	t.Parallel()
	ana, ben, o := hosted(t, nil)
	id := o.ID
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "Ada"})
	agrees(t, id, "Ada", ana, ben)
	eventually(t, "all have agreed", func() bool {
		v, _ := ana.Table(id)
		return len(v.Handovers) == 1 && v.Handovers[0].To == "zoe" && len(v.Handovers[0].Waits) == 0
	})
	if v, _ := ana.Table(id); v.Child != "" {
		t.Fatal("the seat changes hands while a hand is played")
	}
	toTheEndOfTheHand(t, id, ana, ben)
	v, _ := ana.Table(id)
	next := child(t, ana, id)
	plays(t, next, ana, ben, zoe)
	for _, n := range []*Node{ana, ben, zoe} {
		w, _ := n.Table(next)
		if got := []string{w.Names()[0], w.Names()[1], w.Names()[2]}; !slices.Contains(got, "zoe") || slices.Contains(got, "Ada") || !slices.Equal(scores(w), scores(v)) || w.Hand != v.Hand+1 && w.Hand != len(v.Hands)+1 {
			t.Errorf("%s: %v with %v in hand %d", n.name, w.Names(), scores(w), w.Hand)
		}
	}
	if w, _ := ana.Table(next); w.Seats[slices.Index(w.Names(), "zoe")].Since != len(v.Hands)+1 {
		t.Errorf("%+v", w.Seats)
	}
	toTheEndOfTheHand(t, next, ana, ben, zoe)
	var logs [][]record.Record
	for _, table := range []string{id, next} {
		log, err := ana.Log(table)
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, log)
	}
	reports, err := audit.VerifyChain(logs, games.Find, audit.Options{})
	if len(reports) != 2 || reports[1].Orphan || reports[1].Err != nil {
		t.Errorf("%v", err)
	}
}

// Who had which seat in a game that is over means nothing for the next one, and nobody can agree any more to what was asked for
// there.
func TestRematchAfterALateGuest(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, func(r *api.HostRequest) { r.Set["limit"] = "20" })
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada", Now: true})
	agrees(t, o.ID, "Ada", ana, ben)
	next := child(t, ana, o.ID)
	plays(t, next, ana, ben, zoe)
	if v, _ := ana.Table(next); v.Seats[slices.Index(v.Names(), "zoe")].Since != 1 {
		t.Errorf("%+v", v.Seats)
	}
	yan := startNode(t, "yan", addr(ana), addr(ben))
	asksFor(t, yan, api.JoinRequest{Table: next, Seat: "zoe"})
	eventually(t, "ana is asked", func() bool { v, _ := ana.Table(next); return v.ToAgree == 1 })
	over := func() bool { v, _ := ana.Table(next); return v.Phase == api.PhaseOver }
	for range 20 {
		if !over() {
			toTheEndOfTheHand(t, next, ana, ben, zoe)
		}
	}
	if v, _ := ana.Table(next); !over() || v.ToAgree != 0 || len(v.Handovers) != 0 {
		t.Fatalf("%s, %d to agree to, %v", v.Phase, v.ToAgree, v.Handovers)
	}
	var again api.Summary
	eventually(t, "all play again", func() bool {
		for _, n := range []*Node{ana, ben, zoe} {
			if s, err := n.Rematch(ctx, next); err == nil {
				again = s
			}
		}
		v, err := zoe.Table(again.ID)
		return err == nil && v.Turn != ""
	})
	for _, n := range []*Node{ana, ben, zoe} {
		if v, _ := n.Table(again.ID); slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Since != 0 }) {
			t.Errorf("%s: %+v", n.name, v.Seats)
		}
	}
}

// Somebody has to go, and hands the seat over to somebody who is here. Later on, they take the
// seat of a computer player at the same table.
func TestHandOverAndComeBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, func(r *api.HostRequest) { r.Spectators = true })
	id := o.ID
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	var self *api.Error
	if _, err := ben.Handover(ctx, api.HandoverRequest{About: api.About{Table: id}, To: "ben"}); !errors.As(err, &self) || self.Reason != api.ReasonHasSeat {
		t.Errorf("ben hands over to himself: %v", err)
	}
	offers(t, ben, api.HandoverRequest{About: api.About{Table: id}, To: "zoe"})
	eventually(t, "zoe sees it", func() bool {
		for _, o := range zoe.Tables(ctx).Open {
			if slices.ContainsFunc(o.OpenSeats, func(s api.OpenSeat) bool { return s.Name == "ben" && s.ForYou }) {
				return true
			}
		}
		return false
	})
	asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "ben"})
	agrees(t, id, "ben", ana)
	toTheEndOfTheHand(t, id, ana, ben)
	next := child(t, ana, id)
	plays(t, next, ana, zoe)
	toldOfTheHandover(t, id, next, ana, ben)
	dan := startNode(t, "dan", addr(ana), addr(ben), addr(zoe))
	eventually(t, "dan is shown the game once, where it goes on", func() bool {
		open := dan.Tables(ctx).Open
		return len(open) == 1 && open[0].ID == next
	})

	if !hasEventLike(zoe, api.EventHandover, func(e api.Event) bool { return e.What == api.ChangedHands && e.Name == "zoe" && e.Yours }) {
		t.Error("zoe does not read that the seat is hers")
	}

	asksFor(t, ben, api.JoinRequest{Table: next, Seat: "Ada"})
	agrees(t, next, "Ada", ana, zoe)
	toTheEndOfTheHand(t, next, ana, zoe)
	last := child(t, ana, next)
	plays(t, last, ana, ben, zoe)
}

// toldOfTheHandover checks what ana, who stays, and ben read, whose seat zoe has taken: where the
// game goes on, and with whom, and nothing of people who would have left or changed their minds.
func toldOfTheHandover(t *testing.T, id, next string, ana, ben *Node) {
	t.Helper()
	eventually(t, "ben knows who has the seat", func() bool { v, _ := ben.Table(id); return v.HandedTo == "zoe" })
	v, _ := ben.Table(id)
	if v.Phase != api.PhaseStopped || v.Waiting.What != api.HandedOver || !slices.Equal(v.Waiting.Names, []string{"zoe"}) || v.Waiting.Detail != "" {
		t.Errorf("ben reads %+v in phase %s", v.Waiting, v.Phase)
	}
	if v, _ := ben.Public(id); v.HandedTo != "" || v.Waiting.Detail != "ben" {
		t.Errorf("those who look on with ben read %+v, %q", v.Waiting, v.HandedTo)
	}
	if v, _ := ana.Table(id); v.Child != next || v.Waiting.What != api.Onward {
		t.Errorf("ana reads %+v", v.Waiting)
	}
	for _, n := range []*Node{ana, ben} {
		at, evs := map[string]bool{}, n.events
		all, _ := evs.After(0)
		for _, e := range all {
			switch {
			case e.Kind == api.EventLeft, e.What == api.TakenBack, e.What == api.Dropped, e.What == api.Away:
				t.Errorf("%s is told at %s: %s, %s %s", n.name, e.Table, e.Name, e.Kind, e.What)
			case e.What == api.ChangedHands && e.Name == "zoe" && e.Was == "ben" && !e.Yours:
				at[e.Table] = true
			}
		}
		if table := map[*Node]string{ana: next, ben: id}[n]; !at[table] {
			t.Errorf("%s is not told at %s who has the seat: %v", n.name, table, at)
		}
	}
	for _, s := range append(ana.summaries(), ben.summaries()...) {
		if s.ID == id && s.Child != next && s.HandedTo != "zoe" {
			t.Errorf("a list does not say where the game goes on: %+v", s)
		}
	}
}

// The error for a handover that cannot be meant names what was asked for.
func TestHandoversNobodyCanMean(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	zoe, cleo := startNode(t, "zoe", addr(ana), addr(ben)), startNode(t, "cleo", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	asksFor(t, cleo, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	fails := func(want api.Reason, err error) *api.Error {
		t.Helper()
		var c *api.Error
		if !errors.As(err, &c) || c.Reason != want {
			t.Fatalf("%v, want %s", err, want)
		}
		return c
	}
	about := api.About{Table: o.ID}
	_, err := ana.Handover(ctx, api.HandoverRequest{About: about, To: "zoe", Not: true})
	if c := fails(api.ReasonNotOffered, err); c.Name != "ana" || !slices.Equal(c.Names, []string{"zoe"}) {
		t.Errorf("%+v", c)
	}
	_, err = ana.Handover(ctx, api.HandoverRequest{About: about, To: "zoe", Bot: true})
	if c := fails(api.ReasonNobodyCalled, err); c.Name != "zoe" || !slices.Equal(c.Candidates, []string{"ben"}) {
		t.Errorf("%+v", c)
	}
	for _, q := range []api.HandoverRequest{{To: "ana"}, {To: "ANA", Bot: true}, {To: "ana", Seat: "Ada"}, {To: record.Fingerprint(ana.self)}} {
		q.About = about
		_, err = ana.Handover(ctx, q)
		if c := fails(api.ReasonHasSeat, err); c.Name != "" {
			t.Errorf("%+v: %+v", q, c)
		}
	}
	_, err = ana.Handover(ctx, api.HandoverRequest{About: about, To: "ben"})
	if c := fails(api.ReasonHasSeat, err); c.Name != "ben" {
		t.Errorf("%+v", c)
	}
	_, err = ana.Handover(ctx, api.HandoverRequest{About: about, To: "ada"})
	if c := fails(api.ReasonIsComputer, err); c.Name != "Ada" || c.Names != nil || !slices.Equal(c.Candidates, []string{"ben"}) {
		t.Errorf("%+v", c)
	}
	_, err = ben.Handover(ctx, api.HandoverRequest{About: about, To: "Ada", Bot: true})
	if c := fails(api.ReasonIsComputer, err); c.Name != "Ada" || !slices.Equal(c.Names, []string{"ana"}) || !slices.Equal(c.Candidates, []string{"ana"}) {
		t.Errorf("%+v", c)
	}
	for _, r := range []api.JoinRequest{{Table: o.ID[:8], Seat: "ben"}, {Table: o.ID, Seat: "nobody"}, {Table: o.ID}, {Seat: "Ada"}} {
		_, err = ana.Join(ctx, r)
		if c := fails(api.ReasonJoinedAlready, err); c.Table != o.ID || !slices.Equal(c.Names, []string{"ana", "Ada", "ben"}) {
			t.Errorf("%+v: %+v", r, c)
		}
	}
	dan := startNode(t, "dan", addr(ana), addr(ben))
	for _, r := range []api.JoinRequest{{Table: o.ID, Seat: "nobody"}, {Seat: "nobody"}} {
		eventually(t, "dan hears who sits there", func() bool {
			_, err = dan.Join(ctx, r)
			var c *api.Error
			return errors.As(err, &c) && c.Reason == api.ReasonNobodyCalled
		})
		if c := fails(api.ReasonNobodyCalled, err); c.Name != "nobody" || len(c.Candidates) != 3 || slices.Index(c.Candidates, "Ada") < 0 {
			t.Errorf("%+v: %+v", r, c)
		}
	}
	open, err := ben.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = ben.Join(ctx, api.JoinRequest{Table: open.ID})
	fails(api.ReasonJoinedAlready, err)
	_, err = ben.Join(ctx, api.JoinRequest{Table: open.ID, Seat: "ben"})
	fails(api.ReasonNotBegun, err)
	_, err = ana.Join(ctx, api.JoinRequest{Table: open.ID, Seat: "ben"})
	if c := fails(api.ReasonNotBegun, err); c.Table != open.ID {
		t.Errorf("%+v", c)
	}
	if open, err = ben.Host(ctx, api.HostRequest{Game: "five", Seats: 3}); err == nil {
		_, err = ana.Join(ctx, api.JoinRequest{Table: open.ID})
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = ana.Join(ctx, api.JoinRequest{Table: open.ID, Seat: "ben"})
	if c := fails(api.ReasonNotBegun, err); c.Table != "" {
		t.Errorf("%+v", c)
	}
	eventually(t, "both ask", func() bool { v, _ := ben.Table(o.ID); return len(v.Handovers) == 2 })
	_, err = ben.Agree(ctx, api.AgreeRequest{About: about})
	c := fails(api.ReasonManyHandovers, err)
	if slices.Sort(c.Candidates); !slices.Equal(c.Candidates, []string{"cleo", "zoe"}) {
		t.Errorf("%v", c.Candidates)
	}
	offers(t, ana, api.HandoverRequest{About: about, To: "ben", Bot: true})
	h, err := ana.Handover(ctx, api.HandoverRequest{About: about, To: "ben", Bot: true, Not: true})
	if err != nil || h.Mine {
		t.Errorf("an offer is not taken back: %+v, %v", h, err)
	}
	startNode(t, "ben", addr(ana)) // another one, who has no seat
	eventually(t, "two are called ben", func() bool {
		_, err = ana.Handover(ctx, api.HandoverRequest{About: about, To: "ben"})
		var c *api.Error
		return errors.As(err, &c) && c.Reason == api.ReasonManyPeers
	})
	if c := fails(api.ReasonManyPeers, err); len(c.Candidates) != 2 || !slices.Equal(c.Names, []string{record.Fingerprint(ben.self)}) {
		t.Errorf("who sits there: %+v", c)
	}
}

// Whoever takes back what was said of a seat names the newcomer as the table does: the name need not tell which node that is, nor
// does the seat need to be the person's own.
func TestTakesBackWhatWasSaid(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	zoe := startNode(t, "zoe", addr(ana))
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "ben"})
	agrees(t, o.ID, "ben", ben)
	startNode(t, "zoe", addr(ben))
	eventually(t, "ben cannot tell by her name who zoe is", func() bool { _, _, err := ben.findNode("zoe"); return err != nil })
	about := api.About{Table: o.ID}
	_, err := ben.Handover(ctx, api.HandoverRequest{About: about, To: "dan", Not: true})
	var c *api.Error
	if !errors.As(err, &c) || c.Reason != api.ReasonNotOffered || c.Name != "ben" || !slices.Equal(c.Names, []string{"dan"}) {
		t.Errorf("taking back what was not said: %v", err)
	}
	if h, err := ben.Handover(ctx, api.HandoverRequest{About: about, To: "zoe", Not: true}); err != nil || h.Agree || h.Mine || h.Seat != "ben" {
		t.Errorf("%+v, %v", h, err)
	}
	offers(t, ana, api.HandoverRequest{About: about, Seat: "Ada", To: "ben", Bot: true})
	if h, err := ana.Handover(ctx, api.HandoverRequest{About: about, To: "ben", Not: true}); err != nil || h.Agree || h.Mine || h.Seat != "Ada" {
		t.Errorf("of a computer player's seat: %+v, %v", h, err)
	}
}

// Whoever hands a seat over, and everybody else, is told which computer players leave as well.
func TestComputersLeaveWithTheirHost(t *testing.T) {
	t.Parallel()
	ana, ben, o := hosted(t, nil)
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	offers(t, ana, api.HandoverRequest{About: api.About{Table: o.ID}, To: "zoe"})
	eventually(t, "ben reads who leaves", func() bool {
		v, _ := ben.Table(o.ID)
		return len(v.Handovers) == 1 && slices.Equal(v.Handovers[0].Gone, []string{"Ada"})
	})
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "ana"})
	agrees(t, o.ID, "ana", ben)
	toTheEndOfTheHand(t, o.ID, ana, ben)
	next := child(t, ben, o.ID)
	plays(t, next, ben, zoe)
	all, _ := ben.events.After(0)
	if !slices.ContainsFunc(all, func(e api.Event) bool {
		return e.Table == next && e.What == api.LeftWith && e.Name == "Ada" && e.Was == "ana"
	}) {
		t.Error("nobody says that Ada has left with ana")
	}
}

// A person hands the seat over to a computer player of somebody who stays, at once.
func TestHandOverToAComputer(t *testing.T) {
	t.Parallel()
	ana, ben, o := hosted(t, nil)
	id := o.ID
	offers(t, ben, api.HandoverRequest{About: api.About{Table: id}, To: "ana", Bot: true, Now: true})
	agrees(t, id, "ben", ana)
	next := child(t, ana, id)
	plays(t, next, ana)
	if w, _ := ana.Table(next); slices.Contains(w.Names(), "ben") || len(w.Names()) != 3 || w.Hand != len(w.Hands)+1 {
		t.Errorf("%v in hand %d", w.Names(), w.Hand)
	}
}

// A private table asks for its code, and anybody who sits there can let in a newcomer who has it.
func TestPrivateDoor(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, func(r *api.HostRequest) { r.Private = true })
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	id, code := o.ID, o.Code
	for _, n := range []*Node{ana, ben} {
		if v, err := n.Table(id); err != nil || v.Code != code {
			t.Errorf("%s has the code %q: %v", n.name, v.Code, err)
		}
		if v, err := n.Public(id); err != nil || v.Code != "" {
			t.Errorf("a screen of %s's shows the code: %v", n.name, err)
		}
	}
	eventually(t, "zoe is asked for the code", func() bool {
		_, err := zoe.Join(ctx, api.JoinRequest{Table: id, Seat: "Ada"})
		var c *api.Error
		return errors.As(err, &c) && c.Reason == api.ReasonNeedsCode
	})
	if _, err := zoe.Join(ctx, api.JoinRequest{Table: id, Seat: "Ada", Code: "000000000"}); err == nil {
		t.Error("a wrong code opens the door")
	}
	asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "Ada", Code: code})
	agrees(t, id, "Ada", ana, ben)
	toTheEndOfTheHand(t, id, ana, ben)
	next := child(t, ana, id)
	plays(t, next, ana, ben, zoe)
}

// cleoHandsOver is a table of three, with their homes, at which cleo offers her seat to zoe, who
// asks for it.
func cleoHandsOver(t *testing.T) (homes []string, ana, ben, cleo, zoe *Node, id string) {
	t.Helper()
	homes = []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := playing(t, homes, "1000")
	ana, ben, cleo = nodes[0], nodes[1], nodes[2]
	zoe = startNode(t, "zoe", addr(ana), addr(ben), addr(cleo))
	id = ana.summaries()[0].ID
	offers(t, cleo, api.HandoverRequest{About: api.About{Table: id}, To: "zoe"})
	asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "cleo"})
	return homes, ana, ben, cleo, zoe, id
}

// An agreement survives a restart of those who have agreed.
func TestAgreementOutlastsARestart(t *testing.T) {
	t.Parallel()
	homes, ana, ben, cleo, zoe, id := cleoHandsOver(t)
	agrees(t, id, "cleo", ana, ben)
	ben.end()
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana), addr(cleo), addr(zoe))
	eventually(t, "all have agreed, and zoe asks, be it at another door", func() bool {
		v, err := ana.Table(id)
		return err == nil && len(v.Handovers) == 1 && v.Handovers[0].Asked && len(v.Handovers[0].Waits) == 0 && len(v.Handovers[0].Agreed) == 3
	})
	toTheEndOfTheHand(t, id, ana, ben, cleo)
	next := child(t, ana, id)
	plays(t, next, ana, ben, zoe)
	hasGiven(t, cleo, id, "zoe")
	cleo.end()
	cleo, _ = startStoppable(t, homes[2], "cleo", addr(ana), addr(ben))
	hasGiven(t, cleo, id, "zoe")
}

// hasGiven checks that somebody who has handed the own seat over is told who has it, whatever they still try to do at the table.
func hasGiven(t *testing.T, n *Node, id, to string) {
	t.Helper()
	ctx := context.Background()
	eventually(t, n.name+" reads who has the seat", func() bool {
		v, err := n.Table(id)
		return err == nil && v.HandedTo == to && v.Phase == api.PhaseStopped && v.Waiting.What == api.HandedOver && slices.Equal(v.Waiting.Names, []string{to})
	})
	_, handing := n.Handover(ctx, api.HandoverRequest{About: api.About{Table: id}, To: to})
	_, onward := n.Continue(ctx, id)
	_, hint := n.Hint(id)
	for what, err := range map[string]error{"is advised": hint, "plays": n.Play(ctx, id, "end"), "hands over": handing, "goes on": onward} {
		var c *api.Error
		if !errors.As(err, &c) || c.Reason != api.ReasonHandedOver || c.Name != to {
			t.Errorf("%s %s: %v", n.name, what, err)
		}
	}
	all, _ := n.events.After(0)
	for _, e := range all {
		if e.Table == id && e.Kind == api.EventLeft {
			t.Errorf("%s is told that %s has left", n.name, e.Name)
		}
	}
}

// Who agrees means what was shown: not a handover that has become another one since, and not one with
// a warning that was not shown. Whoever has the seat can refuse, whether or not they had agreed.
func TestAgreesToWhatWasShown(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	other := startNode(t, "ben", addr(ana), addr(ben)) // somebody else who is called ben
	asksFor(t, other, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	q := api.AgreeRequest{About: api.About{Table: o.ID}, Seat: "Ada"}
	refused := func(want api.Reason) *api.Handover {
		t.Helper()
		var c *api.Error
		_, err := ana.Agree(ctx, q)
		if !errors.As(err, &c) || c.Reason != want || c.Handover == nil {
			t.Fatalf("%v, want %s", err, want)
		}
		return c.Handover
	}
	eventually(t, "ana is asked", func() bool { v, _ := ana.Table(o.ID); return v.ToAgree == 1 })
	h := refused(api.ReasonWarned)
	if h.Warning.Code == "" || h.To != "ben~2" || h.Drawn == "" {
		t.Errorf("%+v", h)
	}
	q.Drawn = "another"
	if again := refused(api.ReasonOtherHandover); again.Drawn != h.Drawn {
		t.Errorf("what was drawn is %q, and then %q", h.Drawn, again.Drawn)
	}
	q.Drawn = h.Drawn
	if v, err := ana.Agree(ctx, q); err != nil || !v.Agree || v.Drawn != h.Drawn {
		t.Errorf("%+v, %v", v, err)
	}
	other.Leave(ctx, o.ID)
	eventually(t, "nobody asks", func() bool { v, _ := ben.Table(o.ID); return len(v.Handovers) == 0 })
	asksFor(t, other, api.JoinRequest{Table: o.ID, Seat: "ben"})
	agreed := func(want int) {
		t.Helper()
		eventually(t, "so many have agreed", func() bool {
			return !slices.ContainsFunc([]*Node{ana, ben}, func(n *Node) bool {
				v, _ := n.Table(o.ID)
				return len(v.Handovers) != 1 || len(v.Handovers[0].Agreed) != want
			})
		})
	}
	agreed(0)
	v, _ := ana.Table(o.ID)
	q.Seat, q.Drawn = "ben", v.Handovers[0].Drawn
	if _, err := ana.Agree(ctx, q); err != nil {
		t.Fatal(err)
	}
	agreed(1)
	if _, err := ben.Agree(ctx, api.AgreeRequest{About: q.About, Seat: "ben", Not: true}); err != nil {
		t.Errorf("ben, whose seat it is, cannot refuse: %v", err)
	}
	agreed(0)
	told, _ := ana.events.After(0)
	if !slices.ContainsFunc(told, func(e api.Event) bool { return e.What == api.Void && e.Name == "ben" }) {
		t.Error("ana is not told why she is asked again")
	}
}

// Nobody waits for those who do not agree, and consent can be taken back.
func TestNobodyWaitsForWhoDoesNotAgree(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	id := o.ID
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "Ada"})
	agrees(t, id, "Ada", ana, ben)
	if h, err := ben.Agree(ctx, api.AgreeRequest{About: api.About{Table: id}, To: "zoe"}); err != nil || !h.Agree || slices.Contains(h.Waits, "ben") {
		t.Errorf("agreed again: %+v, %v", h, err)
	}
	if h, err := ben.Agree(ctx, api.AgreeRequest{About: api.About{Table: id}, Not: true}); err != nil || h.Agree {
		t.Fatalf("%+v, %v", h, err)
	}
	eventually(t, "ana sees that", func() bool {
		v, err := ana.Table(id)
		return err == nil && len(v.Handovers) == 1 && slices.Contains(v.Handovers[0].Waits, "ben")
	})
	toTheEndOfTheHand(t, id, ana, ben)
	toTheEndOfTheHand(t, id, ana, ben)
	if v, _ := ana.Table(id); v.Child != "" {
		t.Error("the seat changes hands")
	}
	if _, err := zoe.Leave(ctx, id); err != nil {
		t.Fatal(err)
	}
	eventually(t, "nobody asks any more", func() bool { v, err := ben.Table(id); return err == nil && len(v.Handovers) == 0 })
}

// Somebody who leaves a table at the moment at which it goes on as another one has left both. A wish that is taken back at once
// stays taken back.
func TestLeavesWhileASeatChangesHands(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	id := o.ID
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	for range 3 {
		asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "Ada"})
		if _, err := zoe.Leave(ctx, id); err != nil {
			t.Fatal(err)
		}
		eventually(t, "nobody asks any more", func() bool {
			v, _ := ana.Table(id)
			w, _ := ben.Table(id)
			return len(v.Handovers)+len(w.Handovers) == 0
		})
	}
	asksFor(t, zoe, api.JoinRequest{Table: id, Seat: "Ada"})
	agrees(t, id, "Ada", ana, ben)
	toTheEndOfTheHand(t, id, ana, ben)
	next := child(t, ben, id)
	if said, err := ben.Leave(ctx, id); err != nil || said != api.Left {
		t.Fatalf("%q, %v", said, err)
	}
	eventually(t, "the others know", func() bool {
		v, err := ana.Table(next)
		return err == nil && slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Name == "ben" && s.Left })
	})
}

// Since when somebody has had a seat is known after a restart, too: the tables before are then in the archive.
func TestSinceAfterRestart(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	home := t.TempDir()
	ana, _ := startStoppable(t, home, "ana")
	ben := startNode(t, "ben", addr(ana))
	o, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Set: map[string]string{"limit": "1000"}, Bots: []string{"easy"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{Table: o.ID}); return err == nil })
	plays(t, o.ID, ana, ben)
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	agrees(t, o.ID, "Ada", ana, ben)
	toTheEndOfTheHand(t, o.ID, ana, ben)
	next := child(t, ana, o.ID)
	plays(t, next, ana, ben, zoe)
	dan := startNode(t, "dan", addr(ana), addr(ben), addr(zoe))
	asksFor(t, dan, api.JoinRequest{Table: next, Seat: "ben"})
	agrees(t, next, "ben", ana, ben, zoe)
	toTheEndOfTheHand(t, next, ana, ben, zoe)
	third := child(t, ana, next)
	plays(t, third, ana, zoe, dan)
	asksFor(t, ben, api.JoinRequest{Table: third, Seat: "dan"})
	agrees(t, third, "dan", ana, zoe, dan)
	toTheEndOfTheHand(t, third, ana, zoe, dan)
	last := child(t, ana, third)
	plays(t, last, ana, zoe, ben)
	since := func(when string) {
		t.Helper()
		v, err := ana.Table(last)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range v.Seats {
			if want := map[string]int{"zoe": 2, "ben": 4}[s.Name]; s.Since != want {
				t.Errorf("%s: %s has sat there since hand %d, not %d", when, s.Name, s.Since, want)
			}
		}
	}
	since("live")
	ana.goAhead(2 * time.Minute)
	eventually(t, "the tables before are in the archive", func() bool {
		return ana.tables.game(mustID(t, o.ID)) == nil && ana.tables.game(mustID(t, next)) == nil
	})
	ana.end()
	ana, _ = startStoppable(t, home, "ana", addr(ben), addr(zoe))
	if all := ana.tables.archive(); all[mustID(t, o.ID)].raw == nil || all[mustID(t, next)].raw == nil {
		t.Error("the first two are not in the archive")
	}
	since("after a restart")
}

// Whoever is handing a seat over does not read at once that somebody has left, who may have left only for
// the table at which the game goes on: nor at the seat, nor in what the table waits for. If it was no more
// than that, they read it later.
func TestLeftPerhapsOnward(t *testing.T) {
	t.Parallel()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	startNode(t, "zoe", addr(ana), addr(ben), addr(cleo))
	id := ana.summaries()[0].ID
	offers(t, cleo, api.HandoverRequest{About: api.About{Table: id}, To: "zoe"})
	g, err := cleo.tables.find(id)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	setClock := func(now time.Time) {
		t.Helper()
		if err := g.do(t.Context(), func(*replica.Replica, time.Time) error {
			g.reporter.Now = func() time.Time { return now }
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	setClock(now)
	if _, err := ben.Leave(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	reads := func(n *Node, what string, left bool) func() bool {
		return func() bool {
			v, err := n.Table(id)
			return err == nil && v.Phase == api.PhaseStopped && v.Waiting.What == what && v.Seats[1].Left == left && hasEventLike(n, api.EventLeft, func(api.Event) bool { return true }) == left
		}
	}
	eventually(t, "ana reads that ben has left", reads(ana, api.Left, true))
	eventually(t, "cleo reads that a seat changes hands", reads(cleo, api.Changing, false))
	setClock(now.Add(departTime))
	eventually(t, "cleo reads that ben has left", reads(cleo, api.Left, true))
}

// Once a change of seats has come to nothing for the last time, people are told whose, and once.
func TestInVain(t *testing.T) {
	t.Parallel()
	ana, ben, o := hosted(t, nil)
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	g, err := ana.tables.find(o.ID)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana reads of it", func() bool { return len(g.Snapshot().Handovers()) == 1 })
	for range 2 {
		if err := g.do(t.Context(), func(r *replica.Replica, _ time.Time) error {
			r.GiveUp([]replica.Handover{r.Handovers()[0].Handover})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	var told []api.Event
	eventually(t, "ana is told", func() bool {
		all, _ := ana.events.After(0)
		told = slices.DeleteFunc(all, func(e api.Event) bool { return e.What != api.InVain })
		return len(told) > 0
	})
	if e := told[0]; len(told) != 1 || e.Kind != api.EventHandover || e.Table != o.ID || e.Name != "zoe" || e.Handover.Seat != "Ada" || e.Handover.To != "zoe" {
		t.Errorf("%+v", told)
	}
}

// If both want to hand over, somebody has to stay: two tables never go on from one.
func TestBothHandOver(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	o, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "1000"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{Table: o.ID}); return err == nil })
	plays(t, o.ID, ana, ben)
	zoe, dan := startNode(t, "zoe", addr(ana), addr(ben)), startNode(t, "dan", addr(ana), addr(ben))
	for _, h := range []struct {
		from, to *Node
	}{{ana, zoe}, {ben, dan}} {
		offers(t, h.from, api.HandoverRequest{About: api.About{Table: o.ID}, To: h.to.name})
		asksFor(t, h.to, api.JoinRequest{Table: o.ID, Seat: h.from.name})
	}
	agrees(t, o.ID, "ana", ben)
	agrees(t, o.ID, "ben", ana)
	for _, n := range []*Node{ana, ben} {
		eventually(t, "all have agreed to both", func() bool {
			v, err := n.Table(o.ID)
			return err == nil && len(v.Handovers) == 2 && len(v.Handovers[0].Waits)+len(v.Handovers[1].Waits) == 0
		})
	}
	toTheEndOfTheHand(t, o.ID, ana, ben)
	toTheEndOfTheHand(t, o.ID, ana, ben)
	for _, n := range []*Node{ana, ben} {
		if v, err := n.Table(o.ID); err != nil || v.Child != "" || v.Phase != api.PhasePlaying {
			t.Errorf("%s: %v in phase %s, and goes on at %q: %v", n.name, v.Names(), v.Phase, v.Child, err)
		}
	}
}

// A game is counted table by table, back from the last one (shown.Finished). So those who stayed list every table at which they
// have played, even one at which no hand was settled, after a restart, and after a log was read again.
func TestAllTablesOfAGameAreListed(t *testing.T) {
	t.Parallel()
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := playing(t, homes, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	zoe, dan := startNode(t, "zoe", addr(ana), addr(ben)), startNode(t, "dan", addr(ana), addr(ben))
	ids := []string{ana.summaries()[0].ID}
	toTheEndOfTheHand(t, ids[0], ana, ben, cleo)
	hand := func(from, to *Node) {
		t.Helper()
		id := ids[len(ids)-1]
		offers(t, from, api.HandoverRequest{About: api.About{Table: id}, To: to.name, Now: true})
		asksFor(t, to, api.JoinRequest{Table: id, Seat: from.name, Now: true})
		agrees(t, id, from.name, ana, ben)
		ids = append(ids, child(t, ana, id))
		plays(t, ids[len(ids)-1], ana, ben, to)
	}
	hand(cleo, zoe)
	hand(zoe, dan)
	list := func(n *Node) (list []string) {
		for i := len(ids); i > 0; i-- {
			for _, s := range n.summaries() {
				if s.ID == ids[i-1] && (i == 1 && s.Parent == "" && s.Before == 0 || i > 1 && s.Parent == ids[i-2] && s.Before == 1) {
					list = append(list, s.ID)
				}
			}
		}
		return list
	}
	check := func(n *Node, when string) {
		t.Helper()
		plays(t, ids[len(ids)-1], n)
		if got := list(n); len(got) != len(ids) {
			t.Errorf("%s lists %d of %d tables %s: %v of %v", n.name, len(got), len(ids), when, got, ids)
		}
		for i, id := range ids[:len(ids)-1] {
			eventually(t, n.name+" knows how a table goes on "+when, func() bool { v, err := n.Table(id); return err == nil && v.Child == ids[i+1] })
			if _, err := n.Log(id); err != nil {
				t.Errorf("%s, %s: the log of table %d: %v", n.name, when, i+1, err)
			}
		}
	}
	check(ana, "as it happened")
	check(ben, "as it happened")
	ben.end()
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana), addr(dan))
	check(ben, "after a restart")
	check(ben, "read again")
}

// scores returns the totals of a table, by seat.
func scores(t api.Table) (list []int) {
	for _, s := range t.Seats {
		list = append(list, s.Score)
	}
	return list
}
