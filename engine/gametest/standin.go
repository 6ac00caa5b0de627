package gametest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// openHands lists the games whose stand-in opens its whole hand when it has to follow suit,
// and then plays by face. In all others it plays the card that the hand received last.
var openHands = []string{"all-fives"}

func (s *suite) opensHands() bool { return slices.Contains(openHands, s.rs.Name) }

// standsIn checks the stand-in's move for the seat whose turn it is. The driver checks that
// it opens only hidden cards of its hand, and that Play accepts the move.
func (p *playthrough) standsIn(seat int) {
	pos := p.game.Position()
	_, opened := pos.StandIn(seat, p.game.Public())
	m, _, err := p.game.Fork().StandIn(p.at)
	if err != nil {
		p.Errorf("move %d: %v", p.at, err)
		return
	}
	if rules.Canonical(m.Text) != m.Text {
		p.Errorf("move %d: the stand-in plays %q, which is not in its canonical spelling", p.at, m.Text)
	}
	if !p.opensHands() {
		p.byPlace(seat, opened, m)
	}
	p.claimsNothing(seat, m)
}

// byPlace checks that the stand-in plays the card received last, or none, opens no other,
// and would play nothing else if it saw all cards.
func (p *playthrough) byPlace(seat int, opened []rules.Slot, m rules.Move) {
	pos := p.game.Position()
	if hands := pos.Status().Hands; len(m.Cards) > 0 && !slices.Equal(m.Cards, hands[seat][len(hands[seat])-1:]) {
		p.Errorf("move %d: the stand-in plays slots %v of a hand of %v", p.at, m.Cards, hands[seat])
	}
	if len(opened) > 0 && !slices.Equal(opened, m.Cards) {
		p.Errorf("move %d: the stand-in opens slots %v and plays %v", p.at, opened, m.Cards)
	}
	if sees, _ := pos.StandIn(seat, p.game.Full()); sees.Text != m.Text || !slices.Equal(sees.Cards, m.Cards) {
		p.Errorf("move %d: the stand-in plays %q, slots %v, and %q, slots %v, if it sees hidden cards", p.at, m.Text, m.Cards, sees.Text, sees.Cards)
	}
}

// claimsNothing checks that no rule about hidden cards binds the move of a stand-in. A
// stand-in that sees its hand keeps these rules all the same. A move that breaks no rule is
// among the legal ones.
func (p *playthrough) claimsNothing(seat int, m rules.Move) {
	signed := m
	signed.StandIn = false
	if err := p.honest(m); err != nil {
		p.Errorf("move %d: the stand-in plays %q: %v", p.at, m.Text, err)
	}
	err := p.honest(signed)
	if err != nil && p.opensHands() {
		p.Errorf("move %d: the stand-in sees its hand and plays %q: %v", p.at, m.Text, err)
	}
	if err == nil && !lists(p.game.Position().Moves(seat, p.game.Full()), m.Text) {
		p.Errorf("move %d: the stand-in plays %q, which is not in the list of legal moves", p.at, m.Text)
	}
}

// honest makes a move and returns which rule about hidden cards it breaks.
func (p *playthrough) honest(m rules.Move) error {
	next, err := p.game.Position().Play(m, p.game.Full())
	if err != nil {
		return err
	}
	return rules.Honest(next, m, p.game.Full())
}

// asleep checks that a seat without a key for the hand, which sees nothing but what is
// public, can look at the table and is offered no move.
func (p *playthrough) asleep(seat int) {
	pos, public := p.game.Position(), p.game.Public()
	pos.View(seat, public)
	hands := pos.Status().Hands
	if moves := pos.Moves(seat, public); len(hands) > 0 && !public.Knows(hands[seat]) && len(moves) > 0 {
		p.Errorf("move %d: a seat that cannot see its hand may play %q", p.at, moves)
	}
}

const (
	coveredGames = 3   // games of each kind with stand-ins
	coveredHands = 3   // hands to play of each game
	longestHand  = 210 // moves of a seat in a hand: two in each of 100 laps, and some more
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

// standIns plays hands in which stand-ins play for some or all seats. Every hand has to
// end.
func (s *suite) standIns(t *testing.T) {
	if !standInSection.MatchString(s.rs.Rules) {
		t.Error("RULES.md does not say under The stand-in which move it plays")
	}
	for _, seats := range s.seats(3) {
		for i, a := range absences {
			for j, bot := range s.players()[:2] {
				t.Run(fmt.Sprintf("%d seats, %s, %s", seats, a.name, bot.Name), func(t *testing.T) {
					for n := range coveredGames {
						s.absent(t, seats, a, bot, uint64(1000*seats+100*n+10*i+j))
					}
				})
			}
		}
	}
}

// absent plays some hands: a stand-in plays for those who are away, a computer player for
// the others.
func (s *suite) absent(t *testing.T, seats int, a absence, bot rules.Bot, seed uint64) {
	g := s.begin(t, seats, bare.Random(seed))
	dice := rand.New(rand.NewPCG(seed, 6))
	s.playHands(t, g, coveredHands, func(seat, at int) ([]bare.Ended, error) {
		if a.away(seat, dice) {
			_, ended, err := g.StandIn(at)
			return ended, err
		}
		return g.Play(seat, bot.Move(g.Position(), seat, g.Observation(seat), dice), at, false)
	})
}

func (s *suite) begin(t *testing.T, seats int, order bare.Order) *bare.Game {
	t.Helper()
	g, err := bare.New(s.rs, seats, nil, order)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// playHands plays a number of hands, or to the end of the game. Each hand has to end soon
// enough, and without a violation, and nobody sees more of a hand than is played.
func (s *suite) playHands(t *testing.T, g *bare.Game, hands int, move func(seat, at int) ([]bare.Ended, error)) {
	t.Helper()
	most := longestHand * len(g.Position().Status().Scores)
	came := arrivals{}
	for at, begun := 1, 1; hands > 0 && !g.Over(); at++ {
		st := g.Position().Status()
		if at-begun > most {
			t.Fatalf("hand %d has not ended after %d moves", st.Hand, most)
		}
		if shown := came.update(st.Hands, g.Public()); len(shown) > 0 && !(s.opensHands() && wholeHands(st.Hands, g.Public())) {
			t.Fatalf("hand %d, move %d: cards are public before they are played or shown: %v", st.Hand, at, shown)
		}
		ended, err := move(st.Turn, at)
		if err != nil {
			t.Fatalf("hand %d: seat %d: %v", st.Hand, st.Turn, err)
		}
		for _, e := range ended {
			hands, begun, came = hands-1, at+1, arrivals{}
			if len(e.Violations) > 0 {
				t.Errorf("hand %d: rules are broken: %v", e.Hand, e.Violations)
			}
		}
	}
}

// A place is a card in a seat's hand.
type place struct {
	seat int
	slot rules.Slot
}

// arrivals says of all cards in hands whether they were already public when they came
// there.
type arrivals map[place]bool

// update goes on to the hands as they are now. It returns the cards that came into a hand
// face down and are public now.
func (a *arrivals) update(hands [][]rules.Slot, public rules.Observation) (shown []place) {
	now := arrivals{}
	for seat, hand := range hands {
		for _, x := range hand {
			at, known := place{seat, x}, public.Of(x).Known()
			open, held := (*a)[at]
			now[at] = known && (open || !held)
			if known && held && !open {
				shown = append(shown, at)
			}
		}
	}
	*a = now
	return shown
}

// wholeHands reports whether each hand is either public as a whole or hidden as a whole.
func wholeHands(hands [][]rules.Slot, public rules.Observation) bool {
	return !slices.ContainsFunc(hands, func(hand []rules.Slot) bool {
		n := len(public.Hidden(hand))
		return n > 0 && n < len(hand)
	})
}

// absentee is the seat for which the stand-in plays in testdata/stand-in.txt.
const absentee = 0

// standInSeed is the seed of testdata/stand-in.txt. With it the stand-in of All Fives
// stands, runs the cards, leads before and after its hand lies open, and follows; that of
// Furious Five drops single cards of pairs, and those of Five Crowns and Five Three Five
// play one of two equal cards.
const standInSeed = 103

// standInMoves compares a few hands with testdata/stand-in.txt, for three seats or as near
// as the game allows. The stand-in plays for a seat, as other implementations have to. The
// file has a line for each shuffle, top first, and for each move. After a move of the
// stand-in come the slots that are opened for it and those that it plays:
//
//	shuffle Ac 7h 2s …
//	0: drop 2h draw; opens 12; cards 12
//	1: drop 7h 7s draw
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

var presentMove = regexp.MustCompile(`(?m)^\d+: ([^;\n]+)$`)

// presentMoves lists the moves of those who are there, in a file with a stand-in.
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
	var written, shuffles strings.Builder // shuffles are those before the next move
	seats := seatsOf(s.rs, 3)
	g := s.begin(t, seats, func(n int, cards []card.Card) ([]int, error) {
		index, err := bare.Random(standInSeed)(n, cards)
		shuffles.WriteString("shuffle")
		for _, i := range index {
			shuffles.WriteString(" " + cards[i].String())
		}
		shuffles.WriteString("\n")
		return index, err
	})
	dice := rand.New(rand.NewPCG(standInSeed, 6))
	s.playHands(t, g, seats, func(seat, at int) (ended []bare.Ended, err error) {
		written.WriteString(shuffles.String())
		shuffles.Reset()
		pos, own := g.Position(), g.Observation(seat)
		if seat == absentee {
			_, opened := pos.StandIn(seat, g.Public())
			m, ended, err := g.StandIn(at)
			fmt.Fprintf(&written, "%d: %s; opens%s; cards%s\n", seat, m.Text, spaced(opened), spaced(m.Cards))
			return ended, err
		}
		var text string
		if len(texts) > 0 {
			text, texts = texts[0], texts[1:]
		} else {
			text = s.rs.Bots[0].Move(pos, seat, own, dice)
		}
		fmt.Fprintf(&written, "%d: %s\n", seat, text)
		return g.Play(seat, text, at, false)
	})
	return written.String()
}
