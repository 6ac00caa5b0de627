package gametest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"

	"fives/engine/rules"
)

// A snapshot is a position and its dump when it was new.
type snapshot struct {
	position   rules.Position
	seat       int
	own, faces rules.Observation
	dump       []byte
}

func (p *playthrough) snapshot(seat int) snapshot {
	snap := snapshot{position: p.game.Position(), seat: seat, own: p.game.Observation(seat), faces: p.game.Full()}
	snap.dump = p.dump(snap)
	return snap
}

// dump writes the answers of all methods of a position.
func (p *playthrough) dump(snap snapshot) []byte {
	text, err := json.Marshal([]any{
		snap.position.Status(),
		snap.position.Keys(p.names(), snap.faces),
		snap.position.View(snap.seat, snap.own),
		snap.position.Moves(snap.seat, snap.own),
		reflect.TypeOf(snap.position.Next()).Name(),
		snap.position.Violations(snap.faces),
	})
	if err != nil {
		p.Fatalf("move %d: the state cannot be written: %v", p.at, err)
	}
	return text
}

func (p *playthrough) names() []string {
	names := make([]string, p.seats)
	for i := range names {
		names[i] = "seat " + strconv.Itoa(i)
	}
	return names
}

// checkUnchanged checks that no position has changed since its snapshot was taken.
func (p *playthrough) checkUnchanged() {
	for i, snap := range p.snapshots {
		if !bytes.Equal(snap.dump, p.dump(snap)) {
			p.Errorf("the position of move %d has changed since", i*checkEvery+1)
		}
	}
}

// views checks the status, the state keys and the views of the public and every seat.
func (p *playthrough) views() {
	pos := p.game.Position()
	p.status(pos.Status())
	p.keys()
	p.view(pos.View(rules.Onlooker, p.game.Public()))
	for seat := range p.seats {
		p.view(pos.View(seat, p.game.Observation(seat)))
	}
}

// status checks a status against itself and the hands settled so far.
func (p *playthrough) status(st rules.Status) {
	if len(st.Scores) != p.seats || st.Hands != nil && len(st.Hands) != p.seats {
		p.Errorf("move %d: the status is for another number of seats: %+v", p.at, st)
	}
	if st.Turn != rules.None && !slices.Contains(st.Active, st.Turn) {
		p.Errorf("move %d: it is the turn of seat %d, active are %v", p.at, st.Turn, st.Active)
	}
	for _, seats := range [][]int{st.Active, st.Winners} {
		if !slices.IsSorted(seats) || slices.ContainsFunc(seats, func(s int) bool { return s < 0 || s >= p.seats }) {
			p.Errorf("move %d: seats are not in order: %v", p.at, seats)
		}
	}
	if st.Hand != p.hands+1 && !p.game.Over() {
		p.Errorf("move %d: it is hand %d after %d were settled", p.at, st.Hand, p.hands)
	}
}

func (p *playthrough) view(v rules.View) {
	text, err := json.Marshal(v)
	if err != nil {
		p.Fatalf("move %d: a view cannot be written: %v", p.at, err)
	}
	var back rules.View
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(v, back) {
		p.Errorf("move %d: a view does not survive JSON (%v): %s", p.at, err, text)
	}
	st := p.game.Position().Status()
	if v.Hand != st.Hand || v.Turn != st.Turn || !slices.Equal(v.Scores, st.Scores) {
		p.Errorf("move %d: hand, turn or scores of a view are not those of the status", p.at)
	}
	if n := len(v.Notes); n != 0 && n != p.seats {
		p.Errorf("move %d: a view has notes for %d seats", p.at, n)
	}
	for _, f := range v.Facts {
		if text := f.Label + " " + f.Value; numbered.MatchString(text) {
			p.Errorf("move %d: the fact %q names a seat by its number; that is for the notes", p.at, text)
		}
	}
	p.zones(v.Zones, st)
}

// numbered matches names that only a program gives to a seat.
var numbered = regexp.MustCompile(`\bseat \d|\bby seat\b`)

// zones checks the numbers of cards in a view, and its orders.
func (p *playthrough) zones(zones []rules.Zone, st rules.Status) {
	all := 0
	for _, z := range zones {
		all += z.Count
		drawn := 0
		for _, g := range z.Groups {
			drawn += len(g.Cards)
		}
		if drawn != 0 && drawn != z.Count {
			p.Errorf("move %d: zone %q has %d cards and draws %d", p.at, z.Label, z.Count, drawn)
		}
		if z.Kind == rules.StockZone && z.Count != st.Stock {
			p.Errorf("move %d: the stock has %d cards, its zone %d", p.at, st.Stock, z.Count)
		}
		if z.Kind == rules.HandZone && st.Hands != nil && z.Count != len(st.Hands[z.Seat]) {
			p.Errorf("move %d: seat %d holds %d cards, its zone %d", p.at, z.Seat, len(st.Hands[z.Seat]), z.Count)
		}
		for _, o := range z.Orders {
			if !arranges(o.Index, z.Count) || !slices.IsSorted(o.Breaks) || len(o.Breaks) > 0 && (o.Breaks[0] < 0 || slices.Max(o.Breaks) > z.Count) {
				p.Errorf("move %d: order %q does not arrange %d cards: %v", p.at, o.Name, z.Count, o.Index)
			}
		}
	}
	if deck := len(p.rs.Deck(p.seats, p.options).Cards); all > deck {
		p.Errorf("move %d: the zones have %d cards, the deck %d", p.at, all, deck)
	}
}

func arranges(index []int, n int) bool {
	sorted := slices.Sorted(slices.Values(index))
	for i, x := range sorted {
		if x != i {
			return false
		}
	}
	return len(index) == n
}
