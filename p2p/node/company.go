package node

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// Hint returns the move that the strongest computer player would make in this node's seat, and why.
func (n *Node) Hint(name string) (api.HintAnswer, error) {
	ctx := context.Background()
	if err := n.signs(ctx); err != nil {
		return api.HintAnswer{}, err
	}
	g, err := n.tables.find(name)
	if err != nil {
		return api.HintAnswer{}, err
	}
	if err := g.mayAct(); err != nil {
		return api.HintAnswer{}, err
	}
	_ = g.do(ctx, func(r *replica.Replica, _ time.Time) error { // in the first moment after a start
		if mustHear(r) {
			return replica.ErrUnheard
		}
		return nil
	})
	var think func() rules.Choice
	g.look(func(r *replica.Snapshot) {
		t, own := r.Table(), r.Local()
		if !yourTurn(r) {
			err = notYourTurn(r)
			return
		}
		pos, observation, rs, dice := t.Position(), r.Observe(own), t.Terms().Rules, r.Dice()
		think = func() rules.Choice { return rs.Advise(pos, own.Seat(), observation, dice) }
	})
	if think == nil {
		return api.HintAnswer{}, err
	}
	c := think()
	return api.HintAnswer{Move: c.Move, Why: c.Why}, nil
}

// Say sends a line of chat to everybody at the table who is connected, also before it begins.
func (n *Node) Say(ctx context.Context, name, text string) error {
	ctx, cancel := context.WithTimeout(ctx, sayPatience)
	defer cancel()
	for {
		err := n.say(name, text)
		if api.ErrorIn(err).Reason != api.ReasonHostSilent {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(ticks):
		}
	}
}

// sayPatience is how long a line waits for a table that is beginning, or whose host is being reached: its
// waiting room is over then, or not there yet.
const sayPatience = 5 * time.Second

func (n *Node) say(name, text string) error {
	text = api.Printable(text)
	if far.Holds(text) {
		return api.Fail(api.ReasonLinkToAll, api.Data{})
	}
	g, err := n.tables.find(name)
	waits := slices.DeleteFunc(n.lobby.Pending(), func(id record.Hash) bool { return !strings.HasPrefix(id.String(), api.TypedID(name)) })
	switch {
	case err == nil:
		err = session.Wait(func(done func(error)) { g.Table.Say(text, done) })
	case len(waits) == 1:
		err = n.lobby.Say(waits[0], text)
	}
	if errors.Is(err, replica.ErrLine) {
		return api.Fail(api.ReasonBadLine, api.Data{Limit: replica.MaxLine})
	}
	if err == nil && g != nil {
		who := nodeName(g.terms, n.self, g.terms.Names(), func(record.Key) string { return n.name })
		g.say(api.Event{Kind: api.EventChat, Name: who, Text: text, Yours: true})
		g.answersScreen(text)
	}
	return err
}

// answersScreen durably notes that a line of talk of somebody who plays at this node's table answers
// whether a big screen shows it, so that nobody is asked again. This node is then among those that it
// has let in: it needs no leave itself.
func (g *game) answersScreen(text string) {
	if strings.HasPrefix(text, api.ScreenSign) && g.terms.Private && !g.Onlooker() {
		g.Table.Admit(g.o.self, func(err error) {
			if err != nil {
				g.o.log.Warn("noting an answer about big screens", "err", err)
			}
		})
	}
}

// Reading notes that the person is reading the result of a hand, or is done with it.
func (n *Node) Reading(ctx context.Context, name string, hand int, done bool) error {
	g, err := n.tables.find(name)
	if err != nil {
		return err
	}
	return g.do(ctx, func(r *replica.Replica, now time.Time) error {
		r.Reading(hand, done, now)
		return nil
	})
}

// Evidence returns the proof of a fault, as a file that can be verified on its own. fault is its
// index in [api.Table.Faults].
func (n *Node) Evidence(name string, fault int) ([]record.Record, error) {
	g, err := n.tables.find(name)
	if err != nil {
		return nil, err
	}
	var records []record.Record
	g.look(func(r *replica.Snapshot) {
		if faults := r.Table().Faults(); fault >= 0 && fault < len(faults) {
			records = audit.Evidence(r.Table(), faults[fault])
		}
	})
	if records == nil {
		return nil, api.Fail(api.ReasonNoFault, api.Data{Fault: fault})
	}
	return records, nil
}
