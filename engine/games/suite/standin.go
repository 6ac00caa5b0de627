package suite

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// standsIn checks the stand-in's move for the seat whose turn it is, as a table sees it
// that covers the seat: with the public cards and the seat's hand, and no other.
func (p *playthrough) standsIn(seat int) {
	covered := p.game.Fork()
	covered.LayOpen()
	pos, public := covered.Position(), covered.Public()
	text := pos.StandIn(seat, public)
	if other := pos.StandIn(seat, p.game.Full()); other != text {
		p.Errorf("move %d: the stand-in of seat %d plays %q, and %q if it sees hidden cards", p.at, seat, text, other)
	}
	if rules.Canonical(text) != text {
		p.Errorf("move %d: the stand-in plays %q, which is not in its canonical spelling", p.at, text)
	}
	if !lists(pos.Moves(seat, public), text) {
		p.Errorf("move %d: the stand-in plays %q, which is not in the list of legal moves", p.at, text)
	}
	if err := p.folded(pos, seat, text, public); err != nil {
		p.Errorf("move %d: the stand-in plays %q: %v", p.at, text, err)
	}
	if _, err := covered.Play(seat, text, p.at, false); err != nil {
		p.Errorf("move %d: the stand-in plays %q: %v", p.at, text, err)
	}
}

// folded plays a move as everybody does who sees the public cards alone.
func (p *playthrough) folded(pos rules.Position, seat int, text string, public rules.Observation) error {
	m := rules.Move{Seat: seat, At: p.at, Text: text}
	var err error
	if m.Cards, err = rules.Bind(pos, seat, text, public); err != nil {
		return err
	}
	if err := rules.CheckCards(pos, m, public); err != nil {
		return err
	}
	next, err := pos.Play(m, public)
	if err != nil {
		return err
	}
	return rules.Honest(next, m, public)
}

const (
	coveredHands = 3   // hands that are played with stand-ins
	longestHand  = 210 // moves of a seat in a hand: two in each of 100 laps, and some
)

// An absence says for which seats the stand-in plays.
type absence struct {
	name string
	away func(seat int, r *rand.Rand) bool
}

var absences = []absence{
	{"one away", func(seat int, _ *rand.Rand) bool { return seat == 0 }},
	{"all but two away", func(seat int, _ *rand.Rand) bool { return seat > 1 }},
	{"each away now and then", func(_ int, r *rand.Rand) bool { return r.IntN(3) == 0 }},
	{"all away", func(int, *rand.Rand) bool { return true }},
}

var standInSection = regexp.MustCompile(`(?m)^## (\d+\. )?The stand-in$`)

// standIns plays hands in which stand-ins play for some seats, or for all. Every hand has
// to end.
func (s *suite) standIns(t *testing.T) {
	if !standInSection.MatchString(s.rs.Rules) {
		t.Error("RULES.md does not say under The stand-in which move it plays")
	}
	for seats := s.rs.MinSeats; seats <= s.rs.MaxSeats; seats++ {
		for i, a := range absences {
			for j, bot := range s.players()[:2] {
				t.Run(fmt.Sprintf("%d seats, %s, %s", seats, a.name, bot.Name), func(t *testing.T) {
					s.absent(t, seats, a, bot, uint64(100*seats+10*i+j))
				})
			}
		}
	}
}

// absent plays some hands: the stand-in for who is away, a computer player for the others.
func (s *suite) absent(t *testing.T, seats int, a absence, bot rules.Bot, seed uint64) {
	g := s.begin(t, seats, bare.Random(seed))
	dice := rand.New(rand.NewPCG(seed, 6))
	playHands(t, g, coveredHands, func(seat int) string {
		if a.away(seat, dice) {
			return standInMove(g)
		}
		return bot.Move(g.Position(), seat, g.Observation(seat), dice)
	})
}

func (s *suite) begin(t *testing.T, seats int, order bare.Order) *bare.Game {
	t.Helper()
	o, err := s.rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bare.New(s.rs, seats, o, order)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// standInMove lays the hand of the seat to act open, and returns its stand-in's move.
func standInMove(g *bare.Game) string {
	g.LayOpen()
	return g.Position().StandIn(g.Position().Status().Turn, g.Public())
}

// playHands plays a number of hands, or to the end of the game, with the moves that choose
// returns. Each hand has to end soon enough, and without a violation.
func playHands(t *testing.T, g *bare.Game, hands int, choose func(seat int) string) {
	t.Helper()
	most := longestHand * len(g.Position().Status().Scores)
	for at, begun := 1, 1; hands > 0 && !g.Over(); at++ {
		st := g.Position().Status()
		if at-begun > most {
			t.Fatalf("hand %d has not ended after %d moves", st.Hand, most)
		}
		text := choose(st.Turn)
		ended, err := g.Play(st.Turn, text, at, false)
		if err != nil {
			t.Fatalf("hand %d: seat %d plays %q: %v", st.Hand, st.Turn, text, err)
		}
		for _, e := range ended {
			hands, begun = hands-1, at+1
			if len(e.Violations) > 0 {
				t.Errorf("hand %d: rules are broken: %v", e.Hand, e.Violations)
			}
		}
	}
}

const (
	absentee    = 0   // the seat for which the stand-in plays in testdata/stand-in.txt
	standInSeed = 170 // with it the stand-in of Furious Five drops a straight, and that of All Fives runs
)

// standInMoves compares a few hands with testdata/stand-in.txt, for three seats or as near
// as the game allows. The stand-in plays for a seat, as other implementations have to. The
// file has a line for each shuffle, top first, and for each move; before the stand-in's it
// has the cards of the hand as received:
//
//	shuffle Ac 7h 2s …
//	0: drop 7h 7s draw
//	1 holds 4c Kd 9s 9h 2h: drop 2h draw
func (s *suite) standInMoves(t *testing.T) {
	file := filepath.Join(s.folder, "testdata", "stand-in.txt")
	if *update {
		if err := os.WriteFile(file, []byte(s.withStandIn(t, nil)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./engine/games -update writes it", err)
	}
	if got := s.withStandIn(t, presentMoves(string(want))); got != string(want) {
		t.Errorf("the hands are now\n%s", got)
	}
}

var presentMove = regexp.MustCompile(`(?m)^\d+: (.+)$`)

// presentMoves are the moves of those who are there, in a file with a stand-in.
func presentMoves(file string) (texts []string) {
	for _, m := range presentMove.FindAllStringSubmatch(file, -1) {
		texts = append(texts, m[1])
	}
	return texts
}

// withStandIn plays as many hands as there are seats, so that every duty falls on the
// stand-in, and writes them down. A computer player makes the moves of the others after the
// given ones.
func (s *suite) withStandIn(t *testing.T, texts []string) string {
	t.Helper()
	var b strings.Builder
	seats := seatsOf(s.rs, 3)
	g := s.begin(t, seats, func(n int, cards []card.Card) ([]int, error) {
		index, err := bare.Random(standInSeed)(n, cards)
		b.WriteString("shuffle")
		for _, i := range index {
			b.WriteString(" " + cards[i].String())
		}
		b.WriteString("\n")
		return index, err
	})
	dice := rand.New(rand.NewPCG(standInSeed, 6))
	playHands(t, g, seats, func(seat int) (text string) {
		pos, own := g.Position(), g.Observation(seat)
		switch {
		case seat == absentee:
			text = standInMove(g)
			fmt.Fprintf(&b, "%d holds %s: %s\n", seat, card.Join(own.Cards(pos.Status().Hands[seat])), text)
			return text
		case len(texts) > 0:
			text, texts = texts[0], texts[1:]
		default:
			text = s.rs.Bots[0].Move(pos, seat, own, dice)
		}
		fmt.Fprintf(&b, "%d: %s\n", seat, text)
		return text
	})
	if text := b.String(); !g.Over() { // then the next hand has been shuffled already
		return text[:strings.LastIndex(text, "shuffle")]
	}
	return b.String()
}
