package replica

import (
	"errors"
	"slices"

	"fives/engine/record"
)

// An OwnHandover is what this node says about a handover, and what it needs to play the
// newcomer's part in it.
type OwnHandover struct {
	Handover
	Asks   bool `cbor:"asks,omitempty"`   // the newcomer is this node's, or asks at its door
	Agrees bool `cbor:"agrees,omitempty"` // its person agrees
	Offers bool `cbor:"offers,omitempty"` // its person offers the seat, which is its own, and so agrees
	// Value is what it agrees to. After is what whoever has the seat had done last by then, and
	// Left how many seats had left. Nobody else is told these two.
	Value record.Hash `cbor:"value,omitempty"`
	After uint64      `cbor:"after,omitempty"`
	Left  int         `cbor:"left,omitempty"`
	// Given says that the seat of this node's person has changed hands: the others go on
	// without this node. Player is who has it then, if that was known before.
	Given bool `cbor:"given,omitempty"`
	// Of the computer player of this node that is to take the seat:
	Seed     []byte `cbor:"seed,omitempty"`     // of its key
	Strength string `cbor:"strength,omitempty"` // of its play
}

// A Word is what a node says about a handover in its [Have].
type Word struct {
	Seat   uint64       `cbor:"seat"`
	Node   record.Key   `cbor:"node"`
	Bot    bool         `cbor:"bot,omitempty"`
	Now    bool         `cbor:"now,omitempty"`
	Asks   bool         `cbor:"asks,omitempty"`
	Offers bool         `cbor:"offers,omitempty"`
	Agrees *record.Hash `cbor:"agrees,omitempty"` // to that value
	Key    *record.Key  `cbor:"key,omitempty"`    // of the newcomer, once it has asked,
	Name   string       `cbor:"name,omitempty"`   // and its name
}

// ErrHandovers is the error for a word too many: a node says one thing about each seat, and
// passes on what one newcomer asks at its door. So the table as a whole has to do with few.
var ErrHandovers = errors.New("replica: there are too many handovers")

// mostWords is how many words that makes.
func (s *state) mostWords() int { return len(s.t.Terms().Seats) + 1 }

// spare returns a word without what is more than a node may say, besides what it said before.
func spare(o OwnHandover, before []OwnHandover) OwnHandover {
	guest := func(p OwnHandover) bool { return p.Asks && !p.Bot }
	answers := func(p OwnHandover) bool { return p.Agrees || p.Offers || p.Asks && p.Bot }
	if slices.ContainsFunc(before, func(p OwnHandover) bool { return answers(p) && p.Seat == o.Seat }) {
		o.Agrees, o.Offers, o.Asks = false, false, guest(o)
	}
	if guest(o) && slices.ContainsFunc(before, guest) {
		o.Asks = false
	}
	return o
}

// CheckHandovers returns [ErrHandovers] if that is more than a node may say.
func (s *state) CheckHandovers(own []OwnHandover) error {
	for i, o := range own {
		kept := spare(o, own[:i])
		if o.Asks != kept.Asks || o.Agrees != kept.Agrees || o.Offers != kept.Offers {
			return ErrHandovers
		}
	}
	return nil
}

// words returns what this node tells the others.
func (s *state) words() (words []Word) {
	for _, o := range s.handovers.own {
		w := Word{Seat: uint64(o.Seat), Node: o.Node, Bot: o.Bot, Now: o.Now, Asks: o.Asks, Offers: o.Offers}
		if o.Agrees {
			w.Agrees = &o.Value
		}
		if o.Player != nil && o.Asks {
			w.Key, w.Name = &o.Player.Key, o.Player.Name
		}
		words = append(words, w)
	}
	return words
}

// handover returns the handover that a node's word is about; ok is false if the word means
// nothing at this table. Only its host can ask for a computer player: somebody else who
// named its key could make the others seat one that the host does not have.
func (s *state) handover(from record.Key, w Word) (h Handover, ok bool) {
	terms := s.t.Terms()
	h = Handover{Node: w.Node, Bot: w.Bot, Now: w.Now}
	if w.Seat >= uint64(len(terms.Seats)) {
		return h, false
	}
	h.Seat = int(w.Seat)
	if sits := s.seats.of(w.Node) != 0; sits != w.Bot {
		return h, false // a node with a seat takes no other, and only a node with a seat hosts a player
	}
	if w.Asks && w.Bot && w.Node != from {
		return h, false
	}
	if w.Asks && w.Key != nil {
		h.Player = &record.Player{Key: *w.Key, Name: w.Name}
		if w.Bot {
			h.Player.Host = &w.Node
		}
		ok := terms.SeatOf(*w.Key) < 0 && (*w.Key == w.Node) != w.Bot && record.CheckName(w.Name) == nil && w.Key.Check() == nil
		return h, ok
	}
	return h, !w.Asks
}

// heardWords takes in what a peer says about handovers, and drops what means nothing.
func (r *Replica) heardWords(l *link, words []Word) {
	if r.seats.of(l.node) == 0 {
		return
	}
	if len(words) > r.mostWords() {
		r.out.addPenalty(l.peer)
		return
	}
	if slices.EqualFunc(words, l.words, Word.equal) || !r.handovers.news.Allow(l.node) {
		return
	}
	l.words, l.handovers = words, nil
	for _, w := range words {
		if h, ok := r.handover(l.node, w); ok {
			o := OwnHandover{Handover: h, Asks: w.Asks, Agrees: w.Agrees != nil, Offers: w.Offers && r.seats.node(h.Seat) == l.node}
			if o.Agrees {
				o.Value = *w.Agrees
			}
			l.handovers = append(l.handovers, spare(o, l.handovers))
		}
	}
	r.links.said++
}

func (w Word) equal(v Word) bool {
	same := (w.Key == v.Key || w.Key != nil && v.Key != nil && *w.Key == *v.Key) &&
		(w.Agrees == v.Agrees || w.Agrees != nil && v.Agrees != nil && *w.Agrees == *v.Agrees)
	w.Key, v.Key, w.Agrees, v.Agrees = nil, nil, nil, nil
	return same && w == v
}

// eachWord calls f with every word about handovers: those of this node, and of the nodes of
// seats that are heard.
func (s *state) eachWord(f func(node record.Key, o OwnHandover)) {
	if len(s.seats.local) > 0 {
		self := s.seats.node(s.seats.local[0].seat)
		for _, o := range s.handovers.own {
			f(self, o)
		}
	}
	for _, l := range s.links.order {
		if s.links.silent(l) {
			continue
		}
		for _, o := range l.handovers {
			f(l.node, o)
		}
	}
}
