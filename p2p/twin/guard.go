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
	// Every is how often a known twin is asked again.
	Every = 2 * time.Second
	// GoneAfter is when a twin that does not answer counts as gone.
	GoneAfter = 4 * Every
	// A daemon in which nobody has asked for sleptFor whether it may sign has been asleep: it
	// signs nothing for wakeFor, while it asks for twins.
	sleptFor = 3 * time.Second
	wakeFor  = 1500 * time.Millisecond
	// maxTwins bounds the known twins, which all have this node's key.
	maxTwins = 8
)

// Config says for which daemon a guard is.
type Config struct {
	Key     ed25519.PrivateKey
	Started time.Time
	Now     func() time.Time
	Address func() netip.Addr // of this machine, for people; the zero address for none
	// Quiet reports whether this daemon, since it is halted, has sent everything that it
	// had signed.
	Quiet func() bool
	// Page says that this daemon runs in a page, which does not wait after it was asleep:
	// browsers let hidden pages sleep all the time, and its key is nowhere else.
	Page bool
	// Woke, if not nil, is told that this daemon was asleep, also in a page. It must ask for
	// twins at once, and wait for nothing.
	Woke func()
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
	turned   time.Time // when it was last asked whether it may sign, by the calendar
	woken    time.Time // until then it counts as only just woken up
	halts    uint64    // how often it has got a reason to sign nothing
}

// A Twin is another daemon with this node's key, as far as it has proved and said.
type Twin struct {
	Statement
	Proved time.Time // when it last proved to be alive
}

// A State is what people are told about twins.
type State struct {
	Halted   bool // this daemon signs nothing
	Waits    bool // because there is a live twin that could sign: this daemon goes on when the twin is gone
	Onlooker bool // because a twin has taken over
	// Live says that the twin was heard lately. A twin that has taken over need not be.
	Live  bool
	Twin  Twin // the zero Twin if there is none
	Takes bool // this daemon's person has said that this daemon is to play
	// Yielded is when a twin has taken over, the zero time if none has.
	Yielded time.Time
}

// NewGuard returns a guard that knows of no twin. It has a new mark, for this start of the node.
func NewGuard(cfg Config) *Guard {
	return &Guard{cfg: cfg, self: record.KeyOf(cfg.Key), mark: newNonce(), twins: map[Nonce]Twin{}}
}

// Hail makes a question for a daemon or, with pass, for others with this node's key that
// are connected to it. The nonce is good for one answer, for which the asker waits.
func (g *Guard) Hail(pass bool) Hail { return Hail{Nonce: newNonce(), Mark: g.mark, Pass: pass} }

// Answer answers a hail, and asks back. It does not answer this daemon itself.
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

// statement makes what a daemon in this state says about itself.
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

// Take takes in a statement that was made for a nonce of this guard, and reports whether it
// is another daemon's. The caller must have drawn the nonce, and use it only once.
func (g *Guard) Take(nonce Nonce, s Statement) (other bool, err error) {
	if s.Mark == g.mark {
		return false, nil // this daemon's own, sent back
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
	if g.state().Halted {
		g.halts++
	}
	return true, nil
}

// oldest returns the twin that was heard longest ago.
func oldest(twins map[Nonce]Twin) Nonce {
	return slices.MinFunc(slices.Collect(maps.Keys(twins)), func(a, b Nonce) int { return twins[a].Proved.Compare(twins[b].Proved) })
}

// TakeOver makes this daemon play: the others become onlookers when they hear of it, and
// this one signs as soon as they have said so, or are gone.
func (g *Guard) TakeOver() {
	g.mu.Lock()
	defer g.mu.Unlock()
	takes := max(uint64(max(g.cfg.Now().Unix(), 1)), g.takes, g.taker.Takes+1) // more than any twin's
	g.takes, g.onlooker, g.yielded, g.taker = takes, false, time.Time{}, Twin{}
}

// now is the time by the calendar: other clocks may stand still while a machine sleeps.
func (g *Guard) now() time.Time { return g.cfg.Now().Round(0) }

// MaySign reports whether this daemon may sign now, and how often it has got a reason not to:
// whoever signs first hears the others, as after a start, if that is more often than before,
// even if the reason is over. It is called all the time, also while all tables work, and notices
// when it was not: then the machine has been asleep, and a twin may have signed meanwhile.
func (g *Guard) MaySign() (ok bool, halts uint64) {
	g.mu.Lock()
	now := g.now()
	slept := !g.turned.IsZero() && now.Sub(g.turned) >= sleptFor
	if slept && !g.cfg.Page {
		g.halts++
	}
	if slept && !g.cfg.Page || g.woken.Sub(now) > wakeFor { // or the calendar was set back
		g.woken = now.Add(wakeFor)
	}
	g.turned = now
	ok, halts = !g.state().Halted, g.halts
	g.mu.Unlock()
	if slept && g.cfg.Woke != nil {
		g.cfg.Woke()
	}
	return ok, halts
}

// Halted reports whether this daemon is to sign nothing now.
func (g *Guard) Halted() bool { return g.State().Halted }

// State says how things stand. A twin that could sign takes precedence over one that does
// not.
func (g *Guard) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.state()
}

// state does the work of State. g.mu must be held.
func (g *Guard) state() State {
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

// Known reports whether there is a twin to ask again: one that is alive, or that was heard
// so recently that it may be.
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
