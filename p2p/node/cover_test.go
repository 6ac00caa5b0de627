package node

import (
	"errors"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// away returns a table of four with cover at which seat 2 owes a move and is away.
func away(t *testing.T) *tabletest.Rig {
	t.Helper()
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 6)
	g.Until(func(tb *table.Table) bool { d := tb.Pending(); return d.Kind == record.KindMove && d.Owes(2) })
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	return g
}

// TestCoverEndsWithSeveral: before fewer than four devices are left, people are told, even if it takes several seats that
// change hands; a newcomer with another device does not end cover.
func TestCoverEndsWithSeveral(t *testing.T) {
	tb := tabletest.NewCovered(t, tabletest.Drill, 5, nil, 5).Table()
	node := func(seat int) record.Key { return tb.Terms().Seats[seat].Node() }
	bot := func(seat int, waits ...record.Key) replica.HandoverState {
		return replica.HandoverState{Handover: replica.Handover{Seat: seat, Node: node(0), Bot: true, Player: &record.Player{}}, Waits: waits}
	}
	first, guest := bot(1), replica.HandoverState{Handover: replica.Handover{Seat: 3, Node: record.Key{7}, Player: &record.Player{}}}
	for _, tt := range []struct {
		all  []replica.HandoverState
		want string
	}{
		{[]replica.HandoverState{first}, ""},
		{[]replica.HandoverState{first, bot(2)}, api.FewNodes},
		{[]replica.HandoverState{first, bot(2, node(4))}, ""},
		{[]replica.HandoverState{first, guest}, ""},
		{[]replica.HandoverState{first, bot(1)}, ""},
	} {
		if got := endsCover(tb, first.Handover, tt.all); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.all, got, tt.want)
		}
	}
}

// A seat that is away is covered: its stand-in's moves are marked, its hand stays hidden except for what is played, and
// when it is back it is told what it has missed.
func TestCovered(t *testing.T) {
	g := away(t)
	var steps []replica.Note
	until := func(done func(*table.Table) bool) {
		g.Until(func(tb *table.Table) bool {
			if done(tb) {
				return true
			}
			steps = append(steps, replica.Note{Fold: &replica.Fold{Step: tb.Step(), Pending: tb.Pending()}})
			return false
		})
	}
	until(func(tb *table.Table) bool { return tb.Covered(2) && len(story.Missed(tb, 2, tb.Step())) > 0 })
	tb := g.Table()
	names := tb.Terms().Names()
	v := showTable(replica.New(tb, replica.Config{}))
	if s := v.Seats[2]; !s.Covered || s.Keyless || v.Seats[1].Covered {
		t.Errorf("the seats: %+v", v.Seats)
	}
	for _, x := range tb.Position().Status().Hands[2] {
		if tb.Public().Of(x).Known() {
			t.Errorf("slot %d of its hand is public", x)
		}
	}
	i := slices.IndexFunc(v.Last, func(m api.Played) bool { return m.StandIn })
	if i < 0 || v.Last[i].Name != names[2] {
		t.Fatalf("the moves: %+v", v.Last)
	}
	g.Players[2].Table = g.Replay(tb.Log()) // it is back, and has taken in the log
	own := replica.New(g.Players[2].Table, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[2].Key}}})
	if m := showTable(own).Missed; len(m) != 1 || m[0] != v.Last[i] {
		t.Errorf("the seat has missed %+v", m)
	}
	g.Absent = nil
	until(func(tb *table.Table) bool { return !tb.Covered(2) })
	own = replica.New(g.Players[2].Table, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[2].Key}}})
	p := reporter{Twice: func(int) bool { return false }, Now: time.Now}
	told := p.Events(own, steps)
	type line struct {
		kind          api.EventKind
		what          string
		standIn, back bool
	}
	var got []line
	for _, e := range told {
		if e.Name == names[2] && e.Kind != api.EventAway && e.Kind != api.EventTurn {
			got = append(got, line{e.Kind, e.What, e.StandIn, len(e.Missed) == 1})
			if !e.Yours {
				t.Errorf("it is not about this node: %+v", e)
			}
		}
	}
	want := []line{
		{api.EventCover, api.Covered, false, false}, {api.EventCards, "cover", false, false},
		{api.EventMove, "", true, false}, {api.EventCover, api.Returned, false, true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("told %+v", got)
	}
	g.Until(func(tb *table.Table) bool {
		h := tb.Hand().Played()
		return len(h) > 0 && h[len(h)-1].Seat == 2 && !h[len(h)-1].StandIn
	})
	if m := story.Missed(g.Table(), 2, g.Table().Step()); len(m) > 0 {
		t.Errorf("it has moved itself, and missed %+v", m)
	}
}

// leaves has a player sign a notice that it leaves.
func leaves(t *testing.T, tb *table.Table, who *tabletest.Player) {
	t.Helper()
	p, err := tb.LeavePayload(who.Seat, 7)
	if err != nil {
		t.Fatal(err)
	}
	n, err := record.SignNotice(who.Key, p)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := tb.Leave(n); !ok || err != nil {
		t.Fatal(ok, err)
	}
}

// onlooking is a table as a node without a seat has it.
type onlooking struct{ *replica.Replica }

func (onlooking) Local() *replica.LocalSeat { return nil }

// A seat that has left is covered too: the table goes on, until a second one leaves. Then nobody has a
// turn. Who is the last one there is told that the others have gone on.
func TestCoveredAfterLeaving(t *testing.T) {
	for _, cover := range []bool{true, false} {
		g := tabletest.New(t, tabletest.Drill, 4, nil, 5)
		if cover {
			g = tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
		}
		g.Until(func(tb *table.Table) bool { d := tb.Pending(); return d.Kind == record.KindMove && d.Owes(0) })
		tb := g.Table()
		r := replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key, Hand: g.Players[0].Hand}}})
		turn := func(want bool) {
			t.Helper()
			p := &reporter{}
			p.addTurn(r, tb.Terms().Names())
			if v := showTable(r); v.YourTurn != want || (v.Turn != "") != want || showMoves(r).YourTurn != want || (len(p.events) > 0) != want {
				t.Errorf("cover %v: your turn %v, turn %q, moves %+v, told %+v", cover, v.YourTurn, v.Turn, showMoves(r), p.events)
			}
		}
		turn(true)
		for _, left := range []bool{false, true} {
			p := &reporter{}
			p.addTurn(replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key, Hand: g.Players[0].Hand, Left: left}}}), tb.Terms().Names())
			if len(p.events) != 1 || p.events[0].Yours == left {
				t.Errorf("left %v: told %+v", left, p.events)
			}
		}
		leaves(t, tb, g.Players[2])
		turn(cover)
		if got, w := phaseOf(r), waitingFor(r, tb.Terms().Names()); (got == api.PhasePlaying) != cover || (w.What == api.Left) == cover {
			t.Errorf("cover %v: %s, waiting for %+v", cover, got, w)
		}
		if cover { // that one was to begin a table at which seats change hands, and says nothing
			r.Promise(true, []int{2}, time.Now())
			if got, w := phaseOf(r), waitingFor(r, tb.Terms().Names()); got != api.PhaseStopped || w.What != api.Left || !slices.Equal(w.Names, tb.Terms().Names()[2:3]) {
				t.Errorf("who was to begin is missing: %s, waiting for %+v", got, w)
			}
			r.Promise(true, nil, time.Now())
		}
		for i, want := range []string{api.Left, api.LeftBehind} { // a second one leaves, and then the last of the others
			leaves(t, tb, g.Players[[]int{1, 3}[i]])
			if got, w := phaseOf(r), waitingFor(r, tb.Terms().Names()); got != api.PhaseStopped || w.What != want {
				t.Errorf("cover %v, %d have left: %s, waiting for %+v", cover, 2+i, got, w)
			}
			// Who looks on does not know either whether they play on elsewhere.
			if w := waitingFor(onlooking{r}, tb.Terms().Names()); w.What != api.LeftBehind || len(w.Names) != 2+i {
				t.Errorf("cover %v, %d have left: an onlooker reads %+v", cover, 2+i, w)
			}
			turn(false)
		}
	}
}

// Of four, two have said that a seat is away, and then its record comes in: the table waits for the
// vote of the fourth, whoever moves, and says so. If that one leaves without it, the table has stopped.
func TestWaitsForAVote(t *testing.T) {
	g := away(t)
	tb := g.Replay(g.Table().Log())
	take := func(r record.Record, err error) {
		t.Helper()
		c, bad := tb.Check(r)
		if bad == nil {
			_, bad = tb.Apply(c)
		}
		if err = errors.Join(err, bad); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range g.Players[:2] {
		take(seat.Away(p.Table, p.Seat, 2, p.Key, p.Hand, g.Secret))
	}
	take(g.Make(g.Players[2]), nil)
	r := replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}})
	names := tb.Terms().Names()
	if w := waitingFor(r, names); !slices.Equal(w.Names, names[3:]) || phaseOf(r) != api.PhasePlaying {
		t.Errorf("%s, waiting for %+v", phaseOf(r), w)
	}
	for i, s := range showTable(r).Seats {
		if s.Owes != (i == 3) {
			t.Errorf("whether the table waits for seat %d: %v", i, s.Owes)
		}
	}
	if got := waitedFor(r); !slices.Equal(got, names[3:]) {
		t.Errorf("it waits for %v", got)
	}
	leaves(t, tb, g.Players[3])
	if w := waitingFor(r, names); w.What != api.Left || !slices.Equal(w.Names, names[3:]) || phaseOf(r) != api.PhaseStopped {
		t.Errorf("the voter has left: %s, waiting for %+v", phaseOf(r), w)
	}
}

// In one deal the others do without one device: a second one that goes is waited for, and the
// table says why, until the shuffle is done.
func TestOneADeal(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, nil, 5)
	g.Owed(record.KindStack)
	for !g.Table().Pending().Owes(2) {
		g.Step()
	}
	shown := func() string {
		return showTable(replica.New(g.Replay(g.Table().Log()), replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}})).NoCover
	}
	if got := shown(); got != "" {
		t.Errorf("nobody was missed yet: %q", got)
	}
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	g.Step()
	g.Back(g.Players[2])
	for d := g.Table().Pending(); d.Kind == record.KindStack || d.Kind == record.KindProof; d = g.Table().Pending() {
		if got := shown(); got != api.OneADeal { // nobody else is heard
			t.Errorf("a %s of %v is owed: %q", d.Kind, d.Seats, got)
		}
		r := replica.New(g.Replay(g.Table().Log()), replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}})
		names := namesOf(r.Table().Terms().Names(), slices.DeleteFunc(r.Table().Missing(), func(seat int) bool { return seat == 0 }))
		var e *api.Error
		if err := notCovered(r); len(names) > 0 && (!errors.As(err, &e) || e.Reason != api.ReasonOneADeal || !slices.Equal(e.Names, names)) {
			t.Errorf("a %s of %v is owed, and fives continue says: %v", d.Kind, d.Seats, err)
		}
		g.Step()
	}
	if got := shown(); got != "" {
		t.Errorf("the shuffle is done: %q", got)
	}
}

// Why nobody is covered.
func TestNotCovered(t *testing.T) {
	var e *api.Error
	for seats, want := range map[int]string{3: api.FewNodes, 4: ""} { // no hand has begun
		if got := showTable(replica.New(tabletest.NewCovered(t, tabletest.Drill, seats, nil, 5).Table(), replica.Config{})).NoCover; got != want {
			t.Errorf("%d nodes, before the first hand: %q", seats, got)
		}
	}
	plain := tabletest.New(t, tabletest.Drill, 3, nil, 5)
	three := tabletest.NewCovered(t, tabletest.Drill, 3, nil, 5)
	for _, c := range []struct {
		g    *tabletest.Rig
		kind record.Kind
		seat int
		want api.Reason
	}{
		{plain, record.KindMove, 0, api.ReasonNoCover},
		{three, record.KindMove, 0, api.ReasonFewNodes},
		{away(t), record.KindMove, 2, api.ReasonVotersAway}, // and so is everybody else
		{away(t), record.KindMove, -1, api.ReasonNoSeat},
	} {
		c.g.Owed(c.kind)
		var cfg replica.Config
		if c.seat >= 0 {
			cfg.Seats = []*replica.LocalSeat{{Key: c.g.Players[c.seat].Key}}
		}
		if c.want == api.ReasonVotersAway {
			cfg.Seats[0].Key = c.g.Players[0].Key
		}
		r := replica.New(c.g.Table(), cfg)
		if err := notCovered(r); !errors.As(err, &e) || e.Reason != c.want {
			t.Errorf("%v in place of %s", err, c.want)
		}
	}
	if got := showTable(replica.New(three.Table(), replica.Config{})).NoCover; got != api.FewNodes {
		t.Errorf("three nodes: %q", got)
	}
	if got := showTable(replica.New(away(t).Table(), replica.Config{})).NoCover; got != "" {
		t.Errorf("four nodes: %q", got)
	}
}

// A seat that missed the deal has no key: it is offered no moves and is told why, and the moves of its stand-in are events,
// although they follow the record of somebody else.
func TestKeyless(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 5, nil, 5)
	g.Owed(record.KindSeal)
	g.Absent = func(p *tabletest.Player) bool { return p.Seat == 2 }
	g.Until(func(tb *table.Table) bool {
		if tb.Pending().Kind == record.KindShares {
			return len(story.Missed(tb, 2, tb.Step())) > 0
		}
		if _, dealt := tb.KeysStep(); showTable(replica.New(tb, replica.Config{})).Seats[2].Keyless != dealt {
			t.Fatalf("step %d owes a %s, and a seat with a key or before the deal is said to have none", tb.Step(), tb.Pending().Kind)
		}
		return len(story.Missed(tb, 2, tb.Step())) > 0
	})
	tb := g.Table()
	names := tb.Terms().Names()
	own := replica.New(g.Replay(tb.Log()), replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[2].Key}}})
	v := showTable(own)
	for i, s := range v.Seats {
		if s.Keyless != (i == 2) {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	last := v.Missed[len(v.Missed)-1]
	if !last.StandIn || v.YourTurn || showMoves(own).YourTurn || len(showMoves(own).Moves) > 0 {
		t.Errorf("it is offered %+v, and has missed %+v", showMoves(own), v.Missed)
	}
	p := reporter{Twice: func(int) bool { return false }, Now: time.Now}
	var told []api.Event
	for step := tb.FirstStep(); step < tb.Step(); step++ {
		for _, e := range p.Events(own, []replica.Note{{Fold: &replica.Fold{Step: step, Pending: table.Pending{Kind: record.KindKey}}}}) {
			if e.Kind == api.EventMove && e.StandIn {
				told = append(told, e)
			}
		}
	}
	if len(told) != len(v.Missed) || !told[0].StandIn || told[0].Name != names[2] || told[0].Move != v.Missed[0].Move || !told[0].Yours {
		t.Errorf("told %+v of %+v", told, v.Missed)
	}
}

// If seats of two nodes are voted away in one step, that is a special event; the step has achieved nothing.
func TestOwedAgain(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)
	g.Owed(record.KindShares)
	step, pending := g.Table().Step(), g.Table().Pending()
	g.Apart(g.Players[1], g.Players[2])
	own := replica.New(g.Players[0].Table, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}})
	p := reporter{Twice: func(int) bool { return false }}
	told := p.Events(own, []replica.Note{{Fold: &replica.Fold{Step: step, Pending: pending}}})
	told = slices.DeleteFunc(told, func(e api.Event) bool { return e.Kind == api.EventAway })
	if names := g.Table().Terms().Names(); len(told) != 1 || told[0].What != api.Again || !slices.Equal(told[0].Names, names[1:3]) || told[0].Yours {
		t.Errorf("told %+v", told)
	}
}

// Who lacks the key of the hand is not away: people are told that once, and nobody is "back" when the
// hand is over.
func TestLacksIsNotAway(t *testing.T) {
	g := away(t)
	tb := g.Players[0].Table
	r := replica.New(tb, replica.Config{})
	p := reporter{Twice: func(int) bool { return false }}
	var told []string
	for _, lacks := range []int{-1, 3, 3, -1, -1} {
		for _, e := range p.Events(hindered{r, lacks, -1, -1, time.Time{}}, nil) {
			if e.Kind == api.EventAway {
				told = append(told, string(e.Kind)+" "+e.What+" "+e.Name)
			}
		}
	}
	mine := replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[3].Key}}})
	p = reporter{Twice: func(int) bool { return false }}
	for _, e := range p.Events(hindered{mine, 3, -1, -1, time.Time{}}, nil) {
		if e.Kind == api.EventAway {
			t.Errorf("a person is told of the own device: %+v", e)
		}
	}
	if want := []string{string(api.EventAway) + " " + api.Lacks + " " + tb.Terms().Names()[3]}; !slices.Equal(told, want) {
		t.Errorf("told %q, not %q", told, want)
	}
}

// hindered is a state that says what keeps the others from going on.
type hindered struct {
	tableState
	lacks, heard, liar int
	at                 time.Time
}

func (h hindered) Lacking(seat int) bool { return seat == h.lacks }
func (h hindered) FalseVotes(seat int) int {
	if seat == h.liar {
		return 3
	}
	return 0
}

func (h hindered) OnlyHeardBy(seat int) (by int, is bool) { return h.liar, seat == h.heard }
func (h hindered) CoverAt(seat int) time.Time             { return h.at }

// broken is a state in which this node cannot make the record that it owes.
type broken struct{ hindered }

func (broken) Problem() error { return seat.ErrNoKey }

// A node that lacks the key of the hand does not say that it is stuck if the others play on for it.
func TestPlayedForWithoutTheKey(t *testing.T) {
	covered := away(t)
	plain := tabletest.New(t, tabletest.Drill, 4, nil, 5)
	plain.Owed(record.KindMove)
	for _, c := range []struct {
		g     *tabletest.Rig
		own   int // seat 2 owes a move
		lacks int
		at    time.Time // when the others act for it
		stuck bool
	}{
		{covered, 0, 0, time.Time{}, false}, {covered, 0, -1, time.Time{}, true}, {plain, 0, 0, time.Time{}, true},
		{covered, 2, 2, time.Unix(1, 0), false}, {covered, 2, 2, time.Time{}, true}, // it owes, and another one lacks the key, too
	} {
		r := replica.New(c.g.Players[c.own].Table, replica.Config{Seats: []*replica.LocalSeat{{Key: c.g.Players[c.own].Key}}})
		w := showTable(broken{hindered{r, c.lacks, -1, -1, c.at}}).Waiting
		if (w.What == api.Stuck) != c.stuck {
			t.Errorf("seat %d of %d lacks the key: waiting for %+v", c.lacks, c.own, w)
		}
	}
}

// A table says what keeps the others from playing for a seat, and changes when that changes: whose device lacks the key, who
// alone hears somebody, whose votes are false, and whose are missing.
func TestHindered(t *testing.T) {
	g := away(t)
	tb := g.Players[0].Table
	vote, err := seat.Away(tb, 1, 2, g.Players[1].Key, g.Players[1].Hand, g.Secret)
	if err == nil {
		err = g.Players[0].Take(vote)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := replica.New(tb, replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}})
	names := tb.Terms().Names()
	v := showTable(hindered{r, 3, 2, 1, time.Unix(1, 0)})
	for i, s := range v.Seats {
		if s.Lacks != (i == 3) || (s.FalseVotes == 3) != (i == 1) || (s.OnlyHeardBy == names[1]) != (i == 2) {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	if got := v.Seats[2].Unvoted; !slices.Equal(got, names[3:]) {
		t.Errorf("%v have not voted, beside this node", got)
	}
	if got := showTable(hindered{r, 3, 2, 1, time.Time{}}).Seats[2].Unvoted; len(got) > 0 {
		t.Errorf("nobody covers it, and %v have not voted", got)
	}
	p := reporter{Twice: func(int) bool { return false }}
	for name, s := range map[string]hindered{"lacks": {r, 3, -1, -1, time.Time{}}, "heard": {r, -1, 2, -1, time.Time{}}, "liar": {r, -1, -1, 1, time.Time{}}} {
		p.Changed(hindered{r, -1, -1, -1, time.Time{}})
		if !p.Changed(s) || p.Changed(s) {
			t.Errorf("%s: it looks the same, or changes again and again", name)
		}
	}
}
