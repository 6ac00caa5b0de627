package rules

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"fives/engine/card"
)

// A RuleSet is one game. Its fields are set once, where the game's package
// declares it, and never changed.
type RuleSet struct {
	Name     string // as people type it: "five-crowns"
	Title    string // as people read it: "Five Crowns"
	Summary  string // one line
	Goal     string // which total wins, in a few words: "the lowest total wins"
	HighWins bool   // the larger total is the better one
	Limit    string // the option up to which totals run; "" if none says it
	Chips    bool   // totals are chips that have changed hands, and add up to nothing
	MinSeats int    // fewest seats
	MaxSeats int    // most seats
	Schema   Schema // its options
	// Retired games are not listed, and no new table plays them, because their rules were
	// corrected under another name. Their logs still verify, and running games go on.
	Retired bool
	// OwnDraw says that the rules themselves draw who opens the first hand. For other games
	// the table draws a lot, and calls Start with the seat on which it fell.
	OwnDraw bool
	// Duty says what the seat on which the lot falls has to do: "start the first hand".
	Duty string
	// Brief holds options that make a game short, for tests that play it to its end; nil if
	// the defaults do.
	Brief map[string]any
	// Quick is the value of the main option for a game of a few minutes, see
	// [RuleSet.Presets]; 0 for none.
	Quick    int
	Notation []string // one line for each kind of move
	// Verbs has a phrase for each verb of the notation, for [RuleSet.Tell]:
	// "drops" for "drop".
	Verbs map[string]string
	// Briefly says a move that names many cards in a few words, for a button: "go out". It is ""
	// for other moves, and nil in a game that has no such move.
	Briefly func(move string) string
	Rules   string // the text of RULES.md
	// Guide is the text of HOWTO.md: how to play, for newcomers. A code block marked as
	// cards is drawn as a hand.
	Guide  string
	Lesson string // the text of lesson.json, which engine/lesson reads
	Lasts  string // the text of lasts.txt, see [RuleSet.Lengths]; "" if nobody has measured the game
	// Inner lists, for a state key, the keys of the objects within it. Under state keys
	// that are not in Inner, the keys of objects are the names of the players.
	Inner map[string][]string

	// Check refuses options that contradict each other; it is nil where none can. The
	// options are resolved, and seats is in range.
	Check func(seats int, o Options) error
	// Deck returns the whole deck.
	Deck func(seats int, o Options) card.Deck
	// Start returns the first position of a game, or of its continuation from a carry-over;
	// a carry-over of no hands says who opens the first. Seats and options have passed
	// [RuleSet.Validate].
	Start func(seats int, o Options, from *Carry) Position
	// Decided reports whether the game is over at a carry-over, so that nobody goes on from
	// it. As long as all seats stay, that is the case exactly after the hand that decides
	// the game.
	Decided func(seats int, o Options, c Carry) bool
	// BestOnly are verbs for which Moves lists only the best of the legal moves.
	BestOnly []string
	// Bots are the computer players that answer at once, weakest first; engine/search has one
	// that does not.
	Bots []Bot
	// Swift plays as the strongest of Bots does, nearly as well and in about half a millisecond, for whoever plays
	// many hands on; without one the strongest does ([RuleSet.Player]).
	Swift Bot
}

// A Bot is a computer player. Think sees only the public position and the observation of
// the seat whose turn it is, and chooses one of the seat's legal moves. The same arguments
// with the same random source give the same choice.
type Bot struct {
	Name  string // "easy", "good"
	Think func(p Position, seat int, own Observation, r *rand.Rand) Choice
}

// A Choice is a move, and the computer player's reason for it in one line: "ends: 4 points,
// about 92 % to be lowest". The reason mentions the seat's own cards, so only that seat may
// see it while they are hidden.
type Choice struct {
	Move string
	Why  string
}

// Move returns the move that the computer player chooses.
func (b Bot) Move(p Position, seat int, own Observation, r *rand.Rand) string {
	return b.Think(p, seat, own, r).Move
}

// Tell says what a move did, without its subject: "dropped 7h 7s and took the top card".
// Numbers in it are cards where they are the next one of those that are named.
func (rs *RuleSet) Tell(move string, named ...card.Card) card.Sentence {
	return rs.words(move, Past, named)
}

// Do says what a move would do: "drop 7h 7s and take the top card".
func (rs *RuleSet) Do(move string, named ...card.Card) card.Sentence {
	return rs.words(move, Infinitive, named)
}

// words puts a move into words, with its verbs in a form.
func (rs *RuleSet) words(move string, form func(string) string, named []card.Card) (s card.Sentence) {
	for i, w := range Words(move) {
		if i > 0 {
			s = s.Text(" ")
		}
		verb, isVerb := rs.Verbs[w]
		c, err := card.Parse(w)
		switch {
		case isVerb && i > 0:
			s = s.Text("and " + form(verb))
		case isVerb:
			s = s.Text(form(verb))
		case err == nil && len(named) > 0 && c == named[0]:
			s, named = s.Cards(c), named[1:]
		case err == nil && (c.Suit != card.Plain || c.Rank == card.Joker):
			s = s.Cards(c)
		default:
			s = s.Text(w)
		}
	}
	return s
}

// Strongest returns the strongest computer player that answers at once, which is the default;
// the zero Bot if the game has none.
func (rs *RuleSet) Strongest() (b Bot) {
	if n := len(rs.Bots); n > 0 {
		b = rs.Bots[n-1]
	}
	return b
}

// Player returns who plays hands on where many are: the strongest computer player that answers at once, or what
// plays like it in less time.
func (rs *RuleSet) Player() Bot {
	if rs.Swift.Think != nil {
		return rs.Swift
	}
	return rs.Strongest()
}

// Bot finds a computer player that answers at once by name.
func (rs *RuleSet) Bot(name string) (Bot, error) {
	for _, b := range rs.Bots {
		if b.Name == name {
			return b, nil
		}
	}
	return Bot{}, fmt.Errorf("rules: %s has no computer player %q", rs.Name, name)
}

// Active lists the seats that play the next hand of a game that is not over; seats that are
// out of the game do not.
func (rs *RuleSet) Active(seats int, o Options, c Carry) []int {
	from := &c
	if c.Hands == 0 {
		from = nil
	}
	return rs.Start(seats, o, from).Status().Active
}

// Validate resolves given options against the schema and checks them and the
// number of seats. It returns all options with their values.
func (rs *RuleSet) Validate(seats int, given map[string]any) (Options, error) {
	if seats < rs.MinSeats || seats > rs.MaxSeats {
		return nil, fmt.Errorf("rules: %s is for %d to %d seats, not %d", rs.Name, rs.MinSeats, rs.MaxSeats, seats)
	}
	o, err := rs.Schema.Resolve(given)
	if err != nil {
		return nil, fmt.Errorf("rules: %s: %w", rs.Name, err)
	}
	if rs.Check != nil {
		if err := rs.Check(seats, o); err != nil {
			return nil, fmt.Errorf("rules: %s: %w", rs.Name, err)
		}
	}
	return o, nil
}

// Written returns the options of a table as a record names them: all of them, but a later
// one only where it has not its default.
func (rs *RuleSet) Written(o Options) Options {
	out := maps.Clone(o)
	for _, opt := range rs.Schema {
		if opt.Later && Typed(o[opt.Name]) == Typed(opt.Default) {
			delete(out, opt.Name)
		}
	}
	return out
}

// Read checks the options that a record names, and returns all options of the table. The
// record must name exactly those of [RuleSet.Written].
func (rs *RuleSet) Read(seats int, written map[string]any) (Options, error) {
	o, err := rs.Validate(seats, written)
	if err != nil {
		return nil, err
	}
	want := rs.Written(o)
	for name := range want {
		if _, ok := written[name]; !ok {
			return nil, fmt.Errorf("rules: not every option of %s is given", rs.Name)
		}
	}
	if len(written) != len(want) {
		return nil, fmt.Errorf("rules: a later option of %s is given with its default", rs.Name)
	}
	return o, nil
}
