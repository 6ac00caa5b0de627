package gauge

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

var hands = flag.Int("gauge", 0, "hands of each game from which TestCalibrated takes the truth; 0: a few. make teach has 200")

// seeds are those of the hands from which TestCalibrated takes the truth.
const seeds = 4000

// Compare takes the truth from hands of two seats, which begin at from, or are the first of a game: as many
// as make teach wants, or few. add adds each of their turns to the table, with worlds that r deals. Then the
// table is checked.
func Compare(t *testing.T, rs *rules.RuleSet, few int, from *rules.Carry, add func(g *Table, h Hand, turn int, r *rand.Rand)) {
	t.Helper()
	title := rs.Title
	if from != nil {
		title = fmt.Sprintf("%s, hand %d", rs.Title, from.Hands+1)
	}
	g, n := newTable(title, few)
	for seed := range uint64(n) {
		g.hand++
		h := play(t, rs, 2, from, seeds+seed)
		for i := range h.Turns {
			add(g, h, i, rand.New(rand.NewPCG(seed, uint64(i))))
		}
	}
	g.check(t)
}

// A Hand is a hand of the strongest computer players, with the faces of all cards.
type Hand struct {
	Turns []Turn
	Ended bare.Ended
}

// A Turn is a move of it.
type Turn struct {
	Position rules.Position // before the move
	Seat     int
	Own      rules.Observation // what the seat saw
	Faces    rules.Observation // how the cards lay
	Move     string
}

// play plays a hand that begins at from, or the first of a game.
func play(t *testing.T, rs *rules.RuleSet, seats int, from *rules.Carry, seed uint64) (h Hand) {
	t.Helper()
	g, err := bare.Resume(rs, seats, nil, from, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 77))
	for at := 1; ; at++ {
		p := g.Position()
		turn := Turn{Position: p, Seat: p.Status().Turn, Faces: g.Full()}
		turn.Own = g.Observation(turn.Seat)
		turn.Move = rs.Strongest().Move(p, turn.Seat, turn.Own, r)
		h.Turns = append(h.Turns, turn)
		ended, err := g.Play(turn.Seat, turn.Move, at, false)
		if err != nil {
			t.Fatalf("%q: %v", turn.Move, err)
		}
		if len(ended) > 0 {
			h.Ended = ended[0]
			return h
		}
	}
}

// A Table compares what a game imagines of hidden cards, and of how a hand goes on, with the truth:
// how the cards lay in hands of the strongest computer players, and how these went on. Truth comes
// from nowhere else, so it does not depend on what is measured.
type Table struct {
	title string
	taken int // hands
	hand  int
	rows  []*row
}

// A row is a figure of the table, as sums over turns and, for its error, over hands.
type row struct {
	name            string
	share           bool
	most            int // hundredths by which what is imagined may be off
	why             string
	n               float64
	truth, imagined float64
	hand            int // of the next two sums
	off, turns      float64
	hands           float64
	// Sums over the hands before: of the squares of these two, and of their products.
	offs, squares, pairs float64
}

// tolerance is by how many hundredths of the truth what is imagined may be off.
const tolerance = 10

// A tenth of next to nothing is nothing: by how many hundredths a share may be off in any case, and by
// how much of a point, card or turn any other figure.
const (
	slackShare = 3
	slack      = 0.25
)

// newTable returns an empty table, and how many hands it is to be made of: those of make teach, or few.
func newTable(title string, few int) (*Table, int) {
	n := few
	switch {
	case *hands > 0:
		n = *hands
	case testing.Short():
		n = (few + 1) / 2
	}
	return &Table{title: title, taken: n}, n
}

// Add adds a turn to a row: the truth, and the mean of what is imagined.
func (g *Table) Add(name string, truth, imagined float64) { g.row(name).add(g.hand, truth, imagined) }

// AddShare adds a turn to a row of which the figure is how often something is so, in hundredths:
// whether it is truly so, and in how many of how many worlds.
func (g *Table) AddShare(name string, truth bool, imagined, worlds int) {
	r := g.row(name)
	r.share = true
	truly := 0.
	if truth {
		truly = 100
	}
	r.add(g.hand, truly, 100*float64(imagined)/float64(worlds))
}

// Allow says that a row may be off by more than others, and why.
func (g *Table) Allow(name string, hundredths int, why string) {
	r := g.row(name)
	r.most, r.why = hundredths, why
}

func (g *Table) row(name string) *row {
	for _, r := range g.rows {
		if r.name == name {
			return r
		}
	}
	r := &row{name: name, most: tolerance}
	g.rows = append(g.rows, r)
	return r
}

func (r *row) add(hand int, truth, imagined float64) {
	if r.hand != hand {
		r.close()
		r.hand = hand
	}
	r.n++
	r.truth += truth
	r.imagined += imagined
	r.turns++
	r.off += imagined - truth
}

// close ends a hand.
func (r *row) close() {
	if r.turns > 0 {
		r.hands++
	}
	r.offs += r.off * r.off
	r.squares += r.turns * r.turns
	r.pairs += r.off * r.turns
	r.off, r.turns = 0, 0
}

// fewest is how many hands a row has turns of before it is judged.
const fewest = 30

// chance is two standard errors of what is imagined. The turns of a hand count as one: they have the same cards.
func (r *row) chance() float64 {
	off := (r.imagined - r.truth) / r.n
	return 2 * math.Sqrt(max(0, r.offs-2*off*r.pairs+off*off*r.squares)*r.hands/max(1, r.hands-1)) / r.n
}

// may is by how much what is imagined may be off.
func (r *row) may() float64 {
	may := max(r.truth/r.n*float64(r.most)/100, slack)
	if r.share {
		may = max(may, slackShare)
	}
	return may
}

// judged reports whether a row is of enough hands, and missed whether it is off by more than it may be, beyond
// chance.
func (r *row) judged() bool { return r.hands >= fewest }
func (r *row) missed() bool {
	return r.judged() && math.Abs(r.imagined-r.truth)/r.n-r.chance() > r.may()
}

// check prints the table, and fails for each row of which what is imagined is off by more than it may
// be, beyond two standard errors. Rows of few hands are not judged.
func (g *Table) check(t *testing.T) {
	t.Helper()
	fmt.Printf("%-64s %7s %9s %7s %6s %6s %6s\n", fmt.Sprintf("%s, 2 seats, %d hands of good", g.title, g.taken), "true", "imagined", "±", "may be", "turns", "hands")
	slices.SortFunc(g.rows, func(a, b *row) int { return cmp.Compare(a.name, b.name) })
	for _, r := range g.rows {
		if r.close(); r.n == 0 {
			continue
		}
		why := r.why
		if !r.judged() {
			why = "not judged"
		}
		truth, imagined := r.truth/r.n, r.imagined/r.n
		fmt.Printf("  %-62s %7.2f %9.2f %7.2f %6.2f %6.0f %6.0f %s\n", r.name, truth, imagined, r.chance(), r.may(), r.n, r.hands, why)
		if r.missed() {
			t.Errorf("%s, %s: true is %.2f, and %.2f ± %.2f is imagined, which is off by more than %.2f", g.title, r.name, truth, imagined, r.chance(), r.may())
		}
	}
}
