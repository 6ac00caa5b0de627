package replica

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/limit"
)

// A Handover is the intention that a seat changes hands (PROTOCOL §5.9). It is not signed:
// only the continuation to which it leads is binding (engine/SPEC §5.3).
type Handover struct {
	Seat   int            `cbor:"seat"`             // of this table
	Node   record.Key     `cbor:"node"`             // of the newcomer: its own key, or that of the computer player's host
	Bot    bool           `cbor:"bot,omitempty"`    // a computer player of that node is to take the seat
	Player *record.Player `cbor:"player,omitempty"` // the newcomer; nil while Node has not asked, and the seat is only offered to it
	Now    bool           `cbor:"now,omitempty"`    // at once, giving up the running hand
}

// Same reports whether two handovers are about the same seat, newcomer and time.
func (h Handover) Same(g Handover) bool {
	return h.Seat == g.Seat && h.Node == g.Node && h.Bot == g.Bot && h.Now == g.Now
}

// A HandoverState is a handover as this node knows it.
type HandoverState struct {
	Handover
	Agreed []record.Key // nodes whose people have agreed, in the order of seats,
	Waits  []record.Key // and those whose word is missing
	Own    bool         // this node's person agrees
}

// HandoverTime is how long the next hand waits, once all have agreed, for the nodes to sign
// that seats change hands.
const HandoverTime = time.Minute

// handovers is what this node says about handovers, and how far the next one has come.
type handovers struct {
	own   []OwnHandover // replaced, never changed
	hand  int           // the number of settled hands after which seats were last to change hands
	since time.Time     // when all had agreed to that
	late  bool          // the next hand no longer waits for it
	news  *limit.Rate   // of nodes that change what they say
	known known

	promised bool // see Promise
}

// known is how handovers stood when that was last found out.
type known struct {
	at   HandoverMark
	list []HandoverState // replaced, never changed
}

// A HandoverMark stands for all that decides how handovers stand: as long as it is the same,
// so are they. It is zero if nobody says anything about any.
type HandoverMark struct {
	said          int
	heard, online uint64 // seats whose nodes say something, and are heard; seats that are online
	left, faults  int
}

// HandoverMark returns the mark of the handovers as they stand. That costs little, however
// many there are, so it is asked in every turn of the table.
func (s *state) HandoverMark() (m HandoverMark) {
	if len(s.handovers.own) == 0 && !s.links.words() {
		return m
	}
	m = HandoverMark{said: s.links.said, left: len(s.t.Notices()), faults: len(s.t.Faults())}
	for _, l := range s.links.order {
		if len(l.handovers) > 0 && !s.links.silent(l) {
			m.heard |= s.seats.of(l.node)
		}
	}
	for i := range s.t.Terms().Seats {
		if online, _ := s.Online(i); online {
			m.online |= 1 << i
		}
	}
	return m
}

// New words are checked, key by key. So a node may change what it says only this often and
// be heard at once; beyond that, it is heard with a later [Have].
const (
	newsEvery = Heartbeat / 4
	newsBurst = 20
)

func newHandovers(own []OwnHandover, c *clock) *handovers {
	return &handovers{own: own, news: limit.NewRate(func() time.Time { return c.now }, newsEvery, newsBurst)}
}

// OwnHandovers returns what this node says about handovers. Callers must not change it.
func (s *state) OwnHandovers() []OwnHandover { return s.handovers.own }

// SetHandovers replaces what this node says about handovers.
func (r *Replica) SetHandovers(own []OwnHandover, now time.Time) {
	r.clock.set(now)
	r.handovers.own = own
	r.links.said++
	r.repl.sendHaveToAll()
	r.work()
}

// Handovers lists the handovers that this node knows about, in order of seats. A handover
// exists as long as the newcomer asks for the seat, or it is offered. Callers must not change
// the list.
func (s *state) Handovers() []HandoverState {
	m := s.HandoverMark()
	if m != s.handovers.known.at {
		return s.listHandovers(m)
	}
	return s.handovers.known.list
}

// noteHandovers finds out how handovers stand, if that has changed.
func (r *Replica) noteHandovers() {
	if m := r.HandoverMark(); m != r.handovers.known.at {
		r.handovers.known = known{m, r.listHandovers(m)}
	}
}

func (s *state) listHandovers(m HandoverMark) (all []HandoverState) {
	if m == (HandoverMark{}) {
		return nil
	}
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
	last := func(yes bool) int { return map[bool]int{true: 1}[yes] }
	slices.SortFunc(all, func(a, b HandoverState) int {
		return cmp.Or(cmp.Compare(a.Seat, b.Seat), bytes.Compare(a.Node[:], b.Node[:]), last(a.Bot)-last(b.Bot), last(a.Now)-last(b.Now))
	})
	return all
}

// count finds out who has agreed to a handover and who has yet to. The nodes of all seats
// have to agree, except those that have left, and those that are away while somebody asks
// for their seats. The newcomer agrees by asking.
func (s *state) count(h *HandoverState) {
	agrees := map[record.Key]bool{}
	s.eachWord(func(node record.Key, o OwnHandover) {
		if o.Same(h.Handover) && (o.Agrees || o.Offers || o.Asks && o.Node == node) {
			agrees[node] = true
		}
	})
	out, wanted := s.departedSeats(), s.askedFor()
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

// askedFor returns the seats that somebody asks for.
func (s *state) askedFor() (set uint64) {
	s.eachWord(func(_ record.Key, o OwnHandover) {
		if o.Asks {
			set |= 1 << o.Seat
		}
	})
	return set
}

// between reports whether the table is between two hands: everybody has receipted the last
// one, and no card of the next one has been dealt.
func (s *state) between() bool {
	n := len(s.t.Results())
	if n == 0 || s.t.Over() || s.halts() || !s.t.HandReceipted(s.t.Results()[n-1].Hand) {
		return false
	}
	kind := s.t.Pending().Kind
	return kind == record.KindSeal || kind == record.KindKey
}

// halts reports whether the table cannot go on without a continuation: because a fault has
// stopped it, or because a seat has left and the others do not act for it, although the
// running step needs it, or a later one of the running hand.
func (s *state) halts() bool {
	lost := s.t.Lost()
	owes := func(seat int) bool {
		return slices.Contains(lost, seat) || s.t.HasLeft(seat) && !s.t.Covering(seat)
	}
	if s.t.Stopped() || slices.ContainsFunc(s.t.Missing(), owes) {
		return true
	}
	return s.t.Pending().Kind != record.KindReceipt && len(lost) > 0 // a seat that has signed its receipt is no longer needed
}

// Due lists the handovers that are to be carried out now, at most one for each seat and for
// each newcomer: everybody has agreed to them, and either it is between two hands, or the
// table does not go on, or they are to be carried out at once.
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
		return nil // people have to say who is to remain
	}
	return s.possible(due)
}

// allGo reports whether nobody would remain if these handovers were carried out.
func (s *state) allGo(list []Handover) bool {
	goes, out := s.departedSeats(), s.departedSeats()
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
	_, err := s.AfterHandovers(list)
	return err == nil
}

// possible drops handovers that have become impossible and stand in the way of the others:
// because the seat is out of the game by now, for example, or because the host of the
// computer player hands over its own seat.
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

// AfterHandovers describes the table at which handovers are carried out, without seats that
// are gone and without computer players whose host hands over its own seat. All others must
// be online, because they have to sign. One of them has to play the next hand, so that the
// old table cannot go on once it has left.
func (s *state) AfterHandovers(list []Handover) (record.Continuation, error) {
	newcomers := map[int]record.Player{}
	for _, h := range list {
		newcomers[h.Seat] = *h.Player
	}
	if len(list) == 0 {
		return record.Continuation{}, fmt.Errorf("%w: no seat changes hands", table.ErrNoContinuation)
	}
	out := s.departedSeats()
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
			return record.Continuation{}, fmt.Errorf("%w: seat %d is away", table.ErrNoContinuation, i)
		}
		seats, remain = append(seats, i), append(remain, i)
	}
	c, err := s.t.Successor(s.sharedHands(remain), seats, newcomers)
	if err != nil {
		return c, err
	}
	plays := s.t.Terms().Rules.Active(len(seats), s.t.Terms().Options, c.Carry)
	if !slices.ContainsFunc(plays, func(i int) bool { return slices.Contains(remain, seats[i]) }) {
		return c, fmt.Errorf("%w: nobody who remains plays the next hand, and could begin it", table.ErrNoContinuation)
	}
	return c, nil
}

// putOff reports whether the next hand has waited long enough.
func (s *state) putOff() bool { return s.handovers.late && s.handovers.hand == len(s.t.Results()) }

// changing reports whether the next hand waits because seats are about to change hands.
func (s *state) changing() bool { return s.between() && !s.putOff() && len(s.Due()) > 0 }

// Promise says whether this node has accepted a continuation of this table in which seats
// change hands and which may begin at any moment. As long as it has, its seats sign nothing
// that would settle the running hand: that hand is given up in the continuation, and a seat
// that had signed its end could not leave.
func (r *Replica) Promise(promised bool, now time.Time) {
	r.clock.set(now)
	changed := r.handovers.promised != promised
	if r.handovers.promised = promised; changed && !promised {
		r.work()
	}
}

// PutOff stops the end of the running hand, and the next hand, from waiting any longer.
func (r *Replica) PutOff() {
	settled := len(r.t.Results())
	if r.t.Pending().Kind != record.KindReceipt {
		settled++ // with the end of this hand
	}
	r.waitNoLonger(settled)
}

// waitNoLonger lets the hand after that many settled ones begin without the change.
func (r *Replica) waitNoLonger(hand int) {
	r.handovers.hand, r.handovers.late = hand, true
	r.out.addNote(Note{PutOff: true})
}

// Ending reports whether only the end of the running hand is missing: the showing of cards,
// and the receipts.
func (s *state) Ending() bool {
	d := s.t.Pending()
	return d.Kind == record.KindReceipt || d.Kind == record.KindShares && d.Why == rules.Show
}

// HandedOver reports whether the others play on without this node, because its person and
// everybody else who has not left the table hand over their seats. If they went on here,
// without the others, there would be a second table.
func (s *state) HandedOver() bool {
	if len(s.t.Notices()) == 0 || !s.seats.staying() {
		return false
	}
	out, gives := s.departedSeats(), map[record.Key]bool{}
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

// Gives returns this node's words, changed to say who is to take its person's seat, as soon
// as everybody has agreed to that: later the others, who know it, go on without this node.
// With given, they say that this has happened. changed is false if they say all that
// already.
func (s *state) Gives(given bool) (own []OwnHandover, changed bool) {
	gives := func(o OwnHandover) bool { return s.ownSeat(o.Seat) && (o.Agrees || o.Offers) }
	if !slices.ContainsFunc(s.handovers.own, gives) {
		return nil, false
	}
	own = slices.Clone(s.handovers.own)
	all := s.Handovers()
	gift := -1 // index in own
	for i := range own {
		o := &own[i]
		if !gives(*o) {
			continue
		}
		for _, h := range all {
			if h.Same(o.Handover) && h.Player != nil && len(h.Waits) == 0 && (o.Player == nil || o.Player.Key != h.Player.Key) {
				o.Player, changed = h.Player, true
			}
		}
		if gift < 0 || own[gift].Player == nil {
			gift = i
		}
	}
	if given {
		own[gift].Given, changed = true, true
	}
	return own, changed
}

// tendHandovers makes the next hand wait no longer than [HandoverTime] for the nodes to
// sign that seats change hands.
func (r *Replica) tendHandovers() {
	r.noteHandovers()
	h := r.handovers
	if !r.changing() {
		return
	}
	if n := len(r.t.Results()); h.hand != n {
		h.hand, h.since, h.late = n, r.clock.now, false
	}
	if r.clock.since(h.since) >= HandoverTime {
		r.waitNoLonger(h.hand)
	}
}
