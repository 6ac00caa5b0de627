package replica

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"time"

	"fives/engine/record"
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

// Same reports whether two handovers are the same in all that people are shown of them.
func (h Handover) Same(g Handover) bool {
	return h.Like(g) && (h.Player == nil) == (g.Player == nil) && (h.Player == nil || h.Player.Key == g.Player.Key && h.Player.Name == g.Player.Name)
}

// Like reports whether two handovers are about the same seat, node and time: one is what the
// other was before the newcomer had asked, or with another newcomer of that node.
func (h Handover) Like(g Handover) bool {
	return h.Seat == g.Seat && h.Node == g.Node && h.Bot == g.Bot && h.Now == g.Now
}

// Value returns what people agree to when they agree to a handover now: the newcomer's key
// and name, the host, the seat, and when. An aye to another value says nothing about this
// one. A handover at once is another one with each hand, and any is once somebody else has
// left. It is zero while nobody has asked.
func (s *state) Value(h Handover) record.Hash {
	if h.Player == nil {
		return record.Hash{}
	}
	v := struct {
		Seat int        `cbor:"seat"`
		Node record.Key `cbor:"node"`
		Bot  bool       `cbor:"bot"`
		Key  record.Key `cbor:"key"`
		Name string     `cbor:"name"`
		Now  bool       `cbor:"now"`
		Hand int        `cbor:"hand"`
		Left int        `cbor:"left"`
	}{h.Seat, h.Node, h.Bot, h.Player.Key, h.Player.Name, h.Now, 0, len(s.t.Notices())}
	if h.Now {
		v.Hand = len(s.t.Results())
	}
	b, err := record.Marshal(v)
	if err != nil {
		panic(err) // there is nothing in it that could fail
	}
	return sha256.Sum256(append([]byte("fives/4 handover\x00"), b...))
}

// A HandoverState is a handover as this node knows it.
type HandoverState struct {
	Handover
	Agreed []record.Key // nodes whose people have agreed, in the order of seats,
	Waits  []record.Key // and those whose word is missing
	Own    bool         // this node's person agrees
}

// HandoverTime is how long the next hand waits, once all have agreed, for the nodes to sign
// that seats change hands. WithoutAfter is how long the node of a seat has to be silent until
// the seat changes hands without its person's word; who is heard for less than backTime does
// not begin that anew. ForgetAfter is how long an aye outlives the wish that it is for.
const (
	HandoverTime = time.Minute
	WithoutAfter = time.Minute
	ForgetAfter  = time.Minute
	backTime     = 10*time.Second + AwayAfter + Heartbeat // as others may say for so long that they hear it
)

// handovers is what this node says about handovers, and how far the next one has come.
type handovers struct {
	own   []OwnHandover // replaced, never changed
	hand  int           // the number of settled hands after which seats were last to change hands
	since time.Time     // when all had agreed to that
	late  bool          // the next hand no longer waits for it
	vain  []Handover    // see GiveUp; replaced, never changed
	news  *limit.Rate   // of nodes that change what they say
	known known

	promised bool                      // see Promise
	overdue  []int                     // see Promise; replaced, never changed
	missed   []record.Key              // newcomers that had not signed when the last continuation was left
	act      uint64                    // see Act
	untold   bool                      // the others are to be told at once what this node says now
	unasked  map[record.Hash]time.Time // since when nobody asks for what this node's person agrees to; replaced, never changed
	acts     map[record.Key]uint64     // the last act of another node
	quiet    map[record.Key]silence    // of the nodes of other seats
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
	waived        uint64 // seats without whose word it goes
	hands         int
	left, faults  int
}

// HandoverMark returns the mark of the handovers as they stand. That costs little, however
// many there are, so it is asked in every turn of the table.
func (s *state) HandoverMark() (m HandoverMark) {
	if len(s.handovers.own) == 0 && !s.links.words() {
		return m
	}
	m = HandoverMark{said: s.links.said, hands: len(s.t.Results()), left: len(s.t.Notices()), faults: len(s.t.Faults())}
	for _, l := range s.links.order {
		if len(l.handovers) > 0 && !s.links.silent(l) {
			m.heard |= s.seats.of(l.node)
		}
	}
	for i := range s.t.Terms().Seats {
		if online, _ := s.Online(i); online {
			m.online |= 1 << i
		}
		if s.waived(s.seats.node(i)) {
			m.waived |= 1 << i
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
	return &handovers{
		own: own, news: limit.NewRate(func() time.Time { return c.now }, newsEvery, newsBurst),
		acts: map[record.Key]uint64{}, quiet: map[record.Key]silence{},
	}
}

// OwnHandovers returns what this node says about handovers. Callers must not change it.
func (s *state) OwnHandovers() []OwnHandover { return s.handovers.own }

// SetHandovers replaces what this node says about handovers.
func (r *Replica) SetHandovers(own []OwnHandover, now time.Time) {
	r.clock.set(now)
	r.handovers.own, r.handovers.untold = own, true
	r.links.said++
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
		r.handovers.unasked = r.findUnasked()
	}
}

func (s *state) listHandovers(m HandoverMark) (all []HandoverState) {
	if m == (HandoverMark{}) {
		return nil
	}
	s.eachWord(func(_ record.Key, o OwnHandover) {
		if o.Asks && !slices.ContainsFunc(all, func(h HandoverState) bool { return h.Same(o.Handover) }) {
			all = append(all, HandoverState{Handover: o.Handover})
		}
	})
	s.eachWord(func(_ record.Key, o OwnHandover) {
		if o.Player = nil; o.Offers && !slices.ContainsFunc(all, func(h HandoverState) bool { return h.Like(o.Handover) }) {
			all = append(all, HandoverState{Handover: o.Handover})
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
// have to agree, except those that have left, and that of the seat itself once it has been
// silent for [WithoutAfter].
func (s *state) count(h *HandoverState) {
	agrees, value := map[record.Key]bool{}, s.Value(h.Handover)
	s.eachWord(func(node record.Key, o OwnHandover) {
		offers := o.Offers && o.Like(h.Handover) && (h.Player == nil || !o.Agrees) // nobody had asked yet
		if h.Player != nil && o.Agrees && o.Value == value || offers {
			agrees[node] = true
		}
	})
	out, goer := s.departedSeats(), s.seats.node(h.Seat)
	for i := range s.t.Terms().Seats {
		node := s.seats.node(i)
		if out&(1<<i) != 0 || node == goer && !agrees[node] && s.waived(node) || slices.Contains(h.Agreed, node) || slices.Contains(h.Waits, node) {
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

// Agree returns a word that agrees to a handover as it is now.
func (s *state) Agree(o OwnHandover) OwnHandover {
	o.Agrees, o.Value, o.Left = true, s.Value(o.Handover), len(s.t.Notices())
	o.After = s.handovers.acts[s.seats.node(o.Seat)]
	return o
}

// Act notes that this node's person does something at the table. While somebody asks for
// their seat, that is their no, unless they have agreed: it voids what the others have agreed
// to before it. They are told with the next thing that this node does, and so together with
// the word that the person gives by it, which may be their aye.
func (r *Replica) Act() {
	r.handovers.act = r.Dice().Uint64() | 1
	if slices.ContainsFunc(r.Handovers(), func(h HandoverState) bool { return r.ownSeat(h.Seat) }) {
		r.handovers.untold = true
	}
}

// tellHandovers tells the others what this node says about handovers, and what its person has
// done, if that is news.
func (r *Replica) tellHandovers() {
	if r.handovers.untold {
		r.handovers.untold = false
		r.repl.sendHaveToAll()
	}
}

// heardAct takes in what a node says of what its person has done last. If that is news, the
// person is here, and this node's person has not agreed to a handover of that seat as it
// stands now.
func (r *Replica) heardAct(l *link, act uint64) {
	if act == 0 || r.seats.of(l.node) == 0 || r.handovers.acts[l.node] == act {
		return
	}
	r.handovers.acts[l.node] = act
	if q, ok := r.handovers.quiet[l.node]; ok {
		r.handovers.quiet[l.node] = silence{since: r.clock.now, back: q.back}
	}
	own := slices.Clone(r.handovers.own)
	for i := range own {
		o := &own[i]
		goer := r.seats.node(o.Seat) == l.node && r.t.Terms().Seats[o.Seat].Host == nil
		willing := slices.ContainsFunc(l.handovers, func(w OwnHandover) bool { return w.Agrees && w.Value == o.Value || w.Offers && w.Like(o.Handover) })
		if goer && o.Agrees && o.After != act && !willing {
			o.Agrees = false
			r.out.addNote(Note{Void: &o.Handover})
			r.handovers.own, r.out.Save.Said = own, true
			r.links.said++
		}
	}
}

// HandedOver reports whether the others play on without this node, because its person and
// everybody else who has not left the table hand over their seats. If they went on here,
// without the others, there would be a second table.
func (s *state) HandedOver() bool {
	if len(s.t.Notices()) == 0 || !s.seats.staying() {
		return false
	}
	out, gives := s.departedSeats(), map[record.Key]bool{}
	s.eachWord(func(node record.Key, o OwnHandover) {
		if s.seats.node(o.Seat) == node && s.t.Terms().Seats[o.Seat].Host == nil && (o.Offers || o.Agrees) {
			gives[node] = true
		}
	})
	if self := s.seats.node(s.seats.local[0].seat); !gives[self] {
		return false // its person has left, or is at fault, and only a computer player of its own still sits here
	}
	for i := range s.t.Terms().Seats {
		if out&(1<<i) == 0 && !gives[s.seats.node(i)] {
			return false
		}
	}
	return true
}

// Gives returns this node's words, changed to agree to the first newcomer who asks for a seat
// that is offered. With given, they say that the seat of this node's person has changed
// hands. changed is false if they say all that already.
func (s *state) Gives(given bool) (own []OwnHandover, changed bool) {
	gives := func(o OwnHandover) bool { return s.ownSeat(o.Seat) && (o.Agrees || o.Offers) }
	if !slices.ContainsFunc(s.handovers.own, func(o OwnHandover) bool { return o.Offers || gives(o) }) {
		return nil, false
	}
	own = slices.Clone(s.handovers.own)
	all := s.Handovers()
	gift := -1 // index in own
	for i := range own {
		o := &own[i]
		if j := slices.IndexFunc(all, func(h HandoverState) bool { return h.Player != nil && h.Like(o.Handover) }); o.Offers && o.Player == nil && j >= 0 {
			o.Player, changed = all[j].Player, true
			*o = s.Agree(*o)
		}
		if !gives(*o) {
			continue
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
