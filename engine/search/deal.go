package search

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A dealer deals worlds of a game that does not imagine any itself, or that are played on by good players.
type dealer struct {
	Spot
	seats  int
	total  int          // slots of the hand so far
	slots  []rules.Slot // of unknown faces
	unseen []card.Card  // which are these
}

// A dealt world is a face for each slot, and what each seat sees of it.
type dealt struct {
	*dealer
	faces rules.Observation
	seed  uint64
}

func newDealer(s Spot) *dealer {
	st := s.Position.Status()
	d := &dealer{Spot: s, seats: len(st.Scores)}
	d.unseen = slices.Clone(s.Rules.Deck(d.seats, s.Options).Cards)
	d.total = len(d.unseen) + len(s.Gone)
	for x := range rules.Slot(d.total) {
		c := s.Own.Of(x)
		switch at := slices.Index(d.unseen, c); {
		case slices.Contains(s.Gone, x):
		case !c.Known():
			d.slots = append(d.slots, x)
		case at >= 0:
			d.unseen = slices.Delete(d.unseen, at, at+1)
		}
	}
	return d
}

// attempts is how many exchanges of cards are tried to get rid of a violation.
const attempts = 200

// Deal returns a face for each card of the hand: those that are known, and all others dealt at
// random.
func (s Spot) Deal(r *rand.Rand) rules.Observation { return newDealer(s).deal(r) }

// deal deals the unseen cards at random. Where these break rules about hidden cards, it
// exchanges cards as long as that gets better.
func (d *dealer) deal(r *rand.Rand) rules.Observation {
	faces := make(rules.Observation, d.total)
	copy(faces, d.Own)
	n := min(len(d.slots), len(d.unseen))
	for i, at := range r.Perm(len(d.unseen))[:n] {
		faces[d.slots[i]] = d.unseen[at]
	}
	broken := len(d.Position.Violations(faces))
	for range attempts {
		if broken == 0 || n < 2 {
			break
		}
		x, y := d.slots[r.IntN(n)], d.slots[r.IntN(n)]
		faces[x], faces[y] = faces[y], faces[x]
		now := len(d.Position.Violations(faces))
		if now > broken {
			faces[x], faces[y] = faces[y], faces[x]
			continue
		}
		broken = now
	}
	return faces
}

// like returns a face for each card of the hand: the hands are those of a world, and all other cards are dealt
// at random.
func (d *dealer) like(w rules.World, r *rand.Rand) rules.Observation {
	faces := make(rules.Observation, d.total)
	copy(faces, d.Own)
	unseen := slices.Clone(d.unseen)
	for seat, hand := range d.Position.Status().Hands {
		held := w.Hand(seat)
		for _, c := range d.Own.Cards(hand) {
			if at := find(held, c); c.Known() && at >= 0 {
				held = slices.Delete(held, at, at+1)
			}
		}
		hidden := d.Own.Hidden(hand)
		// A world that names fewer cards than the hand has leaves the others to chance.
		for i, c := range held[:min(len(held), len(hidden))] {
			if at := find(unseen, c); at >= 0 {
				faces[hidden[i]] = unseen[at]
				unseen = slices.Delete(unseen, at, at+1)
			}
		}
	}
	r.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	for _, x := range d.slots {
		if !faces[x].Known() && len(unseen) > 0 {
			faces[x], unseen = unseen[0], unseen[1:]
		}
	}
	return faces
}

// find returns where a card is among others or, if one of them is not known in full, one of its rank; -1 if it is
// not there.
func find(cards []card.Card, c card.Card) int {
	if at := slices.Index(cards, c); at >= 0 {
		return at
	}
	return slices.IndexFunc(cards, func(d card.Card) bool {
		return d.Rank == c.Rank && (d.Suit == card.Plain || c.Suit == card.Plain)
	})
}

// Hand lists the cards of a seat ([rules.World]).
func (w dealt) Hand(seat int) []card.Card { return w.faces.Cards(w.Position.Status().Hands[seat]) }

// Try makes a move and plays on with the same computer player in every seat.
func (w dealt) Try(move string) rules.Outcome {
	g := &run{bot: w.Rules.Bots[0], at: w.Position, faces: slices.Clone(w.faces), r: rand.New(rand.NewPCG(w.seed, 0))}
	hands := w.Position.Status().Hands
	common := w.Public
	if common != nil {
		g.bot = w.Rules.Player()
	} else {
		common = slices.Clone(w.Own)
		for _, hand := range hands {
			for _, x := range hand {
				if int(x) < len(common) {
					common[x] = card.Card{}
				}
			}
		}
	}
	for seat := range w.seats {
		g.own = append(g.own, slices.Clone(common))
		if seat < len(hands) {
			g.learn(seat, hands[seat])
		}
	}
	return g.end(move)
}
