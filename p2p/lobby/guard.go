package lobby

import (
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/inbox"
	"fives/p2p/wire"
)

// guessTold is the pause between two warnings about wrong codes.
const guessTold = 10 * time.Second

// A guard asks those who come to a private table for its code, and counts who has guessed
// wrong. Its state belongs to the turns of an actor: the open table, or the door of a
// running one.
type guard struct {
	l     *Lobby
	id    record.Hash // of the table
	actor *inbox.Actor
	store func() error // keeps the code as it is

	code    *entry.Code
	guessed time.Time // when people were last told of a wrong code
	closed  bool      // there is nothing to guard any more
}

// check runs CPace as the responder. From the joiner's share on, the run counts as a wrong
// guess until the joiner has shown that it has the code. It must not be called in a turn.
func (g *guard) check(s entry.Stream, hello entry.Hello) error {
	says, err := entry.NewNonce()
	if err != nil {
		return err
	}
	if err := wire.Write(s, entry.Welcome{Session: &says}); err != nil {
		return err
	}
	var proof entry.Proof
	if err := wire.ReadShort(s, entry.FrameTime, entry.MaxStrangerFrame, &proof); err != nil {
		return err
	}
	who, addr := g.l.cfg.Network.PeerID(s.Node()), entry.Source(s.Source())
	run, wait, err := g.begin(who, addr)
	if err != nil {
		return err
	}
	err = pause(g.l.ctx, g.l.cfg.Scheduler, wait)
	if err == nil {
		h := entry.Handshake{Table: hello.Table, Joiner: s.Node(), Host: g.l.self, JoinerNonce: hello.Session, HostNonce: says}
		err = h.Respond(s, run.text, proof.Share)
	}
	g.end(run, s.Node(), err == nil)
	return err
}

// A run is one attempt to prove a code.
type run struct {
	text      string
	who, addr string
}

// begin begins a run at the present code, which has to wait. Check and count happen in one
// turn, so many runs at once get no more guesses than runs one after the other. The count is
// stored before anything is said that depends on the code: a restart forgets no guess.
func (g *guard) begin(who, addr string) (r run, wait time.Duration, err error) {
	err = g.actor.Wait(func(now time.Time) error {
		if g.closed {
			return entry.ErrNoTable
		}
		g.renew(now)
		var ok bool
		if r.text, wait, ok = g.code.Try(now, who, addr); !ok {
			return entry.ErrTooManyCodes
		}
		r.who, r.addr = who, addr
		return g.store()
	})
	return r, wait, err
}

// end tells people of a wrong code, and draws a new one if the old one was guessed
// at too often.
func (g *guard) end(r run, node record.Key, right bool) {
	_ = g.actor.Wait(func(now time.Time) error {
		if right {
			g.code.Succeed(r.text, r.who, r.addr)
		} else if !g.closed && now.Sub(g.guessed) >= guessTold {
			g.guessed = now
			g.l.addEvent(g.id, api.Event{What: api.WrongCode, Name: g.l.cfg.Directory.Name(node), Fingerprint: record.Fingerprint(node)})
		}
		g.renew(now)
		return nil
	})
}

// renew draws a new code when the old one has been guessed at too often.
func (g *guard) renew(now time.Time) {
	if g.closed || !g.code.Renew(now) {
		return
	}
	if err := g.store(); err != nil {
		g.l.cfg.Log.Warn("storing a code", "err", err)
	}
	g.l.addEvent(g.id, api.Event{What: api.NewCode, Code: g.code.Text()})
}
