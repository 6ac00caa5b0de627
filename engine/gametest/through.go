package gametest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// The number of moves between two checks of a game, and between two checks with other
// hidden cards.
const (
	checkEvery    = 7
	checkAllEvery = 8 * checkEvery
)

// longestReason is how long a reason for a move may be.
const longestReason = 120

// A playthrough is a game in progress.
type playthrough struct {
	*testing.T
	*suite
	seats   int
	options rules.Options
	bot     rules.Bot
	seed    uint64
	rand    *rand.Rand

	game      *bare.Game
	at        int      // number of the next move
	made      []made   // all moves so far
	stale     []string // moves that were legal at an earlier turn
	snapshots []snapshot
	scores    []int // totals at the last settlement
	active    []int // seats that play the running hand
	hands     int   // hands settled

	trick, trickOf int // cards of the last trick that was seen, and its hand

	noting bool  // the game itself shuffles, not one of its forks
	sizes  []int // cards in each shuffle so far
}

type made struct {
	seat int
	text string
}

func (s *suite) through(t *testing.T, seats int, given map[string]any, bot rules.Bot, seed uint64, moves int) {
	o, err := s.rs.Validate(seats, given)
	if err != nil {
		t.Fatal(err)
	}
	p := &playthrough{
		T: t, suite: s, seats: seats, options: o, bot: bot, seed: seed,
		rand: rand.New(rand.NewPCG(seed, 1)), scores: make([]int, seats), noting: true,
	}
	if p.game, err = bare.New(s.rs, seats, o, p.order); err != nil {
		t.Fatal(err)
	}
	for p.at = 1; p.at <= moves && !p.game.Over() && !t.Failed(); p.at++ {
		p.turn()
	}
	if p.game.Over() {
		p.over()
	}
	p.checkUnchanged()
}

// order shuffles at random, and notes the number of cards in each shuffle of the game
// itself.
func (p *playthrough) order(n int, cards []card.Card) ([]int, error) {
	if p.noting && n == len(p.sizes) {
		p.sizes = append(p.sizes, len(cards))
	}
	return bare.Random(p.seed)(n, cards)
}

// first returns the number of the first shuffle of the running hand.
func (p *playthrough) first() int {
	n := len(p.sizes)
	for left := len(p.game.Full()); left > 0 && n > 0; left -= p.sizes[n] {
		n--
	}
	return n
}

// turn checks the game and plays one move.
func (p *playthrough) turn() {
	pos := p.game.Position()
	seat := pos.Status().Turn
	if len(pos.Moves(seat, p.game.Observation(seat))) == 0 {
		p.Fatalf("move %d: seat %d has no legal move", p.at, seat)
	}
	p.noting = false
	if p.at%checkEvery == 1 {
		p.snapshots = append(p.snapshots, p.snapshot(seat))
		p.views()
		p.checkListed(seat)
		p.checkUnlisted(seat)
	}
	if p.at <= checkEvery || p.at%checkAllEvery == checkAllEvery-1 {
		p.checkHidden(seat)
		p.blind(seat)
	}
	p.standsIn(seat)
	p.asleep(seat)
	p.noting = true
	p.move(seat)
}

func (p *playthrough) move(seat int) {
	pos, own := p.game.Position(), p.game.Observation(seat)
	legal := pos.Moves(seat, own)
	text := p.ask(p.bot, pos, seat, own)
	if !lists(legal, text) {
		p.Errorf("move %d: %s plays %q, which is not in the list of legal moves %q", p.at, p.bot.Name, text, legal)
	}
	if rules.Canonical(text) != text {
		p.Errorf("move %d: %s plays %q, which is not in its canonical spelling", p.at, p.bot.Name, text)
	}
	if p.at%checkEvery == 1 && text != p.ask(p.bot, pos, seat, own) {
		p.Errorf("move %d: %s plays something else when asked again", p.at, p.bot.Name)
	}
	p.stale = append(p.stale, legal[p.rand.IntN(len(legal))])
	p.active = pos.Status().Active
	ended, err := p.game.Play(seat, text, p.at, false)
	if err != nil {
		p.Fatalf("move %d: %q of %s: %v", p.at, text, p.bot.Name, err)
	}
	p.made = append(p.made, made{seat, text})
	for _, e := range ended {
		p.checkSettled(e)
	}
}

// ask returns the move of a computer player, which has to give a reason of one line. The
// same question must have the same answer.
func (p *playthrough) ask(bot rules.Bot, pos rules.Position, seat int, own rules.Observation) string {
	c := bot.Think(pos, seat, own, rand.New(rand.NewPCG(p.seed, uint64(p.at))))
	if len(c.Why) == 0 || len(c.Why) > longestReason || strings.Contains(c.Why, "\n") {
		p.Errorf("move %d: %s plays %q and gives as its reason %q", p.at, bot.Name, c.Move, c.Why)
	}
	return c.Move
}

// over checks that nobody can move in a game that is over.
func (p *playthrough) over() {
	pos := p.game.Position()
	st := pos.Status()
	if st.Turn != rules.None {
		p.Errorf("the game is over, and it is the turn of seat %d", st.Turn)
	}
	p.views()
	for seat := range p.seats {
		if moves := pos.Moves(seat, p.game.Observation(seat)); len(moves) > 0 {
			p.Errorf("the game is over, and seat %d may play %q", seat, moves)
		}
		for _, text := range p.stale {
			m := rules.Move{Seat: seat, At: p.at, Text: text}
			if _, err := pos.Play(m, p.game.Public()); err == nil {
				p.Errorf("the game is over, and %q is played", text)
			}
		}
	}
}
