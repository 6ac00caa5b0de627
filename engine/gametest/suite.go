package gametest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/rules"
	"fives/engine/scenario"
)

// How far games are played. Moves of computer players take much longer than random
// ones.
const (
	fullGame  = 400 // random moves with the options at their defaults
	shortGame = 120 // random moves with an option at a bound
	botPart   = 3   // a computer player makes one move for this many random ones
	briefGame = 300 // moves in which computer players have to end a brief game
)

// Run runs the suite on a game and on the files in its folder. What takes long does so with
// one number of seats, which the turn decides: as many successive turns as there are numbers
// take all. With [All] one run does.
func Run(t *testing.T, rs *rules.RuleSet, folder string, turn int) {
	t.Helper()
	for _, part := range []struct {
		name string
		test func(s *suite, t *testing.T)
	}{
		{"declaration", (*suite).declaration},
		{"decks", (*suite).decks},
		{"play", (*suite).play},
		{"options", (*suite).options},
		{"brief", (*suite).brief},
		{"progress", (*suite).progress},
		{"laps", (*suite).laps},
		{"stand-ins", (*suite).standIns},
		{"stand-in moves", (*suite).standInMoves},
		{"sheets", (*suite).sheets},
		{"replay", (*suite).replay},
		{"steps", (*suite).steps},
		{"scenarios", (*suite).scenarios},
		{"guide", (*suite).guide},
		{"lesson", (*suite).lesson},
		{"false faces", (*suite).falseFaces},
	} {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			part.test(&suite{rs: rs, folder: folder, turn: turn}, t)
		})
	}
}

type suite struct {
	rs        *rules.RuleSet
	folder    string
	turn      int
	concealed int // shuffles with several cards hidden from a seat
	veils     int // replays in which hidden cards had other faces
}

func (s *suite) declaration(t *testing.T) {
	rs := s.rs
	if !strings.HasPrefix(rs.Rules, "# ") {
		t.Error("RULES.md is missing or has no title")
	}
	if rs.Title == "" || rs.Summary == "" || rs.Goal == "" || len(rs.Notation) == 0 {
		t.Error("title, summary or notation is missing")
	}
	if rs.OwnDraw != (rs.Duty == "") {
		t.Errorf("it draws who opens the game itself: %t; the lot makes somebody %q", rs.OwnDraw, rs.Duty)
	}
	for _, name := range []string{"easy", "good"} {
		if _, err := rs.Bot(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := rs.Validate(rs.MinSeats-1, nil); err == nil {
		t.Error("too few seats are accepted")
	}
	if _, err := rs.Validate(rs.MaxSeats+1, nil); err == nil {
		t.Error("too many seats are accepted")
	}
	for seats := rs.MinSeats; seats <= rs.MaxSeats; seats++ {
		o, err := rs.Validate(seats, nil)
		if err != nil {
			t.Fatalf("%d seats: the defaults are refused: %v", seats, err)
		}
		if d := rs.Deck(seats, o); d.Name == "" || len(d.Cards) < 2 {
			t.Errorf("%d seats: the deck has no name or no cards", seats)
		}
	}
}

// All is a turn that takes all numbers of seats.
const All = -1

// pick returns the one of some numbers of seats whose turn it is, or all. Parts of the suite
// with another offset take another one.
func (s *suite) pick(numbers []int, offset int) []int {
	if s.turn == All {
		return numbers
	}
	i := (s.turn + offset) % len(numbers)
	return numbers[i : i+1]
}

// seats picks one of the numbers of seats that the game has.
func (s *suite) seats(offset int) []int {
	var all []int
	for n := s.rs.MinSeats; n <= s.rs.MaxSeats; n++ {
		all = append(all, n)
	}
	return s.pick(all, offset)
}

// play plays with every kind of player.
func (s *suite) play(t *testing.T) {
	for _, seats := range s.seats(0) {
		for i, bot := range s.players() {
			name := fmt.Sprintf("%d seats, %s", seats, bot.Name)
			t.Run(name, func(t *testing.T) {
				s.through(t, seats, nil, bot, uint64(10*seats+i), length(fullGame, i))
			})
		}
	}
	if s.concealed > 0 && s.veils == 0 {
		t.Error("no game could be tried with other hidden cards")
	}
}

// options plays with each option at each of its bounds, with few, some or many seats.
func (s *suite) options(t *testing.T) {
	rs, players := s.rs, s.players()
	for _, o := range rs.Schema {
		checkWords(t, o)
	}
	for i, given := range bounds(rs.Schema) {
		for _, seats := range s.pick([]int{rs.MinSeats, (rs.MinSeats + rs.MaxSeats) / 2, rs.MaxSeats}, i) {
			if _, err := rs.Validate(seats, given); err != nil {
				continue // the game refuses the combination
			}
			who := (i + seats) % len(players)
			bot := players[who]
			t.Run(fmt.Sprintf("%v, %d seats, %s", given, seats, bot.Name), func(t *testing.T) {
				s.through(t, seats, given, bot, uint64(1000*i+seats), length(shortGame, who))
			})
		}
	}
}

// checkWords wants words for every value of an option that is not the default.
func checkWords(t *testing.T, o rules.Option) {
	t.Helper()
	for _, v := range extremes(o) {
		value := rules.Typed(v)
		if none := value == rules.Typed(o.Default) || o.Kind == rules.Int && v == 0; !none && o.Tell(value) == "" {
			t.Errorf("option %s has no words (Says, Not) for %s", o.Name, value)
		}
	}
	if o.Main && o.Tell(rules.Typed(o.Default)) == "" {
		t.Errorf("option %s is one that is always said, and has no words (Says)", o.Name)
	}
}

// brief plays a brief game to its end.
func (s *suite) brief(t *testing.T) {
	for _, bot := range s.rs.Bots {
		p, err := scenario.Random(s.rs, seatsOf(s.rs, 2), s.rs.Brief, 1, []rules.Bot{bot})
		if err != nil {
			t.Fatal(err)
		}
		if moves := len(p.Lines) - 1; !p.Finished || moves > briefGame {
			t.Errorf("with the options of RuleSet.Brief, %v, %s has not ended the game after %d moves", s.rs.Brief, bot.Name, moves)
		}
	}
}

// players returns a player that plays at random, then the game's own.
func (s *suite) players() []rules.Bot {
	random := rules.Bot{Name: "random", Think: func(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
		moves := p.Moves(seat, own)
		if len(moves) == 0 {
			return rules.Choice{}
		}
		return rules.Choice{Move: moves[r.IntN(len(moves))], Why: "any move will do"}
	}}
	return append([]rules.Bot{random}, s.rs.Bots...)
}

// length returns the number of moves for a player, given that for the random one.
func length(moves, player int) int {
	if player > 0 {
		return moves / botPart
	}
	return moves
}

// bounds lists a set of options for each bound of each option.
func bounds(schema rules.Schema) []map[string]any {
	var all []map[string]any
	for _, opt := range schema {
		for _, v := range extremes(opt) {
			all = append(all, map[string]any{opt.Name: v})
		}
	}
	return all
}

func extremes(opt rules.Option) []any {
	switch opt.Kind {
	case rules.Int:
		return []any{opt.Min, opt.Max}
	case rules.Bool:
		return []any{false, true}
	case rules.Enum:
		var all []any
		for _, v := range opt.Values {
			all = append(all, v)
		}
		return all
	}
	low, high := make([]int, opt.Len), make([]int, opt.Len)
	for i := range high {
		low[i], high[i] = opt.Min, opt.Max
	}
	low[0] = min(opt.Min+1, opt.Max) // a list of zeros may be refused
	return []any{low, high}
}
