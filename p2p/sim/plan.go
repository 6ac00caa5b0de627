package sim

import (
	"math/rand/v2"
	"time"

	"fives/engine/card"
	"fives/engine/games/five"
	"fives/engine/games/fivethreefive"
	"fives/engine/games/furiousfive"
	"fives/engine/rules"
	"fives/engine/tabletest"
)

// A Plan says what is played, and what goes wrong until it is calm.
type Plan struct {
	Seed    uint64
	Game    *rules.RuleSet
	Options map[string]any
	Seats   int           // nodes, each with a person
	Bots    int           // computer players besides, spread over the nodes
	Think   time.Duration // a person takes up to this long for a move

	Calm     time.Duration // from then on nothing goes wrong
	Patience time.Duration // within this time after that, every table has to be over

	Delay   time.Duration // of a message: half of it to twice
	Loss    float64       // probability that a message is lost, unknown to the connection
	Double  float64       // probability that a message arrives twice
	Reorder float64       // probability that a message overtakes others of its connection
	Never   bool          // two of the nodes never see each other

	// Mean times between two troubles of a kind in the whole world, zero for never.
	Crash, Outage, Break, Part, OneWay, FullDisk, SlowDisk, Sleep, Jump time.Duration

	Impatience time.Duration // how long a person waits for others before they call for a continuation; 0 for ever
	Onlookers  int           // nodes that only watch
	Guests     int           // nodes without a seat at first, whose people would like one
	Change     time.Duration // mean time between two wishes that a seat changes hands, zero for none
	Games      int           // games that the same people play one after the other, if more than one

	Pages   map[int]bool      // nodes in a browser; looked up, never ranged over
	Heard   bool              // even at first, nodes sign nothing before they have heard all
	Restore bool              // one node comes back with an old copy of its disk: the one that dozes, if one does
	Leave   bool              // one person leaves
	Gone    bool              // the cheats, or one node if there are none, go and never come back
	Cover   bool              // the others cover for a node that is away
	Frozen  bool              // one node falls asleep and never wakes up
	Dozes   bool              // one node falls asleep again and again, until it is calm
	Urges   bool              // people do not wait until a silent node is covered
	Cheats  map[int]bool      // nodes that cheat; looked up, never ranged over
	Cheat   Cheat             // how they cheat
	Late    bool              // the log is forked in the showing of a hand, so that both branches settle the hand
	Bug     Bug               // a bug in the simulated nodes, to test that it is found
	Log     func(line string) // if set, gets a line for everything that happens
}

// A Bug is a bug that is planted around the sessions.
type Bug int

// Known bugs.
const (
	SendFirst   Bug = iota + 1 // the store returns before it has stored, so that a node sends first
	NoGate                     // a home that starts again believes that it has heard the others
	Linger                     // a continuation begins before the table that it goes on from is left
	KeepStreams                // the streams of games that are over stay open
	Relaxed                    // a browser says that a commit is done before it is on its disk
)

// A Cheat is a way to cheat.
type Cheat int

// Ways to cheat.
const (
	Honestly Cheat = iota
	Fork           // runs twice, and each of the two sees another part of the others
	Invalid        // sends invalid records at the true head, to some or to all
	Replay         // sends an old body in a new record
	Withhold       // from some step on, sends no records of its own
	Noise          // sends forged authors, broken signatures, steps that do not exist
	Lie            // claims to have what it has not
	Prove          // sends proofs of its own faults and of its friends', without end
	Twice          // as the host, begins the table twice, with another friend for each part of the others
	Sore           // keeps back the receipt of the last hand
	cheatKinds
)

var cheatNames = [cheatKinds]string{"none", "fork", "invalid", "replay", "withhold", "noise", "lie", "prove", "twice", "sore"}

func (c Cheat) String() string { return cheatNames[c] }

// Untroubled reports whether nothing at all goes wrong in the plan.
func (p Plan) Untroubled() bool {
	return p.Loss+p.Double+p.Reorder == 0 && p.Change == 0 && !p.Never && !p.Restore && !p.Leave && !p.Gone && !p.Frozen && !p.Dozes && len(p.Cheats) == 0 &&
		p.Crash+p.Outage+p.Break+p.Part+p.OneWay+p.FullDisk+p.SlowDisk+p.Sleep+p.Jump == 0
}

// Lonely reports whether nothing goes wrong in the plan except that one node is away.
func (p Plan) Lonely() bool {
	p.Frozen, p.Dozes = false, false
	return p.Untroubled()
}

// Wide is the drill with a deck for seven seats.
var Wide = wide()

func wide() *rules.RuleSet {
	rs := *tabletest.Drill
	rs.Name, rs.MaxSeats = "wide-drill", 7
	rs.Deck = func(int, rules.Options) card.Deck {
		return card.Deck{Name: "drill-20", Cards: card.Suited([]card.Suit{card.Clubs, card.Hearts}, card.Ranks(card.Ace, 10))}
	}
	return &rs
}

// Draw returns the plan of a seed.
func Draw(seed uint64) Plan {
	r := rand.New(rand.NewPCG(seed, 3))
	p := Quiet(seed, 2+r.IntN(6))
	p.Game, p.Options = choose(r, &p)
	p.Think = time.Duration(r.IntN(2000)) * time.Millisecond
	p.Delay = time.Duration(1+r.IntN(80)) * time.Millisecond
	p.Calm = time.Duration(5+r.IntN(40)) * time.Second
	p.Heard = r.IntN(2) == 0
	p.network(r)
	p.trouble(r)
	switch r.IntN(8) {
	case 0:
		p.Restore, p.Options = true, map[string]any{"hands": 1}
		if p.Game == five.Rules {
			p.Restore, p.Options = false, map[string]any{"limit": 15}
		}
	case 1:
		p.Leave = true
	case 2, 3, 4:
		p.cheats(r)
		p.Gone = p.Cheat == Withhold && r.IntN(3) > 0
	case 5:
		p.Gone = true
	case 6:
		p.Games = 2 + r.IntN(4)
		p.Patience *= time.Duration(p.Games)
	}
	if r.IntN(4) > 0 {
		p.Impatience = time.Duration(3+r.IntN(12)) * time.Second
	}
	if !p.Restore { // an onlooker may be the only one who knows what the restored node forgets (see package replica)
		p.Onlookers = r.IntN(2)
	}
	p.pages()
	p.Cover = rand.New(rand.NewPCG(seed, 6)).IntN(3) == 0
	return p
}

// Away returns the plan of a seed in which the others cover for one node that is away, for good or now and
// then. In half of the plans nothing else goes wrong. In a third of those in which the node comes back, its home
// is restored once from an older copy; somebody who is awake then has what it has signed.
func Away(seed uint64) Plan {
	r := rand.New(rand.NewPCG(seed, 7))
	p := Quiet(seed, 4+r.IntN(2))
	p.Cover, p.Frozen = true, r.IntN(2) == 0
	p.Dozes, p.Urges = !p.Frozen, r.IntN(3) == 0
	p.Game, p.Options = cover(r, &p)
	p.Think = time.Duration(r.IntN(2000)) * time.Millisecond
	p.Delay = time.Duration(1+r.IntN(80)) * time.Millisecond
	p.Calm = time.Duration(5+r.IntN(30)) * time.Second
	if p.Dozes {
		p.Calm *= 4
	}
	p.Patience, p.Heard = 15*time.Minute, r.IntN(2) == 0
	if r.IntN(2) == 0 {
		p.network(r)
		p.trouble(r)
		p.Never = false
	}
	p.Restore = p.Dozes && r.IntN(3) == 0
	return p
}

// Changing returns the plan of a seed in which seats change hands: people come and go, and computer players take
// over. In a third of the plans nothing else goes wrong.
func Changing(seed uint64) Plan {
	r := rand.New(rand.NewPCG(seed, 8))
	p := Quiet(seed, 2+r.IntN(4))
	p.Guests, p.Change = 1+r.IntN(3), time.Duration(500+r.IntN(3000))*time.Millisecond
	p.Bots = r.IntN(min(2, p.Game.MaxSeats-p.Seats) + 1)
	p.Options = map[string]any{"hands": 4}
	p.Think = time.Duration(500+r.IntN(4000)) * time.Millisecond
	p.Delay = time.Duration(1+r.IntN(80)) * time.Millisecond
	p.Calm = time.Duration(60+r.IntN(120)) * time.Second
	p.Patience, p.Heard = 20*time.Minute, r.IntN(2) == 0
	p.Cover = r.IntN(2) == 0
	if p.Impatience = time.Duration(5+r.IntN(20)) * time.Second; p.Cover {
		p.Impatience += 70 * time.Second // by then the others act for those who are away
	}
	if r.IntN(3) == 0 {
		return p
	}
	p.network(r)
	p.trouble(r)
	p.Never = false
	switch r.IntN(6) {
	case 0:
		p.Restore = true
	case 1:
		p.Leave = true
	case 2:
		p.Gone = true
	case 3:
		p.Pages = map[int]bool{r.IntN(p.Seats + p.Guests): true}
	}
	return p
}

// cover chooses a game for a plan with cover. In the drill, a seat is out after the first hand, and four nodes
// have to play each hand.
func cover(r *rand.Rand, p *Plan) (*rules.RuleSet, map[string]any) {
	if r.IntN(12) == 0 {
		return real(r, p)
	}
	p.Bots = r.IntN(3)
	o := map[string]any{"hands": 1}
	if p.Seats > 4 {
		o["hands"] = 1 + r.IntN(2)
	}
	if p.Seats+p.Bots > tabletest.Drill.MaxSeats {
		return Wide, o
	}
	return tabletest.Drill, o
}

// real chooses one of the games that people play, for at least four, with options that make it short.
func real(r *rand.Rand, p *Plan) (*rules.RuleSet, map[string]any) {
	short := []struct {
		rules   *rules.RuleSet
		options map[string]any
	}{
		{five.Rules, map[string]any{"limit": 15}},
		{furiousfive.Rules, map[string]any{"rounds": 1}},
		{fivethreefive.Rules, map[string]any{"end": 1}},
	}
	g := short[r.IntN(len(short))]
	p.Seats = min(p.Seats, g.rules.MaxSeats)
	p.Bots = r.IntN(min(2, g.rules.MaxSeats-p.Seats) + 1)
	return g.rules, g.options
}

// Begin makes node 0, as the host, begin the table twice: once with the last node but one as a friend, and once
// with the last one.
func (p *Plan) Begin(nodes int) {
	p.Cheat, p.Seats, p.Bots, p.Game = Twice, nodes, 0, Wide
	p.Options = map[string]any{"hands": 1}
	p.Cheats = map[int]bool{0: true, nodes - 2: true, nodes - 1: true}
}

// Places returns the number of seats at the first table.
func (p Plan) Places() int {
	if p.Cheat == Twice {
		return p.Seats - 1
	}
	return p.Seats + p.Bots
}

// Quiet returns a plan in which nothing goes wrong.
func Quiet(seed uint64, nodes int) Plan {
	p := Plan{
		Seed: seed, Seats: nodes, Game: tabletest.Drill,
		Think: time.Second, Delay: 5 * time.Millisecond, Patience: 3 * time.Minute,
	}
	if nodes > p.Game.MaxSeats {
		p.Game = Wide
	}
	return p
}

// pages puts some nodes into browsers, without changing what else is drawn from the seed. Browsers never see each
// other, so if there are two of them, at least two honest nodes that stay are not in browsers.
func (p *Plan) pages() {
	r := rand.New(rand.NewPCG(p.Seed, 4))
	if p.Cheat == Twice || p.Never || r.IntN(2) == 0 {
		return
	}
	p.Pages = map[int]bool{}
	for i := range p.Seats {
		p.Pages[i] = r.IntN(2) == 0
	}
	for i := 0; i < p.Seats && !p.joined(); i++ {
		p.Pages[i] = false
	}
}

// joined reports whether there are enough other nodes between those in browsers.
func (p *Plan) joined() bool {
	pages, between := 0, 0
	for i := range p.Seats {
		if p.Pages[i] {
			pages++
		} else if !p.Cheats[i] && !(p.Gone && len(p.Cheats) == 0 && i == 0) {
			between++
		}
	}
	return pages < 2 || between >= 2
}

func choose(r *rand.Rand, p *Plan) (*rules.RuleSet, map[string]any) {
	if p.Seats <= 4 && r.IntN(12) == 0 {
		return five.Rules, map[string]any{"limit": 15}
	}
	o := map[string]any{"hands": 1 + r.IntN(2)}
	if p.Seats > tabletest.Drill.MaxSeats {
		return Wide, o
	}
	p.Bots = r.IntN(min(2, tabletest.Drill.MaxSeats-p.Seats) + 1)
	return tabletest.Drill, o
}

func (p *Plan) network(r *rand.Rand) {
	loss := []float64{0, 0, 0.01, 0.1, 0.3}
	p.Loss = loss[r.IntN(len(loss))]
	p.Double = loss[r.IntN(len(loss))]
	p.Reorder = loss[r.IntN(len(loss))]
	p.Never = p.Seats > 2 && r.IntN(4) == 0
}

func (p *Plan) trouble(r *rand.Rand) {
	for _, mean := range []*time.Duration{
		&p.Crash, &p.Outage, &p.Break, &p.Part, &p.OneWay, &p.FullDisk, &p.SlowDisk, &p.Sleep, &p.Jump,
	} {
		if r.IntN(2) == 0 {
			*mean = time.Duration(2+r.IntN(15)) * time.Second
		}
	}
}

func (p *Plan) cheats(r *rand.Rand) {
	p.Cheat = Cheat(1 + r.IntN(int(cheatKinds)-1))
	if r.IntN(4) == 0 {
		p.Cheat = Fork
	}
	p.Late = p.Cheat == Fork && r.IntN(3) == 0
	if p.Cheat == Twice {
		p.Begin(max(p.Seats, 5))
		return
	}
	p.Cheats = map[int]bool{r.IntN(p.Seats): true}
	if p.Seats > 3 && r.IntN(3) == 0 {
		p.Cheats[r.IntN(p.Seats)] = true
	}
}
