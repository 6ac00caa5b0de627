package node

import (
	"context"
	"time"

	"fives/p2p/api"
	"fives/p2p/twin"
)

// hereTime is how long [Node.signs] waits for the other daemon. One that says nothing for so long
// counts as gone before.
const hereTime = twin.GoneAfter + twin.Every

// Here makes this daemon play, instead of another one that runs with the same key, and returns when
// it does: when the other one has said that it only looks on, or is gone. The error says who plays
// instead.
func (n *Node) Here(ctx context.Context) (api.Status, error) {
	n.guard.TakeOver()
	n.hurry.up()
	if err := n.signs(ctx); err != nil {
		return api.Status{}, err
	}
	return n.Status(), nil
}

// signs returns why this node signs nothing, nil if it does. If its person has said that it is the
// one to play, at its start too, it waits until the other one has said that it looks on, or is gone.
func (n *Node) signs(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, hereTime)
	defer cancel()
	retry(ctx, func() (done bool) {
		st := n.guard.State()
		return !st.Takes || !st.Waits
	})
	return n.maySign()
}

// twinWarning returns a warning about a daemon that runs with this node's key, the zero Warning if
// nothing has to wait because of one.
func twinWarning(st twin.State) (w api.Warning) {
	switch {
	case st.Onlooker:
		w.Code = api.WarnElsewhere
	case st.Waits:
		w.Code = api.WarnTwice
	default:
		return w
	}
	w.Address, w.Since = st.Twin.Address, time.Unix(int64(st.Twin.Since), 0).UTC()
	return w
}

// twinWarnings returns the twinWarning of this node, if there is one.
func (n *Node) twinWarnings() []api.Warning {
	if w := twinWarning(n.guard.State()); w.Code != "" {
		return []api.Warning{w}
	}
	return nil
}

// maySign returns why this node signs nothing now, nil if it does sign.
func (n *Node) maySign() error {
	w := twinWarning(n.guard.State())
	switch w.Code {
	case api.WarnTwice:
		return api.Fail(api.ReasonTwice, api.Data{Warning: &w})
	case api.WarnElsewhere:
		return api.Fail(api.ReasonElsewhere, api.Data{Warning: &w})
	}
	return nil
}

// hideTurn takes the turn out of a summary if it is this node's own and this node signs nothing: the
// move is made elsewhere, or has to wait.
func (n *Node) hideTurn(s *api.Summary) {
	if s.Turn == s.Me() && n.maySign() != nil {
		s.Turn = ""
	}
}

// tellTwin adds an event when another daemon with this node's key is there, has taken over, or is
// gone.
func (n *Node) tellTwin() {
	now, before := n.guard.State(), n.twin
	n.twin = now
	w, was := twinWarning(now), twinWarning(before)
	switch {
	case w == was:
	case w.Code == "":
		n.events.Add(api.Event{Kind: api.EventTwin, What: api.Gone})
	default:
		n.log.Warn("another daemon runs with this node's key", "address", w.Address, "code", w.Code)
		n.events.Add(api.Event{Kind: api.EventTwin, What: api.Here, Warning: w})
	}
}

// twinWarningsAt returns warnings about those at a table whose nodes say that they run twice.
func (n *Node) twinWarningsAt(g *game) (all []api.Warning) {
	names := g.terms.Names()
	for _, i := range personSeats(g.terms) {
		if n.directory.Twice(g.terms.Seats[i].Node()) {
			all = append(all, api.Warning{Code: api.WarnTwice, Name: names[i]})
		}
	}
	return all
}
