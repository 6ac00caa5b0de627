package node

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// TestWhoStoppedIt: a fault in a hand that all have receipted does not stop the table, and whoever is guilty of it is not named for
// another fault that does.
func TestWhoStoppedIt(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 && tb.Pending().Kind == record.KindMove })
	tb := g.Table()
	names := tb.Terms().Names()
	r := replica.New(tb, replica.Config{})
	tb.Accuse(&table.Fault{Seat: 1, Step: 3, Reason: errors.New("long ago")})
	if w := waitingFor(r, names); w.What != "move" || len(w.Names) != 1 {
		t.Errorf("an old fault: %+v", w)
	}
	tb.Accuse(&table.Fault{Seat: 2, Step: tb.Step(), Reason: errors.New("now")})
	if w := waitingFor(r, names); w.What != api.Guilty || !slices.Equal(w.Names, names[2:]) {
		t.Errorf("a new fault of %s: %+v", names[2], w)
	}
}

// TestPersonName: a person has the name of their own seat, or else of the seat at which the program plays for them, wherever it is at
// the table; a node without a seat has its fingerprint. A computer player is said to be of that person, and by a fingerprint only where
// nobody has the person's name.
func TestPersonName(t *testing.T) {
	node, other := record.Key{1}, record.Key{2}
	bot := func(i byte, name string) table.Seat {
		return table.Seat{Key: record.Key{9, i}, Name: record.WithStrength(name, "easy"), Host: &node}
	}
	print := record.Fingerprint(node)
	for _, tt := range []struct {
		seats    []table.Seat
		want, of string
	}{
		{[]table.Seat{bot(1, "Bob"), {Key: node, Name: "ana"}}, "ana", "ana "},
		{[]table.Seat{bot(1, "Bob"), {Key: node, Name: "Ada"}}, "Ada", "Ada "},
		{[]table.Seat{{Key: other, Name: "ben"}, bot(1, "ana"), bot(2, "Ada")}, "ana", " ana ana"},
		{[]table.Seat{bot(2, "Ada"), {Key: other, Name: "ana"}, bot(1, "ana")}, "ana~2", "ana~2  ana~2"},
		{[]table.Seat{bot(1, "Ada"), bot(2, "Bob")}, "Ada", print + " " + print},
		{[]table.Seat{{Key: other, Name: "ben"}}, print, ""},
	} {
		terms := &table.Terms{Seats: tt.seats}
		if got := personName(terms, node, terms.Names()); got != tt.want {
			t.Errorf("%+v: %q, want %q", terms.Names(), got, tt.want)
		}
		var of []string
		for i := range tt.seats {
			of = append(of, terms.HostName(i))
		}
		if got := strings.Join(of, " "); got != tt.of {
			t.Errorf("%+v: of %q, want %q", terms.Names(), got, tt.of)
		}
	}
}

// A move out of turn is refused with what the table waits for.
func TestNotYourTurn(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	for _, kind := range []record.Kind{record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt} {
		g.Owed(kind)
		tb := g.Table()
		var e *api.Error
		if err := notYourTurn(replica.New(tb, replica.Config{})); !errors.As(err, &e) || e.Reason != api.ReasonNotYourTurn ||
			e.Waiting == nil || e.Waiting.What != string(kind) || !slices.Equal(e.Waiting.Names, namesOf(tb.Terms().Names(), tb.Missing())) {
			t.Errorf("while a %s is owed: %v, %+v", kind, err, e)
		}
	}
	g.Play()
	var e *api.Error
	if err := notYourTurn(replica.New(g.Table(), replica.Config{})); !errors.As(err, &e) || e.Reason != api.ReasonGameOver {
		t.Errorf("at the end: %v", err)
	}
}

// restarted is a state in which this node has yet to hear from seats.
type restarted struct {
	tableState
	from []int
}

func (restarted) Ready() bool      { return false }
func (r restarted) Unheard() []int { return r.from }

// TestMustHear: no move is offered that would be refused because the node was started again; what is
// said is whom it waits for.
func TestMustHear(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindMove)
	names, seat := g.Table().Terms().Names(), g.Table().Pending().Seats[0]
	other, p := (seat+1)%3, g.Players[seat]
	r := replica.New(p.Table, replica.Config{Seats: []*replica.LocalSeat{{Key: p.Key, Hand: p.Hand}}})
	if v, m := showTable(r), showMoves(r); !v.YourTurn || !m.YourTurn || len(m.Moves) == 0 {
		t.Fatalf("your turn: %v, %+v", v.YourTurn, m)
	}
	again := restarted{r, []int{other}}
	if v, m := showTable(again), showMoves(again); v.YourTurn || v.Waiting.What != "unheard" || !slices.Equal(v.Waiting.Names, names[other:other+1]) || m.YourTurn || len(m.Moves) > 0 {
		t.Errorf("your turn: %v, waiting for %+v; %+v", v.YourTurn, v.Waiting, m)
	}
}

// If computer players owe something, the device that plays them is named, once.
func TestComputerPlayersAreNoDevices(t *testing.T) {
	g := tabletest.NewHosted(t, tabletest.Drill, []int{0, 0, 0, 3}, nil, 3)
	g.Owed(record.KindShares)
	tb := g.Table()
	names := tb.Terms().Names()
	w := waitingFor(replica.New(tb, replica.Config{}), names)
	if len(w.Names) != len(tb.Missing()) || len(w.Names) < 3 || !slices.Equal(w.Devices, []string{names[0], names[3]}) {
		t.Errorf("for %v, on the devices of %v, of %v", w.Names, w.Devices, names)
	}
}

// The score sheets of a settled hand add up to its points, in the table and in the
// event that tells of it.
func TestSettledHandHasSheets(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
	r := replica.New(g.Table(), replica.Config{})
	p := &reporter{Warnings: func() []api.Warning { return nil }, Asleep: func(int) bool { return false }, Twice: func(int) bool { return false }}
	told := p.Events(r, []replica.Note{{Fold: &replica.Fold{Pending: table.Pending{Kind: record.KindReceipt}, Results: 1}}})
	if len(told) == 0 || told[0].Hand == nil {
		t.Fatalf("nothing is told of the hand: %+v", told)
	}
	for _, h := range []api.Hand{showTable(r).Hands[0], *told[0].Hand} {
		for name, points := range h.Points {
			sum := 0
			for _, i := range h.Items[name] {
				sum += i.Points
			}
			if len(h.Items[name]) != 1 || sum != points || len(h.Items[name][0].Cards) != len(h.Cards[name]) {
				t.Errorf("%s has %d points of %v, by the sheet %+v", name, points, h.Cards[name], h.Items[name])
			}
		}
	}
}

// A turn of the table in which nothing has changed costs the same, whatever is said about handovers.
func TestTurnWithoutNews(t *testing.T) {
	const seats = 5
	g := tabletest.New(t, tabletest.Drill, seats, nil, 3)
	g.Owed(record.KindKey)
	now := time.Unix(1_750_000_000, 0)
	costs := func(words int) float64 {
		r := replica.New(g.Table().Snapshot(), replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}, Rand: rand.Reader, Loaded: true})
		p := &reporter{
			Warnings: func() []api.Warning { return nil }, Asleep: func(int) bool { return false }, Twice: func(int) bool { return false },
			Name: func(record.Key) string { return "" }, Now: func() time.Time { return now },
		}
		r.Tick(now)
		for i := 1; i < seats && words > 0; i++ {
			peer, key := replica.Peer(strconv.Itoa(i)), record.KeyOf(numbered(i))
			r.Connect(peer, record.KeyOf(g.Players[i].Key), now)
			h := replica.Have{Step: g.Table().Step(), Head: g.Table().Head(), Handovers: []replica.Word{{Seat: uint64(i), Node: key, Asks: true, Key: &key, Name: "zoe"}}}
			for seat := range uint64(words - 1) {
				h.Handovers = append(h.Handovers, replica.Word{Seat: seat, Node: key, Agrees: &record.Hash{1}})
			}
			r.Receive(peer, replica.Message{Have: &h}, now)
		}
		r.Take()
		told := p.Events(r.Snapshot(), nil)
		if words > 0 && len(told) < seats-1 {
			t.Errorf("of %d newcomers people are told %+v", seats-1, told)
		}
		p.Changed(r.Snapshot())
		st := r.Snapshot()
		return testing.AllocsPerRun(20, func() {
			if p.Events(st, nil); p.Changed(st) {
				t.Error("nothing has changed")
			}
		})
	}
	if none, all := costs(0), costs(seats); all > none {
		t.Errorf("without a word it costs %v allocations, with all of them %v", none, all)
	}
}

// A name is no identity: a newcomer with the name of somebody at the table has a label that nobody
// there has, also while the seat is only offered.
func TestNewcomerWithTheNameOfAPlayer(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Owed(record.KindKey)
	names := g.Table().Terms().Names()
	r := replica.New(g.Table(), replica.Config{Seats: []*replica.LocalSeat{{Key: g.Players[0].Key}}, Rand: rand.Reader})
	r.Tick(time.Unix(1_750_000_000, 0))
	key := record.KeyOf(numbered(7))
	for seat := range names {
		for _, p := range []*record.Player{nil, {Key: key, Name: names[0]}} {
			h := replica.HandoverState{Handover: replica.Handover{Seat: seat, Node: key, Player: p}}
			v := showHandover(r, h, func(record.Key) string { return names[0] })
			if v.To != names[0]+"~2" || v.You != names[0] || v.Namesake != (seat == 0) {
				t.Errorf("seat %d, asked for %v: %+v", seat, p != nil, v)
			}
		}
	}
}

// A claimed time can be anything: one that no calendar can show counts as none.
func TestAbsurdReceiptTime(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
	c, err := g.Table().Successor(1, []int{0, 1, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, tabletest.Drill, c, []ed25519.PrivateKey{g.Players[0].Key, g.Players[1].Key, g.Players[2].Key}, 3)
	h.Body = func(p *tabletest.Player, body any) any {
		if r, ok := body.(record.Receipt); ok && p.Seat == p.Table.Pending().Seats[0] {
			r.Time = 1 << 62
			return r
		}
		return body
	}
	h.Play()
	if got := startTime(h.Table()); got != 1_750_000_001 {
		t.Errorf("it began at %d", got)
	}
	if got := endTime(h.Table()); got != 1_750_000_001 {
		t.Errorf("it ended at %d", got)
	}
	if got := endTime(g.Table()); got != 0 {
		t.Errorf("before its end it has ended at %d", got)
	}
}

// An onlooker sees the table, has no moves, and is told once whose turn it is, and once who has won.
func TestEachThingIsToldOnce(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Kind == record.KindMove })
	r := replica.New(g.Table(), replica.Config{})
	if m := showMoves(r); m.YourTurn || len(m.Moves) > 0 {
		t.Errorf("an onlooker's moves: %+v", m)
	}
	if v := showTable(r); v.Seat >= 0 || v.View == nil || v.Phase != api.PhasePlaying || v.Turn == "" {
		t.Errorf("an onlooker's table: %+v", v)
	}
	p := reporter{Twice: func(int) bool { return false }}
	kinds := func() (list []api.EventKind) {
		for _, e := range p.Events(r, nil) {
			if e.Table != g.Table().ID().String() {
				t.Errorf("an event of table %q", e.Table)
			}
			list = append(list, e.Kind)
		}
		return list
	}
	if first, again := kinds(), kinds(); len(first) != 1 || first[0] != api.EventTurn || len(again) != 0 {
		t.Errorf("events %v, then %v", first, again)
	}
	g.Play()
	r = replica.New(g.Table(), replica.Config{})
	if first, again := kinds(), kinds(); !slices.Equal(first, []api.EventKind{api.EventSettled, api.EventOver}) || len(again) != 0 {
		t.Errorf("events %v, then %v", first, again)
	}
	for i, player := range g.Players {
		over := overEvent(replica.New(player.Table, replica.Config{Seats: []*replica.LocalSeat{{Key: player.Key}}}), player.Table.Terms().Names())
		if won := slices.Contains(over.Names, player.Name); over.Yours != won || won != (over.Name == player.Name) {
			t.Errorf("seat %d is told %+v", i, over)
		}
	}
}

// An onlooker on the branch of a cheat is told who forked the log, and then the result that counts.
func TestBranchIsTold(t *testing.T) {
	g, cheat, _, stray := tabletest.Fork(t)
	p := reporter{Twice: func(int) bool { return false }}
	p.Events(replica.New(stray, replica.Config{}), nil)
	from, _ := stray.PartsFrom(g.Table())
	b, err := table.NewBranch(stray, from)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range g.Table().AllRecords() {
		if _, err := b.Take(r); err != nil {
			t.Fatal(err)
		}
	}
	b.Replace(stray)
	told := p.Events(replica.New(stray, replica.Config{}), []replica.Note{{Branch: &from}})
	if len(told) != 3 || told[0].What != api.Branch || !slices.Equal(told[0].Names, []string{cheat.Name}) ||
		told[1].Kind != api.EventSettled || told[2].Kind != api.EventOver {
		t.Errorf("told: %+v", told)
	}
}

// People are told why this node's computer players made their last moves once the hand is settled and its cards have been shown: not
// before, not twice, and not for a void hand.
func TestReasonsComeAfterTheHand(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
	r := replica.New(g.Table(), replica.Config{})
	names := g.Table().Terms().Names()
	p := &reporter{Warnings: func() []api.Warning { return nil }, Asleep: func(int) bool { return false }, Twice: func(int) bool { return false }}
	reasons := func(notes ...replica.Note) (list []api.Event) {
		for _, e := range p.Events(r, notes) {
			if e.Kind == api.EventReason {
				list = append(list, e)
			}
		}
		return list
	}
	chosen := func(seat int, why string) replica.Note {
		return replica.Note{Chosen: &replica.Chosen{Step: 7, Seat: seat, Choice: rules.Choice{Move: "play", Why: why}}}
	}
	settled := func(results int) replica.Note {
		return replica.Note{Fold: &replica.Fold{Pending: table.Pending{Kind: record.KindReceipt}, Results: results}}
	}
	if early := reasons(chosen(1, "first"), chosen(2, "other"), chosen(1, "last")); len(early) > 0 {
		t.Errorf("told while the hand goes on: %+v", early)
	}
	told := reasons(settled(1))
	if len(told) != 2 || told[0].Name != names[2] || told[0].Text != "other" || told[1].Name != names[1] || told[1].Text != "last" || told[1].Move != "play" || told[1].Step != 7 {
		t.Errorf("%+v", told)
	}
	p.told = 0
	if again := reasons(settled(1)); len(again) > 0 {
		t.Errorf("told again: %+v", again)
	}
	reasons(chosen(1, "void"))
	p.events = nil
	p.addReasons(true, names)
	if len(p.events) > 0 || len(p.chosen) > 0 {
		t.Errorf("told of a void hand: %+v", p.events)
	}
}

// TestPublic: the public view of a node with a seat is what somebody without a seat sees, whatever the seat sees.
func TestPublic(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	own := func(seat int) *replica.Replica {
		p := g.Players[seat]
		return replica.New(p.Table, replica.Config{Seats: []*replica.LocalSeat{{Key: p.Key, Hand: p.Hand}}})
	}
	for hand := 1; hand <= 2; hand++ {
		more := 0
		g.Until(func(tb *table.Table) bool { return tb.HandNumber() == hand && tb.Pending().Kind == record.KindMove })
		for seat := range g.Players {
			r := own(seat)
			public := showPublic(r)
			public.Deadline, public.Seats = nil, nil // by this node's clock, and who is heard
			want := showTable(replica.New(g.Players[seat].Table, replica.Config{}))
			want.Deadline, want.Seats = nil, nil
			if !reflect.DeepEqual(public, want) {
				t.Errorf("seat %d shows everybody %+v, not %+v", seat, public, want)
			}
			if v := showTable(r); !reflect.DeepEqual(v.View, public.View) {
				more++
			}
		}
		if more < 2 { // who has cards
			t.Errorf("in hand %d the seats themselves see no more than everybody", hand)
		}
	}
}

// The summary of a continuation says how many hands its game had before, and from which
// seats of its parent its own come.
func TestSummaryOfAContinuation(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, nil, 3)
	if s := summaryOf(replica.New(g.Table(), replica.Config{})); s.Before != 0 || s.From != nil {
		t.Errorf("a proposed table has %d hands before it, and seats from %v", s.Before, s.From)
	}
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 2 })
	c, err := g.Table().Successor(1, []int{0, 2, 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	next, err := table.Continue(c, g.Find)
	if err != nil {
		t.Fatal(err)
	}
	if s := summaryOf(replica.New(next, replica.Config{})); s.Before != 1 || !slices.Equal(s.From, []int{0, 2, 3}) {
		t.Errorf("%d hands before it, and seats from %v", s.Before, s.From)
	}
}
