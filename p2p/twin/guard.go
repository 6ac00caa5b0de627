package twin

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"fives/engine/record"
)

const (
	// Every is how often a twin that is known is asked again.
	Every = 2 * time.Second
	// GoneAfter is when one that does not answer counts as gone.
	GoneAfter = 4 * Every
	// A daemon that nobody has asked whether it may sign for sleptFor has been asleep: it signs
	// nothing for wakeFor, while it asks for twins.
	sleptFor = 3 * time.Second
	wakeFor  = 1500 * time.Millisecond
	// maxTwins bounds those that are known. Only daemons with this node's key are.
	maxTwins = 8
)

// Config says whose guard it is.
type Config struct {
	Key     ed25519.PrivateKey
	Started time.Time
	Now     func() time.Time
	Address func() netip.Addr // of this machine, for people; the zero address for none
	// Quiet reports whether nothing that this daemon has signed is still on its way out,
	// since it is halted.
	Quiet func() bool
}

// A Guard knows the twins of a daemon. It is safe for concurrent use.
type Guard struct {
	cfg  Config
	self record.Key
	mark Nonce

	mu       sync.Mutex // guards the rest
	takes    uint64     // as in Statement
	onlooker bool       // a twin has taken over
	yielded  time.Time  // when
	taker    Twin       // which one
	twins    map[Nonce]Twin
	turned   time.Time // when it was asked last whether it may sign, by the calendar
	woken    time.Time // until then, it has only just woken up
}

// A Twin is another daemon with this node's key, as it has proved and said.
type Twin struct {
	Statement
	Proved time.Time // when it was known to live
}

// A State is what people are told.
type State struct {
	Halted   bool // this daemon signs nothing
	Waits    bool // because a twin lives that could: it goes on when that is gone
	Onlooker bool // because a twin has taken over
	// Live says that the twin was heard of late. One that has taken over may not be.
	Live  bool
	Twin  Twin // the zero Twin if there is none
	Takes bool // this daemon's person has said that it is to play
	// Yielded is when a twin has taken over, the zero time if none has.
	Yielded time.Time
}

// NewGuard returns a guard that knows of no twin. Its mark is that of this start.
func NewGuard(cfg Config) *Guard {
	return &Guard{cfg: cfg, self: record.KeyOf(cfg.Key), mark: newNonce(), twins: map[Nonce]Twin{}}
}

// Hail is a question for a daemon; with pass for others of this node's key that are connected
// to it. The nonce is good for one answer, which whoever asks waits for.
func (g *Guard) Hail(pass bool) Hail { return Hail{Nonce: newNonce(), Mark: g.mark, Pass: pass} }

// Answer answers a hail, and asks back. It says nothing to this daemon itself.
func (g *Guard) Answer(h Hail) (r Reply, err error) {
	if h.Mark == g.mark {
		return Reply{}, nil
	}
	nonce := newNonce()
	s, err := g.State().statement(g, h.Nonce)
	return Reply{Statement: s, Nonce: &nonce}, err
}

// AnswerBack answers a nonce that came with a statement of a twin.
func (g *Guard) AnswerBack(nonce Nonce) (r Reply, err error) {
	r.Statement, err = g.State().statement(g, nonce)
	return r, err
}

// statement is what a daemon in a state says of itself.
func (st State) statement(g *Guard, nonce Nonce) (*Statement, error) {
	s := Statement{Mark: g.mark, Since: uint64(max(g.cfg.Started.Unix(), 0)), Takes: g.taken(), Onlooker: st.Onlooker && g.cfg.Quiet()}
	if ip := g.cfg.Address(); ip.IsValid() {
		s.Address = ip.Unmap().WithZone("").String()
	}
	return s.sign(g.cfg.Key, nonce)
}

func (g *Guard) taken() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.takes
}

// Take takes in a statement that was made for a nonce of this guard's, and reports whether
// it is another daemon's. Whoever calls it has drawn the nonce, and uses it once.
func (g *Guard) Take(nonce Nonce, s Statement) (other bool, err error) {
	if s.Mark == g.mark {
		return false, nil // this daemon itself, led back
	}
	if err := s.verify(g.self, nonce); err != nil {
		return false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, known := g.twins[s.Mark]; !known && len(g.twins) >= maxTwins {
		delete(g.twins, oldest(g.twins))
	}
	t := Twin{s, g.cfg.Now()}
	g.twins[s.Mark] = t
	switch {
	case s.Takes == 0:
	case g.onlooker:
		if s.Mark == g.taker.Mark || s.Takes > g.taker.Takes {
			g.taker = t
		}
	case cmp.Or(cmp.Compare(s.Takes, g.takes), bytes.Compare(s.Mark[:], g.mark[:])) > 0:
		g.onlooker, g.yielded, g.taker, g.takes = true, t.Proved, t, 0
	}
	return true, nil
}

// oldest is the twin that was heard longest ago.
func oldest(twins map[Nonce]Twin) Nonce {
	return slices.MinFunc(slices.Collect(maps.Keys(twins)), func(a, b Nonce) int { return twins[a].Proved.Compare(twins[b].Proved) })
}

// TakeOver has this daemon play: the others become onlookers when they hear of it, and it
// signs as soon as they have said so, or are gone.
func (g *Guard) TakeOver() {
	g.mu.Lock()
	defer g.mu.Unlock()
	takes := max(uint64(max(g.cfg.Now().Unix(), 1)), g.takes, g.taker.Takes+1) // more than any twin's
	g.takes, g.onlooker, g.yielded, g.taker = takes, false, time.Time{}, Twin{}
}

// now is the time by the calendar: other clocks may stand still while a machine sleeps.
func (g *Guard) now() time.Time { return g.cfg.Now().Round(0) }

// MaySign reports whether this daemon may sign now. It is asked all the time, and notices
// when it was not: the machine has been asleep, and a twin may have signed meanwhile. Then
// this daemon asks first, and hears the others, as after a start.
func (g *Guard) MaySign() bool {
	g.mu.Lock()
	now := g.now()
	if !g.turned.IsZero() && now.Sub(g.turned) >= sleptFor {
		g.woken = now.Add(wakeFor)
	}
	g.turned = now
	g.mu.Unlock()
	return !g.Halted()
}

// Halted reports whether this daemon is to sign nothing now.
func (g *Guard) Halted() bool { return g.State().Halted }

// State says how things stand. A twin that could sign comes before one that does not.
func (g *Guard) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := State{Onlooker: g.onlooker, Halted: g.onlooker || g.now().Before(g.woken), Twin: g.taker, Takes: g.takes > 0, Yielded: g.yielded}
	if len(g.twins) == 0 {
		return s
	}
	for _, mark := range slices.SortedFunc(maps.Keys(g.twins), func(a, b Nonce) int { return bytes.Compare(a[:], b[:]) }) {
		t := g.twins[mark]
		if g.cfg.Now().Sub(t.Proved) >= GoneAfter {
			continue
		}
		switch {
		case g.onlooker && mark != g.taker.Mark:
		case g.onlooker:
			s.Live = true
		case !t.Onlooker:
			s.Halted, s.Waits, s.Live, s.Twin = true, true, true, t
		case !s.Waits:
			s.Live, s.Twin = true, t
		}
	}
	return s
}

// Known reports whether there is a twin to be asked again: one that lives, or that was heard
// so lately that it may.
func (g *Guard) Known() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.DeleteFunc(g.twins, func(_ Nonce, t Twin) bool { return g.cfg.Now().Sub(t.Proved) >= 2*GoneAfter })
	return len(g.twins) > 0
}

// String names a state in the log.
func (s State) String() string {
	return fmt.Sprintf("halted %v, onlooker %v, live %v, at %q", s.Halted, s.Onlooker, s.Live, s.Twin.Address)
}
