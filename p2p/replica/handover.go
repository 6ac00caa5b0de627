package replica

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"fives/engine/continuation"
	"fives/engine/record"
	"fives/engine/table"
)

// A Handover is the intention that a seat changes hands (PROTOCOL §5.9). Nothing of it is
// signed: what binds is the continuation that comes of it (engine/SPEC §5.3).
type Handover struct {
	Seat   int            `cbor:"seat"`             // of this table
	Node   record.Key     `cbor:"node"`             // of the newcomer: its own key, or the host of the computer player
	Bot    bool           `cbor:"bot,omitempty"`    // a computer player of that node is to take the seat
	Player *record.Player `cbor:"player,omitempty"` // the newcomer; nil while Node has not asked, and the seat is only offered to it
	Now    bool           `cbor:"now,omitempty"`    // at once, giving up the running hand
}

// Same reports whether two are about the same seat, newcomer and time.
func (h Handover) Same(g Handover) bool {
	return h.Seat == g.Seat && h.Node == g.Node && h.Bot == g.Bot && h.Now == g.Now
}

// An OwnHandover is what this node says of a handover, and what it needs to play the
// newcomer's part in it.
type OwnHandover struct {
	Handover
	Asks   bool `cbor:"asks,omitempty"`   // the newcomer is this node's, or asks at its door
	Agrees bool `cbor:"agrees,omitempty"` // its person agrees
	Offers bool `cbor:"offers,omitempty"` // its person offers the seat, which is its own, and so agrees
	// Left is how many seats had left when that was said. What people agree to is another table
	// once somebody has left, so they agree to it no more.
	Left int `cbor:"left,omitempty"`
	// Of a computer player that this node would have take the seat:
	Seed     []byte `cbor:"seed,omitempty"`     // of its key
	Strength string `cbor:"strength,omitempty"` // of its play
}

// A HandoverState is a handover as this node knows it.
type HandoverState struct {
	Handover
	Agreed []record.Key // nodes whose people have agreed, in the order of seats,
	Waits  []record.Key // and those whose word is missing
	Own    bool         // this node's person agrees
}

// A Word is what a node says of a handover in its [Have].
type Word struct {
	Seat   uint64      `cbor:"seat"`
	Node   record.Key  `cbor:"node"`
	Bot    bool        `cbor:"bot,omitempty"`
	Now    bool        `cbor:"now,omitempty"`
	Asks   bool        `cbor:"asks,omitempty"`
	Agrees bool        `cbor:"agrees,omitempty"`
	Offers bool        `cbor:"offers,omitempty"`
	Left   uint64      `cbor:"left,omitempty"`
	Key    *record.Key `cbor:"key,omitempty"`  // of the newcomer, once it has asked,
	Name   string      `cbor:"name,omitempty"` // and its name
}

const (
	// HandoverTime is how long the next hand waits for the nodes to sign that seats change
	// hands, once all have agreed.
	HandoverTime = time.Minute
	// MaxWords is how many handovers a node may speak of.
	MaxWords = 32
)

// ErrHandovers refuses one handover too many.
var ErrHandovers = errors.New("replica: there are too many handovers")

// handovers are what this node says of handovers, and how far the next one has come.
type handovers struct {
	own   []OwnHandover // replaced, never changed
	hand  int           // after how many settled hands seats were to change hands last
	since time.Time     // when all had agreed to that
	late  bool          // the next hand waits for it no more
}

// Told are this node's words about handovers. They must not be changed.
func (s *state) Told() []OwnHandover { return s.handovers.own }

// SetHandovers replaces what this node says of handovers.
func (r *Replica) SetHandovers(own []OwnHandover, now time.Time) {
	r.clock.set(now)
	r.handovers.own = own
	r.repl.sendHaveToAll()
	r.work()
}

// words is what a node tells the others.
func (s *state) words() (words []Word) {
	for _, o := range s.handovers.own {
		w := Word{Seat: uint64(o.Seat), Node: o.Node, Bot: o.Bot, Now: o.Now, Asks: o.Asks, Agrees: o.Agrees, Offers: o.Offers, Left: uint64(o.Left)}
		if o.Player != nil && o.Asks {
			w.Key, w.Name = &o.Player.Key, o.Player.Name
		}
		words = append(words, w)
	}
	return words
}

// handover is what a word of a node is about; ok is false if it means nothing at this table.
// For a computer player, only its host can ask: who else named its key could have the others
// seat one that the host does not have.
func (s *state) handover(from record.Key, w Word) (h Handover, ok bool) {
	terms := s.t.Terms()
	h = Handover{Node: w.Node, Bot: w.Bot, Now: w.Now}
	if w.Seat >= uint64(len(terms.Seats)) {
		return h, false
	}
	h.Seat = int(w.Seat)
	if sits := s.seats.of(w.Node) != 0; sits != w.Bot {
		return h, false // who has a seat takes no other, and only who has one hosts a player
	}
	if w.Asks && w.Bot && w.Node != from {
		return h, false
	}
	if w.Asks && w.Key != nil {
		h.Player = &record.Player{Key: *w.Key, Name: w.Name}
		if w.Bot {
			h.Player.Host = &w.Node
		}
		ok := terms.SeatOf(*w.Key) < 0 && (*w.Key == w.Node) != w.Bot && table.CheckName(w.Name) == nil && w.Key.Check() == nil
		return h, ok
	}
	return h, !w.Asks
}

// heardWords takes in what a peer says of handovers: what means nothing is dropped.
func (r *Replica) heardWords(l *link, words []Word) {
	if r.seats.of(l.node) == 0 {
		return
	}
	if len(words) > MaxWords {
		r.out.addPenalty(l.peer)
		return
	}
	if slices.EqualFunc(words, l.words, Word.equal) {
		return
	}
	l.words, l.handovers = words, nil
	for _, w := range words {
		if h, ok := r.handover(l.node, w); ok {
			l.handovers = append(l.handovers, OwnHandover{Handover: h, Asks: w.Asks, Agrees: w.Agrees, Offers: w.Offers && r.seats.node(h.Seat) == l.node, Left: int(min(w.Left, 64))})
		}
	}
}

func (w Word) equal(v Word) bool {
	same := w.Key == v.Key || w.Key != nil && v.Key != nil && *w.Key == *v.Key
	w.Key, v.Key = nil, nil
	return same && w == v
}

// Handovers are those that this node knows of, in the order of seats. A handover is there as
// long as the newcomer asks, or somebody offers his seat.
func (s *state) Handovers() []HandoverState {
	var all []HandoverState
	s.eachWord(func(_ record.Key, o OwnHandover) {
		if !o.Asks && !o.Offers {
			return
		}
		i := slices.IndexFunc(all, func(h HandoverState) bool { return h.Same(o.Handover) })
		if i < 0 {
			all = append(all, HandoverState{Handover: o.Handover})
			i = len(all) - 1
		}
		if o.Asks && all[i].Player == nil {
			all[i].Player = o.Player
		}
	})
	for i := range all {
		s.count(&all[i])
	}
	slices.SortFunc(all, func(a, b HandoverState) int {
		switch {
		case a.Seat != b.Seat:
			return a.Seat - b.Seat
		case a.Node != b.Node:
			return bytes.Compare(a.Node[:], b.Node[:])
		case a.Bot != b.Bot:
			return map[bool]int{false: -1, true: 1}[a.Bot]
		}
		return map[bool]int{false: -1, true: 1}[a.Now]
	})
	return all
}

// eachWord calls f with all that holds of what is said of handovers: by this node, and by the
// nodes of seats that are heard.
func (s *state) eachWord(f func(node record.Key, o OwnHandover)) {
	s.eachSaid(func(node record.Key, o OwnHandover) { f(node, s.holds(o)) })
}

// holds is what holds of a word: what was agreed to before somebody left does so no more.
func (s *state) holds(o OwnHandover) OwnHandover {
	if o.Left != len(s.t.Notices()) {
		o.Agrees, o.Offers, o.Asks = false, false, o.Asks && !o.Bot
	}
	return o
}

// eachSaid calls f with all that is said of handovers, whether it still holds or not.
func (s *state) eachSaid(f func(node record.Key, o OwnHandover)) {
	if len(s.seats.local) > 0 {
		self := s.seats.node(s.seats.local[0].seat)
		for _, o := range s.handovers.own {
			f(self, o)
		}
	}
	for l := range s.links.all() {
		if s.links.silent(l) {
			continue
		}
		for _, o := range l.handovers {
			f(l.node, o)
		}
	}
}

// count finds out who has agreed to a handover, and who has yet to: the nodes of all seats
// that have not left, and for which nobody asks while they are away. Who would take the seat has
// agreed by asking.
func (s *state) count(h *HandoverState) {
	agrees := map[record.Key]bool{}
	s.eachWord(func(node record.Key, o OwnHandover) {
		if o.Same(h.Handover) && (o.Agrees || o.Offers || o.Asks && o.Node == node) {
			agrees[node] = true
		}
	})
	out, wanted := s.departed(), s.wanted()
	for i := range s.t.Terms().Seats {
		node := s.seats.node(i)
		if online, _ := s.Online(i); !online && wanted&(1<<i) != 0 || out&(1<<i) != 0 || slices.Contains(h.Agreed, node) || slices.Contains(h.Waits, node) {
			continue
		}
		if agrees[node] {
			h.Agreed = append(h.Agreed, node)
		} else {
			h.Waits = append(h.Waits, node)
		}
		if s.seats.isLocal(i) {
			h.Own = agrees[node]
		}
	}
}

// wanted is the set of the seats for which somebody asks.
func (s *state) wanted() (set uint64) {
	s.eachWord(func(_ record.Key, o OwnHandover) {
		if o.Asks {
			set |= 1 << o.Seat
		}
	})
	return set
}

// between reports whether the table is between two hands: all have receipted the last one,
// and no card of the next one is dealt.
func (s *state) between() bool {
	n := len(s.t.Results())
	if n == 0 || s.t.Over() || s.halts() || !s.t.HandReceipted(s.t.Results()[n-1].Hand) {
		return false
	}
	kind := s.t.Pending().Kind
	return kind == record.KindSeal || kind == record.KindKey
}

// halts reports whether the table does not go on without a continuation: a fault has stopped
// it, or a seat is needed that has left and for which the others do not act.
func (s *state) halts() bool {
	return s.t.Stopped() || slices.ContainsFunc(s.t.Missing(), func(seat int) bool { return s.t.HasLeft(seat) && !s.t.Covering(seat) })
}

// Due are the handovers that are to be carried out now, at most one of a seat and of a
// newcomer: all have agreed to them, and it is between two hands, the table does not go on, or
// they are to be carried out at once.
func (s *state) Due() (due []Handover) {
	if !s.InPlay() || s.t.Over() || !s.seats.staying() {
		return nil
	}
	next := s.between() && !s.putOff() || s.halts()
	for _, h := range s.Handovers() {
		taken := slices.ContainsFunc(due, func(d Handover) bool {
			return d.Seat == h.Seat || h.Player != nil && d.Player.Key == h.Player.Key
		})
		if h.Player != nil && len(h.Waits) == 0 && len(h.Agreed) > 0 && (next || h.Now) && !taken {
			due = append(due, h.Handover)
		}
	}
	if len(due) > 1 && s.allGo(due) {
		return nil // who is to remain, the people have to say
	}
	return s.possible(due)
}

// allGo reports whether nobody would remain where handovers are carried out.
func (s *state) allGo(list []Handover) bool {
	goes, out := s.departed(), s.departed()
	for _, h := range list {
		goes |= 1 << h.Seat
		if s.t.Terms().Seats[h.Seat].Host == nil {
			goes |= s.seats.of(s.seats.node(h.Seat)) // and its computer players with it
		}
	}
	return out != goes && goes == 1<<len(s.t.Terms().Seats)-1
}

// fits reports whether handovers can be carried out.
func (s *state) fits(list ...Handover) bool {
	_, err := s.Handed(list)
	return err == nil
}

// ownSeat reports whether a seat is that of this node's person.
func (s *state) ownSeat(seat int) bool {
	return s.seats.isLocal(seat) && s.t.Terms().Seats[seat].Host == nil
}

// goesToo reports whether this node's person hands the own seat over, and a continuation does
// not: the person would sit at a table that others have as well.
func (s *state) goesToo(list []Handover) bool {
	return slices.ContainsFunc(s.Handovers(), func(h HandoverState) bool {
		return s.ownSeat(h.Seat) && h.Own && h.Player != nil && len(h.Waits) == 0 && s.fits(h.Handover) && !slices.ContainsFunc(list, func(c Handover) bool { return c.Seat == h.Seat })
	})
}

// possible drops handovers that are in the way of the others: their seat has come to be out of
// the game, say, or the host of the computer player hands over its own seat.
func (s *state) possible(due []Handover) []Handover {
	for len(due) > 0 && !s.fits(due...) {
		drop := len(due) - 1
		for i := range slices.Backward(due) {
			if s.fits(slices.Delete(slices.Clone(due), i, i+1)...) {
				drop = i
				break
			}
		}
		due = slices.Delete(due, drop, drop+1)
	}
	return due
}

// Handed describes the table at which handovers are carried out. Seats that are gone are not
// at it, nor are computer players whose host hands over its own seat. All others must be
// online, because they have to sign, and one of them has to play the next hand: who leaves the
// old table for it must be missing there.
func (s *state) Handed(list []Handover) (record.Continuation, error) {
	newcomers := map[int]record.Player{}
	for _, h := range list {
		newcomers[h.Seat] = *h.Player
	}
	if len(list) == 0 {
		return record.Continuation{}, fmt.Errorf("%w: no seat changes hands", continuation.ErrNone)
	}
	out := s.departed()
	var seats, remain []int
	for i, seat := range s.t.Terms().Seats {
		if _, changes := newcomers[i]; changes {
			seats = append(seats, i)
			continue
		}
		host := i
		if seat.Host != nil {
			host = s.t.Terms().SeatOf(*seat.Host)
		}
		if _, hostGoes := newcomers[host]; out&(1<<i) != 0 || hostGoes {
			continue
		}
		if online, _ := s.Online(i); !online {
			return record.Continuation{}, fmt.Errorf("%w: seat %d is away", continuation.ErrNone, i)
		}
		seats, remain = append(seats, i), append(remain, i)
	}
	c, err := continuation.Successor(s.t, s.sharedHands(remain), seats, newcomers)
	if err != nil {
		return c, err
	}
	plays := s.t.Terms().Rules.Active(len(seats), s.t.Terms().Options, c.Carry)
	if !slices.ContainsFunc(plays, func(i int) bool { return slices.Contains(remain, seats[i]) }) {
		return c, fmt.Errorf("%w: nobody who remains plays the next hand, and could begin it", continuation.ErrNone)
	}
	return c, nil
}

// AgreedTo reports whether this node's person has agreed to all handovers that a continuation
// of this table carries out, and to nothing else being changed; and whether it is time for
// them. While this node lacks receipts of the last hand, it is not yet.
func (s *state) AgreedTo(c record.Continuation) bool {
	list := s.carries(c)
	later := slices.ContainsFunc(list, s.later)
	want, err := s.Handed(list)
	if err != nil || !s.Consents(c) || s.goesToo(list) || later && !s.between() && !s.halts() {
		return false
	}
	a, errA := record.ContinuationID(want)
	b, errB := record.ContinuationID(c)
	return errA == nil && errB == nil && a == b
}

// agreeing lists the words by which this node's person agrees to a handover that a
// continuation carries out. Of this node's own computer players it has to be the very one.
func (s *state) agreeing(h Handover) (words []OwnHandover) {
	for _, o := range s.handovers.own {
		o = s.holds(o)
		own := o.Asks && s.seats.of(o.Node) == s.seats.own()
		same := o.Seat == h.Seat && o.Node == h.Node && o.Bot == h.Bot && (!own || o.Player.Key == h.Player.Key)
		if same && (o.Agrees || o.Offers || own) {
			words = append(words, o)
		}
	}
	return words
}

// Late reports whether a continuation comes too late: seats change hands in it that were to do
// so before a hand that has begun since, by the word of this node's person.
func (s *state) Late(c record.Continuation) bool {
	results := s.t.Results()
	if len(results) == 0 || s.between() || s.halts() || !s.t.HandReceipted(results[len(results)-1].Hand) {
		return false
	}
	return slices.ContainsFunc(s.carries(c), s.later)
}

// later reports whether this node's person has not agreed to a handover at once, also before
// somebody left. What the person has said may be gone by now, and the hand has begun all the
// same.
func (s *state) later(h Handover) bool {
	return !slices.ContainsFunc(s.handovers.own, func(o OwnHandover) bool {
		return o.Now && o.Seat == h.Seat && o.Node == h.Node && o.Bot == h.Bot
	})
}

// Consents reports whether seats change hands in a continuation of this table, and this node's
// person agrees to all of that.
func (s *state) Consents(c record.Continuation) bool {
	list := s.carries(c)
	return len(list) > 0 && !slices.ContainsFunc(list, func(h Handover) bool { return len(s.agreeing(h)) == 0 })
}

// DealtBy reports whether a key has signed something of the cards of the running hand, which
// nobody does who has not seen all hand keys.
func (s *state) DealtBy(key record.Key) bool {
	results := s.t.Results()
	if len(results) == 0 {
		return false
	}
	for step := results[len(results)-1].Step; step <= s.t.Step(); step++ {
		records := s.t.Records(step)
		if step == s.t.Step() {
			records = s.t.Arrived()
		}
		for _, rec := range records {
			p, err := rec.Peek()
			if err == nil && rec.Author == key && slices.Contains([]record.Kind{record.KindStack, record.KindProof, record.KindShares, record.KindMove}, p.Kind) {
				return true
			}
		}
	}
	return false
}

// carries lists the handovers that a continuation of this table carries out.
func (s *state) carries(c record.Continuation) (list []Handover) {
	for i, p := range c.Players {
		if i < len(c.From) && s.t.Terms().SeatOf(p.Key) < 0 {
			h := Handover{Seat: c.From[i], Node: p.Key, Player: &p}
			if p.Host != nil {
				h.Node, h.Bot = *p.Host, true
			}
			list = append(list, h)
		}
	}
	return list
}

// putOff reports whether the next hand has waited long enough.
func (s *state) putOff() bool { return s.handovers.late && s.handovers.hand == len(s.t.Results()) }

// changing reports whether the next hand waits because seats are about to change hands.
func (s *state) changing() bool { return s.between() && !s.putOff() && len(s.Due()) > 0 }

// HandedOver reports whether the others play on without this node: its person hands its seat
// over, and so does everybody else who has not left the table. What they could still play here,
// while the others sit out, would be a second table.
func (s *state) HandedOver() bool {
	if len(s.t.Notices()) == 0 || !s.seats.staying() {
		return false
	}
	out, gives := s.departed(), map[record.Key]bool{}
	s.eachSaid(func(node record.Key, o OwnHandover) {
		if s.seats.node(o.Seat) == node && s.t.Terms().Seats[o.Seat].Host == nil && (o.Offers || o.Agrees) {
			gives[node] = true
		}
	})
	for i := range s.t.Terms().Seats {
		if out&(1<<i) == 0 && !gives[s.seats.node(i)] {
			return false
		}
	}
	return true
}

// tendHandovers lets the next hand wait no longer than [HandoverTime] for the nodes to sign
// that seats change hands.
func (r *Replica) tendHandovers() {
	h := r.handovers
	if !r.changing() {
		return
	}
	if n := len(r.t.Results()); h.hand != n {
		h.hand, h.since, h.late = n, r.clock.now, false
	}
	if r.clock.since(h.since) >= HandoverTime {
		h.late = true
		r.out.addNote(Note{PutOff: true})
	}
}
