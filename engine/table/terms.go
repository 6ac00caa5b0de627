package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/crypto/shuffle"
	"fives/engine/record"
	"fives/engine/rules"
)

// ErrTerms is wrapped by every error about the beginning of a table: its
// proposal, joins or continuation.
var ErrTerms = errors.New("table: bad terms")

// A Finder looks up a rule set by name; engine/games.Find is the usual one.
type Finder func(game string) (*rules.RuleSet, error)

// Terms are what all seats of a table have agreed to.
type Terms struct {
	Rules   *rules.RuleSet
	Options rules.Options
	record.HouseRules
	Seats []Seat // in clockwise order
	// Parent is the settled hand that a continuation goes on from, nil for a
	// proposed table.
	Parent *Parent
	Time   uint64 // as the proposer claims, in seconds since 1970; 0 in a continuation
}

// Warm computes what every hand needs and none changes: the points of the deck, and the
// multiples of generators that proofs use. Without it, the first hand has to wait for them.
// It may run concurrently with anything else.
func (t *Terms) Warm() { shuffle.Warm(len(newDeck(t).Cards)) }

// A Seat is a player at the table.
type Seat struct {
	Key  record.Key
	Name string      // as claimed
	Host *record.Key // set for a computer player: whose it is
}

// Node returns the identity key of the node that plays the seat.
func (s Seat) Node() record.Key {
	if s.Host != nil {
		return *s.Host
	}
	return s.Key
}

// Called returns what a seat is called and, for a computer player whose name says so, how
// well it plays (SPEC §3).
func (s Seat) Called() (name, strength string) {
	if s.Host == nil {
		return s.Name, ""
	}
	return record.SplitStrength(s.Name)
}

// A Parent is the place in another table's log where a continuation begins.
type Parent struct {
	Table record.Hash
	Head  record.Hash
	Carry rules.Carry
	From  []int // for each seat, the seat of the parent that it comes from
}

// Names returns a label for each seat, in order: what the seat is called, followed by a
// number if an earlier seat is called the same.
func (t *Terms) Names() []string {
	names := make([]string, len(t.Seats))
	for i, s := range t.Seats {
		name, _ := s.Called()
		names[i] = Label(names[:i], name)
	}
	return names
}

// Label returns a label for somebody of that name that is none of those taken: the name, or
// the name followed by a number.
func Label(taken []string, name string) string {
	label := name
	for n := 2; slices.Contains(taken, label); n++ {
		label = fmt.Sprintf("%s~%d", name, n)
	}
	return label
}

// Called returns which of the labels somebody has typed, -1 for none: in either case, unless
// another one is typed exactly.
func Called(labels []string, typed string) int {
	name := record.TypedName(typed)
	if i := slices.Index(labels, name); i >= 0 {
		return i
	}
	return slices.IndexFunc(labels, func(label string) bool { return strings.EqualFold(label, name) })
}

// SeatOf returns the seat that a key has, or [rules.None].
func (t *Terms) SeatOf(k record.Key) int {
	return slices.IndexFunc(t.Seats, func(s Seat) bool { return s.Key == k })
}

// BotNames are names for the computer players that a host adds to its table. They belong to
// nobody.
var BotNames = []string{"Ada", "Bob", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max", "Nan"}

// PersonAt returns the seat that has the name of a node's person: their own, or else the one at
// which the program plays for them, whose name is not one of [BotNames]. It is [rules.None] if
// there is none.
func (t *Terms) PersonAt(node record.Key) int {
	if own := t.SeatOf(node); own >= 0 {
		return own
	}
	return slices.IndexFunc(t.Seats, func(s Seat) bool {
		name, _ := s.Called()
		return s.Node() == node && !slices.Contains(BotNames, name)
	})
}

// HostName returns the name of the person whose computer player has a seat; if that person has no
// seat at the table, the fingerprint of the key. It is "" for a seat that is no computer player's.
func (t *Terms) HostName(seat int) string {
	host := t.Seats[seat].Host
	if host == nil {
		return ""
	}
	if at := t.PersonAt(*host); at >= 0 {
		return t.Names()[at]
	}
	return record.Fingerprint(*host)
}

// Everybody lists the numbers of all seats.
func (t *Terms) Everybody() []int {
	all := make([]int, len(t.Seats))
	for i := range all {
		all[i] = i
	}
	return all
}

// checkName refuses names that no seat may have (SPEC §3).
func checkName(name string) error {
	if err := record.CheckName(name); err != nil {
		return fmt.Errorf("%w: %w", ErrTerms, err)
	}
	return nil
}

// OpenProposal checks a proposal record. It returns the table ID, the proposed terms, still
// without seats, and the number of seats.
func OpenProposal(r record.Record, find Finder) (record.Hash, *Terms, int, error) {
	p, err := r.Open()
	if err != nil {
		return record.Hash{}, nil, 0, fmt.Errorf("%w: proposal: %w", ErrTerms, err)
	}
	if p.Kind != record.KindProposal || p.Step != 0 || p.Seat != 0 || !p.Table.IsZero() || !p.Head.IsZero() || p.About != nil {
		return record.Hash{}, nil, 0, fmt.Errorf("%w: not a proposal", ErrTerms)
	}
	body, err := record.Decode[record.Proposal](p)
	if err != nil {
		return record.Hash{}, nil, 0, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if err := r.Author.Check(); err != nil {
		return record.Hash{}, nil, 0, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	terms := &Terms{HouseRules: body.HouseRules, Time: body.Time}
	if body.Time > record.LatestTime {
		return record.Hash{}, nil, 0, fmt.Errorf("%w: a time after the year 9999", ErrTerms)
	}
	if body.Seats > maxSeats {
		return record.Hash{}, nil, 0, fmt.Errorf("%w: %d seats", ErrTerms, body.Seats)
	}
	seats := int(body.Seats)
	if err := terms.game(body.Game, body.Options, seats, find); err != nil {
		return record.Hash{}, nil, 0, err
	}
	return record.Fold(record.Hash{}, 0, []record.Record{r}), terms, seats, nil
}

func (t *Terms) game(name string, options map[string]any, seats int, find Finder) error {
	rs, err := find(name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTerms, err)
	}
	o, err := rs.Read(seats, options)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if err := t.HouseRules.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrTerms, err)
	}
	t.Rules, t.Options = rs, o
	return nil
}

// maxSeats is how many seats a table can have: a seatSet has a bit for each.
const maxSeats = 64

// checkHost refuses a host whose key is not valid, and a player that is its own
// host.
func checkHost(player record.Key, host *record.Key) error {
	if host == nil {
		return nil
	}
	if *host == player {
		return errors.New("a computer player is its own host")
	}
	return host.Check()
}

// OpenJoin checks a record that joins the table with that ID, and returns the seat that it
// asks for.
func OpenJoin(r record.Record, id record.Hash) (Seat, error) {
	p, err := r.Open()
	if err != nil {
		return Seat{}, fmt.Errorf("%w: join: %w", ErrTerms, err)
	}
	if p.Kind != record.KindJoin || p.Step != 1 || p.Seat != 0 || p.Table != id || p.Head != id || p.About != nil {
		return Seat{}, fmt.Errorf("%w: not a join of this table", ErrTerms)
	}
	body, err := record.Decode[record.Join](p)
	if err != nil {
		return Seat{}, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if err := r.Author.Check(); err != nil {
		return Seat{}, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if err := checkName(body.Name); err != nil {
		return Seat{}, err
	}
	if (body.Host == nil) != (body.Certificate == nil) {
		return Seat{}, fmt.Errorf("%w: a computer player has both a host and a certificate", ErrTerms)
	}
	if err := checkHost(r.Author, body.Host); err != nil {
		return Seat{}, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if body.Host != nil {
		if err := record.VerifyBot(*body.Host, id, r.Author, *body.Certificate); err != nil {
			return Seat{}, fmt.Errorf("%w: %w", ErrTerms, err)
		}
	}
	return Seat{Key: r.Author, Name: body.Name, Host: body.Host}, nil
}

// New seats a table from a proposal and the joins in seat order. Next, every seat owes its
// roster signature.
func New(proposal record.Record, joins []record.Record, find Finder) (*Table, error) {
	id, terms, seats, err := OpenProposal(proposal, find)
	if err != nil {
		return nil, err
	}
	if len(joins) != seats {
		return nil, fmt.Errorf("%w: %d joins for %d seats", ErrTerms, len(joins), seats)
	}
	for _, j := range joins {
		s, err := OpenJoin(j, id)
		if err != nil {
			return nil, err
		}
		if terms.SeatOf(s.Key) >= 0 {
			return nil, fmt.Errorf("%w: one key joins twice", ErrTerms)
		}
		terms.Seats = append(terms.Seats, s)
	}
	t := &Table{log: log{id: id, terms: terms}, drawn: rules.None}
	t.begin([]record.Record{proposal}, id)
	t.begin(joins, record.Fold(id, 1, joins))
	t.pending = Pending{Kind: record.KindRoster, Seats: terms.Everybody()}
	return t, nil
}

// CheckPlayer refuses a player with a key, host or name that no seat of a continuation may
// have.
func CheckPlayer(p record.Player) error {
	if err := errors.Join(p.Key.Check(), checkHost(p.Key, p.Host), checkName(p.Name)); err != nil {
		return fmt.Errorf("%w: %w", ErrTerms, err)
	}
	return nil
}

// Continue begins the table of a continuation. Every seat owes its acceptance.
func Continue(c record.Continuation, find Finder) (*Table, error) {
	id, err := record.ContinuationID(c)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	terms := &Terms{HouseRules: c.HouseRules}
	terms.Parent = &Parent{Table: c.Parent, Head: c.Head, Carry: c.Carry, From: c.From}
	if len(c.Players) > maxSeats {
		return nil, fmt.Errorf("%w: %d seats", ErrTerms, len(c.Players))
	}
	if c.Attempt > record.MaxAttempt {
		return nil, fmt.Errorf("%w: attempt %d", ErrTerms, c.Attempt)
	}
	if err := checkFrom(c.From, len(c.Players)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	for _, p := range c.Players {
		if err := CheckPlayer(p); err != nil {
			return nil, err
		}
		if terms.SeatOf(p.Key) >= 0 {
			return nil, fmt.Errorf("%w: one key has two seats", ErrTerms)
		}
		terms.Seats = append(terms.Seats, Seat(p))
	}
	if err := terms.game(c.Game, c.Options, len(c.Players), find); err != nil {
		return nil, err
	}
	if err := checkCarry(c.Carry, len(c.Players)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	if c.Carry.Hands > 0 && terms.Rules.Decided(len(c.Players), terms.Options, c.Carry) {
		return nil, fmt.Errorf("%w: it goes on from a game that is over", ErrTerms)
	}
	t := &Table{log: log{id: id, terms: terms, head: id, continues: &c}, drawn: rules.None}
	t.pending = Pending{Kind: record.KindAccept, Seats: terms.Everybody()}
	return t, nil
}

// checkFrom refuses lists of the parent's seats that no continuation can have. Only the
// parent's log says whether players really come from these seats.
func checkFrom(from []int, seats int) error {
	if len(from) != seats {
		return fmt.Errorf("%d players come from %d seats", seats, len(from))
	}
	for i, s := range from {
		if s < 0 || s >= maxSeats {
			return fmt.Errorf("a player comes from seat %d", s)
		}
		if slices.Contains(from[:i], s) {
			return fmt.Errorf("two players come from seat %d", s)
		}
	}
	return nil
}

// checkCarry refuses a carry-over that no table can have handed on. Before the first
// settled hand there is nothing to hand on.
func checkCarry(c rules.Carry, seats int) error {
	if err := c.Check(seats); err != nil {
		return err
	}
	if c.Hands == 0 && !c.Equal(rules.Carry{Scores: make([]int, seats)}) {
		return errors.New("table: scores before the first hand")
	}
	return nil
}
