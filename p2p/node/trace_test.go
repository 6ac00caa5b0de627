package node

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// BenchmarkTrace shows where the time goes between a key press at one node and the
// card at another: four nodes of this process play on loopback, with stores on the
// disk. It prints what each did, in milliseconds, in one deal and in one draw, and
// the medians of all draws:
//
//	make    a move is made and signed, from the key press up to the disk
//	sync    it is stored
//	answer  on the way, checked, and the share of the card made, up to the disk
//	sync    that is stored
//	open    on the way back, checked and opened, up to the event
//
// where the answer is that of the node whose share is stored last.
func BenchmarkTrace(b *testing.B) {
	w := &watched{}
	var nodes []*Node
	for i, name := range []string{"ana", "ben", "cleo", "dan"} {
		home := b.TempDir()
		cfg := Config{Name: name, Store: watchedStore{storeIn(b, home), w, i}}
		if i > 0 {
			cfg.Peers = []string{addr(nodes[0])}
		}
		n, _ := startWorking(b, home, cfg, watchedWork{&scheduler{}, w, i})
		nodes = append(nodes, n)
	}
	who := "ana, ben, cleo and dan"
	for _, n := range nodes {
		eventually(b, n.name+" is connected to all", func() bool {
			return !slices.ContainsFunc(nodes, func(m *Node) bool { return m != n && !n.network.Connected(m.self) })
		})
	}
	var deals []time.Duration
	var paths []path
	for b.Loop() {
		begun := w.deal(b, nodes)
		dealt := w.dealt(b, nodes)
		if deals = append(deals, dealt.Sub(begun)); len(deals) == 1 {
			fmt.Printf("roster to dealt hands, at %s:\n%s", who, w.show(begun, dealt))
		}
		for range 200 {
			press, card, drew := w.draw(b, nodes)
			if press.IsZero() {
				break // the hand is over
			}
			if len(paths) == 0 {
				fmt.Printf("a draw of %s, at %s:\n%s", nodes[drew].name, who, w.show(press, card))
			}
			paths = append(paths, w.path(drew, press, card))
		}
		for _, n := range nodes {
			if _, err := n.Leave(b.Context(), w.id); err != nil {
				b.Fatal(err)
			}
		}
	}
	median := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2].Microseconds()) / 1000
	}
	for i, what := range []string{"1-make", "2-sync", "3-answer", "4-sync", "5-open", "draw"} {
		var all []time.Duration
		for _, p := range paths {
			all = append(all, p[i])
		}
		b.ReportMetric(median(all), "ms-"+what)
	}
	b.ReportMetric(median(deals), "ms-deal")
	b.ReportMetric(0, "ns/op")
}

// A span is something that a node did.
type span struct {
	node       int
	what       string
	begin, end time.Time
}

// A watched records what the sessions of some nodes do.
type watched struct {
	mu    sync.Mutex
	spans []span
	id    string // of the table
}

func (w *watched) span(node int, what string, do func()) {
	s := span{node: node, what: what, begin: time.Now()}
	do()
	s.end = time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.spans = append(w.spans, s)
}

// between lists what was done between two moments, by its beginning.
func (w *watched) between(from, to time.Time) (list []span) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.spans {
		if !s.begin.Before(from) && !s.end.After(to) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b span) int { return a.begin.Compare(b.begin) })
	return list
}

// show returns a table of what was done between two moments, in milliseconds.
func (w *watched) show(from, to time.Time) string {
	var s strings.Builder
	since := func(t time.Time) float64 { return float64(t.Sub(from).Microseconds()) / 1000 }
	for _, sp := range w.between(from, to) {
		fmt.Fprintf(&s, "%9.3f %9.3f  %s%s\n", since(sp.begin), since(sp.end), strings.Repeat("                    ", sp.node), sp.what)
	}
	fmt.Fprintf(&s, "%19.3f  done\n", since(to))
	return s.String()
}

type watchedStore struct {
	Store
	w    *watched
	node int
}

func (s watchedStore) Save(id record.Hash, save replica.Save) (err error) {
	what := "sync"
	for _, r := range save.Records {
		if p, err := r.Peek(); err == nil {
			what += fmt.Sprintf(" %s%d", p.Kind, p.Seat)
		}
	}
	s.w.span(s.node, what, func() { err = s.Store.Save(id, save) })
	return err
}

type watchedWork struct {
	work
	w    *watched
	node int
}

func (s watchedWork) Go(f func()) {
	s.work.Go(func() { s.w.span(s.node, "turn", f) })
}

func (s watchedWork) Parallel(n int, f func(int)) {
	s.work.Parallel(n, func(i int) { s.w.span(s.node, "work", func() { f(i) }) })
}

// deal makes all nodes sit down at a new table, and returns when its roster was complete.
func (w *watched) deal(b *testing.B, nodes []*Node) time.Time {
	ctx := b.Context()
	offer, err := nodes[0].Host(ctx, api.HostRequest{Game: "five", Seats: len(nodes), Set: map[string]string{"limit": "10000"}})
	if err != nil {
		b.Fatal(err)
	}
	w.id = offer.ID
	for _, n := range nodes[1:] {
		eventually(b, "the table is seen", func() bool { return len(n.Tables(ctx).Open) == 1 })
		if _, err := n.Join(ctx, api.JoinRequest{Table: offer.ID}); err != nil {
			b.Fatal(err)
		}
	}
	return w.event(b, nodes[0], func(e api.Event) bool { return e.Kind == api.EventStarted })
}

// dealt returns when the last node had its cards.
func (w *watched) dealt(b *testing.B, nodes []*Node) (last time.Time) {
	for _, n := range nodes {
		t := w.event(b, n, func(e api.Event) bool { return e.Kind == api.EventCards })
		last = slices.MaxFunc([]time.Time{last, t}, time.Time.Compare)
	}
	return last
}

// event waits for an event of the table and returns its time.
func (w *watched) event(b *testing.B, n *Node, is func(api.Event) bool) (at time.Time) {
	eventually(b, "an event of "+n.name, func() bool {
		list, _ := n.events.After(0)
		i := slices.IndexFunc(list, func(e api.Event) bool { return e.Table == w.id && is(e) })
		if i >= 0 {
			at = list[i].Time
		}
		return i >= 0
	})
	return at
}

// draw plays on until somebody has drawn a card in the first hand. It returns when the key was pressed, when the card was there, and
// whose it was.
func (w *watched) draw(b *testing.B, nodes []*Node) (press, card time.Time, who int) {
	for {
		var text string
		var step uint64
		eventually(b, "a turn", func() bool {
			for i, n := range nodes {
				n.tables.game(mustID(b, w.id)).look(func(r *replica.Snapshot) {
					t, own := r.Table(), r.Local()
					if t.HandNumber() > 1 {
						step = 1
					} else if d := t.Pending(); d.Kind == record.KindMove && d.Owes(own.Seat()) {
						text = t.Terms().Rules.Bots[0].Move(t.Position(), own.Seat(), r.Observe(own), rand.New(rand.NewPCG(1, t.Step())))
						step, who = t.Step(), i
					}
				})
			}
			return step > 0
		})
		if text == "" {
			return time.Time{}, time.Time{}, 0
		}
		press = time.Now()
		if err := nodes[who].Play(b.Context(), w.id, text, step); err != nil {
			b.Fatal(err)
		}
		drew := false
		w.event(b, nodes[who], func(e api.Event) bool {
			if e.Step == step+1 && e.Kind == api.EventCards && e.What == string(rules.Draw) {
				drew, card = true, e.Time
			}
			return drew || e.Kind == api.EventTurn && e.Step > step || e.Kind == api.EventSettled && e.Step > step
		})
		if drew {
			return press, card, who
		}
	}
}

// A path has the durations of the parts of a draw, and of all of it: see BenchmarkTrace.
type path [6]time.Duration

func (w *watched) path(who int, press, card time.Time) path {
	made, answered := span{begin: card, end: card}, span{begin: card, end: card}
	for _, s := range w.between(press, card) {
		switch {
		case s.node == who && strings.Contains(s.what, " move"):
			made = s
			answered = span{begin: s.end, end: s.end}
		case s.node != who && strings.Contains(s.what, " shares") && s.end.After(answered.end):
			answered = s
		}
	}
	return path{
		made.begin.Sub(press), made.end.Sub(made.begin), answered.begin.Sub(made.end), answered.end.Sub(answered.begin), card.Sub(answered.end), card.Sub(press),
	}
}
