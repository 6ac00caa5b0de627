package tabletest

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
)

// A Player is one seat: its secrets, and its replica of the table.
type Player struct {
	Seat        int
	Name        string
	Key         ed25519.PrivateKey
	Table       *table.Table
	Hand        seat.HandSecret
	Observation seat.FaceCache
}

// A Chooser picks the text of a move for the seat whose turn it is.
type Chooser func(p *Player, own rules.Observation, r *rand.Rand) string

// A Rig is a table of several replicas. Its fields may be set before a step.
type Rig struct {
	TB      testing.TB
	Rules   *rules.RuleSet
	Players []*Player
	Rand    *rand.Rand
	Secret  *rand.ChaCha8 // the randomness of all seats, seeded
	Choose  Chooser       // default: [Random]

	// Body changes what a seat is about to state; nil means honest.
	Body func(p *Player, body any) any
	// Payload changes what a seat is about to sign.
	Payload func(p *Player, pl *record.Payload)
	// Route changes what reaches a replica, the sender's own included: it returns the
	// records to deliver there in place of r.
	Route func(from, to *Player, r record.Record) []record.Record
	// Absent reports whether the node of a player is away: it signs nothing, and nothing
	// reaches it. At a table with cover the others vote. Nil stands for nobody.
	Absent func(p *Player) bool
	// Refused is called with every record that a replica does not take in, and with the
	// error, which may be a fault. By default the test fails.
	Refused func(at *Player, r record.Record, err error)
	// Records are all records signed so far, in the order of signing.
	Records []record.Record
}

// names of the players, by seat.
var names = []string{"ana", "ben", "cleo", "dan", "eva", "finn", "gus", "hana"}

// Key returns the identity key of the player with that number in every rig with that seed.
func Key(seed uint64, n int) ed25519.PrivateKey {
	var s [32]byte
	copy(s[:], fmt.Sprintf("tabletest/%d/%d", seed, n))
	return ed25519.NewKeyFromSeed(s[:])
}

// New seats a table: a proposal with the options, the joins, and a replica for
// each seat. Nothing of the roster is signed yet.
func New(tb testing.TB, rs *rules.RuleSet, seats int, o map[string]any, seed uint64) *Rig {
	tb.Helper()
	return open(tb, rs, seats, o, seed, "")
}

// NewCovered is New for a table with cover.
func NewCovered(tb testing.TB, rs *rules.RuleSet, seats int, o map[string]any, seed uint64) *Rig {
	tb.Helper()
	return open(tb, rs, seats, o, seed, record.CoverAll)
}

// NewHosted is NewCovered for a table with computer players: hosts gives, for each seat,
// the seat whose node plays it, which is its own for a person.
func NewHosted(tb testing.TB, rs *rules.RuleSet, hosts []int, o map[string]any, seed uint64) *Rig {
	tb.Helper()
	return seated(tb, rs, names[:len(hosts)], hosts, o, seed, record.CoverAll)
}

// Named is New for players of those names. The last of three or more is a computer player
// of the first.
func Named(tb testing.TB, rs *rules.RuleSet, names []string, o map[string]any, seed uint64) *Rig {
	tb.Helper()
	names, hosts := slices.Clone(names), own(len(names))
	if last := len(names) - 1; last > 1 {
		names[last], hosts[last] = record.WithStrength(names[last], "good"), 0
	}
	return seated(tb, rs, names, hosts, o, seed, "")
}

func open(tb testing.TB, rs *rules.RuleSet, seats int, o map[string]any, seed uint64, cover string) *Rig {
	tb.Helper()
	return seated(tb, rs, names[:seats], own(seats), o, seed, cover)
}

// own are the hosts of seats that nodes of their own play.
func own(seats int) []int {
	hosts := make([]int, seats)
	for i := range hosts {
		hosts[i] = i
	}
	return hosts
}

func seated(tb testing.TB, rs *rules.RuleSet, names []string, hosts []int, o map[string]any, seed uint64, cover string) *Rig {
	tb.Helper()
	g := newRig(tb, rs, seed)
	keys := make([]ed25519.PrivateKey, len(hosts))
	for i := range keys {
		keys[i] = Key(seed, i)
	}
	proposal := propose(tb, rs, len(hosts), o, keys[0], g.Secret, cover)
	id, _, _, err := table.OpenProposal(proposal, g.Find)
	if err != nil {
		tb.Fatal(err)
	}
	joins := make([]record.Record, len(hosts))
	for i, k := range keys {
		body := record.Join{Name: names[i]}
		if host := keys[hosts[i]]; hosts[i] != i {
			of, cert := record.KeyOf(host), record.CertifyBot(host, id, record.KeyOf(k))
			body.Host, body.Certificate = &of, &cert
		}
		joins[i] = Join(tb, k, id, body)
	}
	g.Seat(keys, func() (*table.Table, error) { return table.New(proposal, joins, g.Find) })
	g.Records = append([]record.Record{proposal}, joins...)
	return g
}

// Continue seats the table of a continuation among players of another rig.
func Continue(tb testing.TB, rs *rules.RuleSet, c record.Continuation, keys []ed25519.PrivateKey, seed uint64) *Rig {
	tb.Helper()
	g := newRig(tb, rs, seed)
	g.Seat(keys, func() (*table.Table, error) { return table.Continue(c, g.Find) })
	return g
}

func newRig(tb testing.TB, rs *rules.RuleSet, seed uint64) *Rig {
	var s [32]byte
	copy(s[:], fmt.Sprintf("tabletest secrets %d", seed))
	return &Rig{TB: tb, Rules: rs, Rand: rand.New(rand.NewPCG(seed, 5)), Secret: rand.NewChaCha8(s), Choose: Random}
}

// Seat gives every key a seat and a replica of its own.
func (g *Rig) Seat(keys []ed25519.PrivateKey, open func() (*table.Table, error)) {
	g.TB.Helper()
	for i, k := range keys {
		t, err := open()
		if err != nil {
			g.TB.Fatal(err)
		}
		g.Players = append(g.Players, &Player{Seat: i, Name: t.Terms().Names()[i], Key: k, Table: t})
	}
}

// Find knows only the rule set of the rig.
func (g *Rig) Find(name string) (*rules.RuleSet, error) {
	if name != g.Rules.Name {
		return nil, fmt.Errorf("tabletest: no game %q", name)
	}
	return g.Rules, nil
}

// Propose signs the proposal of a table with all options of the game.
func Propose(tb testing.TB, rs *rules.RuleSet, seats int, given map[string]any, key ed25519.PrivateKey, r *rand.ChaCha8) record.Record {
	tb.Helper()
	return propose(tb, rs, seats, given, key, r, "")
}

// ProposeCovered is Propose for a table with cover.
func ProposeCovered(tb testing.TB, rs *rules.RuleSet, seats int, given map[string]any, key ed25519.PrivateKey, r *rand.ChaCha8) record.Record {
	tb.Helper()
	return propose(tb, rs, seats, given, key, r, record.CoverAll)
}

func propose(tb testing.TB, rs *rules.RuleSet, seats int, given map[string]any, key ed25519.PrivateKey, r *rand.ChaCha8, cover string) record.Record {
	tb.Helper()
	o, err := rs.Validate(seats, given)
	if err != nil {
		tb.Fatal(err)
	}
	body := record.Proposal{Game: rs.Name, Options: rs.Written(o), Seats: uint64(seats), HouseRules: record.HouseRules{Cover: cover}, Time: 1_750_000_000}
	r.Read(body.Nonce[:])
	return Sign(tb, key, record.Payload{Version: record.Version, Kind: record.KindProposal}, body)
}

// Join signs a join of the table with that ID.
func Join(tb testing.TB, key ed25519.PrivateKey, id record.Hash, body record.Join) record.Record {
	tb.Helper()
	return Sign(tb, key, record.Payload{Version: record.Version, Table: id, Step: 1, Head: id, Kind: record.KindJoin}, body)
}

// Sign makes a record with that body.
func Sign(tb testing.TB, key ed25519.PrivateKey, p record.Payload, body any) record.Record {
	tb.Helper()
	p.Body = record.Encoded(Encode(tb, body))
	r, err := record.Sign(key, p)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// Encode is record.Marshal for a body that encodes.
func Encode(tb testing.TB, body any) []byte {
	tb.Helper()
	b, err := record.Marshal(body)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// Own returns all that a player knows about the cards of the running hand.
func (p *Player) Own() rules.Observation { return p.Observation.Update(p.Table, p.Seat, p.Hand) }

// Owes reports whether the player's replica waits for a record of its own.
func (p *Player) Owes() bool { return slices.Contains(p.Table.Missing(), p.Seat) }

// Random picks any legal move.
func Random(p *Player, own rules.Observation, r *rand.Rand) string {
	moves := p.Table.Position().Moves(p.Seat, own)
	return moves[r.IntN(len(moves))]
}

// Bot lets a computer player choose.
func Bot(b rules.Bot) Chooser {
	return func(p *Player, own rules.Observation, r *rand.Rand) string {
		return b.Move(p.Table.Position(), p.Seat, own, r)
	}
}

// Honest makes the body that a seat owes, with its own replica. A key, a stack or a receipt
// changes the player's secrets. (So would a proof, but tests ask for several.)
func (g *Rig) Honest(p *Player) any {
	g.TB.Helper()
	if p.Table.Pending().Kind == record.KindMove {
		return g.Move(p, g.Choose(p, p.Own(), g.Rand))
	}
	body, hand, err := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 1_750_000_001, g.Secret)
	if err != nil {
		g.TB.Fatalf("%s: %v", p.Name, err)
	}
	if p.Table.Pending().Kind != record.KindProof {
		p.Hand = hand
	}
	return body
}

// Move makes the body of a move.
func (g *Rig) Move(p *Player, text string) record.Move {
	g.TB.Helper()
	body, err := seat.Move(p.Table, p.Seat, p.Hand, p.Own(), text, g.Secret)
	if err != nil {
		g.TB.Fatalf("%s plays %q: %v", p.Name, text, err)
	}
	return body
}

// Make signs what a seat owes, with the hooks of the rig in between.
func (g *Rig) Make(p *Player) record.Record {
	g.TB.Helper()
	body := g.Honest(p)
	if g.Body != nil {
		body = g.Body(p, body)
	}
	r := g.Sign(p, body)
	g.Records = append(g.Records, r)
	return r
}

// Sign signs a body as a player's record of the running step.
func (g *Rig) Sign(p *Player, body any) record.Record {
	g.TB.Helper()
	pl, err := p.Table.Payload(p.Seat, body)
	if err != nil {
		g.TB.Fatal(err)
	}
	if g.Payload != nil {
		g.Payload(p, &pl)
	}
	r, err := record.Sign(p.Key, pl)
	if err != nil {
		g.TB.Fatal(err)
	}
	return r
}

// Take is a node's loop for one record: check, apply, accuse.
func (p *Player) Take(r record.Record) error {
	c, err := p.Table.Check(r)
	if err == nil {
		_, err = p.Table.Apply(c)
	}
	var f *table.Fault
	if errors.As(err, &f) {
		p.Table.Accuse(f)
	}
	return err
}

// A parcel is a record on its way.
type parcel struct {
	to *Player
	r  record.Record
}

// Step makes the records of the running step and delivers them to everybody in
// random order. It returns false when nobody owes anything any more.
func (g *Rig) Step() bool {
	g.TB.Helper()
	var way []parcel
	if absent := g.Absent; absent != nil { // what it is at the beginning of the step
		gone := map[*Player]bool{}
		for _, p := range g.Players {
			gone[p] = absent(p)
		}
		g.Absent = func(p *Player) bool { return gone[p] }
		defer func() { g.Absent = absent }()
	}
	for _, p := range g.Players {
		if g.absent(p) {
			continue
		}
		for _, r := range g.signs(p) {
			for _, to := range g.Players {
				for _, r := range g.route(p, to, r) {
					way = append(way, parcel{to, r})
				}
			}
		}
	}
	g.Rand.Shuffle(len(way), func(i, j int) { way[i], way[j] = way[j], way[i] })
	for _, x := range way {
		if err := x.to.Take(x.r); err != nil {
			g.onRefusal(x.to, x.r, err)
		}
	}
	return len(way) > 0
}

// signs makes what a player signs in the running step: the record that it owes, and its
// votes on those of players that are absent.
func (g *Rig) signs(p *Player) (made []record.Record) {
	g.TB.Helper()
	if p.Owes() {
		made = append(made, g.Make(p))
	}
	for _, about := range p.Table.Missing() {
		voted, _ := p.Table.VotesOf(about)
		if g.absent(g.Players[about]) && !slices.Contains(voted, p.Seat) && p.Table.Covering(about) && slices.Contains(p.Table.Voters(about), p.Seat) {
			r, err := seat.Away(p.Table, p.Seat, about, p.Key, p.Hand, g.Secret)
			if err != nil {
				g.TB.Fatalf("%s votes: %v", p.Name, err)
			}
			g.Records = append(g.Records, r)
			made = append(made, r)
		}
	}
	return made
}

func (g *Rig) absent(p *Player) bool { return g.Absent != nil && g.Absent(p) }

func (g *Rig) route(from, to *Player, r record.Record) []record.Record {
	if g.absent(to) {
		return nil
	}
	if g.Route == nil {
		return []record.Record{r}
	}
	return g.Route(from, to, r)
}

func (g *Rig) onRefusal(at *Player, r record.Record, err error) {
	g.TB.Helper()
	if g.Refused == nil {
		g.TB.Fatalf("%s refuses a record: %v", at.Name, err)
	}
	g.Refused(at, r, err)
}

// Agree fails the test unless all replicas are at the same step and head.
func (g *Rig) Agree() {
	g.TB.Helper()
	a := g.Table()
	for _, p := range g.Players {
		if b := p.Table; !g.absent(p) && (a.Step() != b.Step() || a.Head() != b.Head()) {
			g.TB.Fatalf("one is at step %d, head %s; seat %d at step %d, head %s",
				a.Step(), a.Head(), p.Seat, b.Step(), b.Head())
		}
	}
}

// Play runs to the end of the game, and checks that all agree after each step.
func (g *Rig) Play() {
	g.TB.Helper()
	g.Until(func(*table.Table) bool { return false })
	if !g.Table().Over() {
		g.TB.Fatalf("stuck at step %d: %+v is owed", g.Table().Step(), g.Table().Pending())
	}
}

// mostSteps bounds games that owe the same again and again.
const mostSteps = 5000

// Until runs steps until the condition holds or nobody owes anything.
func (g *Rig) Until(done func(*table.Table) bool) {
	g.TB.Helper()
	for n := 0; !done(g.Table()) && g.Step(); n++ {
		g.Agree()
		if n == mostSteps {
			g.TB.Fatalf("no end after %d steps: %+v is owed", n, g.Table().Pending())
		}
	}
}

// Hands lets computer players play until that many hands are settled and the next one is
// running.
func (g *Rig) Hands(n int, bot rules.Bot) {
	g.TB.Helper()
	g.Choose = Bot(bot)
	g.Until(func(t *table.Table) bool { return len(t.Results()) == n && t.HandNumber() > n })
}

// Owed runs until a record of that kind is owed. For shares it goes on to those of cards,
// not of a lot.
func (g *Rig) Owed(kind record.Kind) {
	g.TB.Helper()
	g.Until(func(t *table.Table) bool { return t.Pending().Kind == kind && t.Pending().Why != rules.Lot })
	if g.Table().Pending().Kind != kind {
		g.TB.Fatalf("the game is over before a %s is owed", kind)
	}
}

// Table returns the replica of the first player that is not absent.
func (g *Rig) Table() *table.Table {
	i := slices.IndexFunc(g.Players, func(p *Player) bool { return !g.absent(p) })
	return g.Players[i].Table
}

// Turn returns the first player that owes a record.
func (g *Rig) Turn() *Player {
	g.TB.Helper()
	for _, p := range g.Players {
		if p.Owes() {
			return p
		}
	}
	g.TB.Fatal("nobody owes a record")
	return nil
}

// Replay builds a new replica from the log of a table.
func (g *Rig) Replay(log []record.Record) *table.Table {
	g.TB.Helper()
	seats := len(g.Players)
	t, err := table.New(log[0], log[1:1+seats], g.Find)
	rest := log[min(1+seats, len(log)):]
	if c := g.Table().Continuation(); c != nil {
		t, err = table.Continue(*c, g.Find)
		rest = log
	}
	if err != nil {
		g.TB.Fatal(err)
	}
	for i, r := range rest {
		c, err := t.Check(r)
		if err == nil {
			_, err = t.Apply(c)
		}
		if err != nil {
			g.TB.Fatalf("replay, record %d: %v", i, err)
		}
	}
	return t
}
