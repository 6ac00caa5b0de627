package node

import (
	"time"

	"fives/p2p/control"
	"fives/p2p/present"
	"fives/p2p/twin"
)

// Here has this daemon play, and not another one that runs with the same key.
func (n *Node) Here() (control.Status, error) {
	n.guard.TakeOver()
	n.hurry.up()
	return n.Status(), nil
}

// twinWarning warns of a daemon that runs with this node's key, the zero warning if nothing
// has to wait because of one.
func twinWarning(st twin.State) (w control.Warning) {
	switch {
	case st.Onlooker:
		w.Code = control.WarnElsewhere
	case st.Waits:
		w.Code = control.WarnTwice
	default:
		return w
	}
	w.Address, w.Since = st.Twin.Address, time.Unix(int64(st.Twin.Since), 0).UTC()
	return w
}

// twinWarnings are none or one.
func (n *Node) twinWarnings() []control.Warning {
	if w := twinWarning(n.guard.State()); w.Code != "" {
		return []control.Warning{w}
	}
	return nil
}

// halted says why this node signs nothing, nil if it does.
func (n *Node) halted() error {
	w := twinWarning(n.guard.State())
	switch w.Code {
	case control.WarnTwice:
		return control.Fail(control.ReasonTwice, control.Data{Warning: &w})
	case control.WarnElsewhere:
		return control.Fail(control.ReasonElsewhere, control.Data{Warning: &w})
	}
	return nil
}

// tellTwin tells people when another daemon is there, has taken over, or is gone.
func (n *Node) tellTwin() {
	now, before := n.guard.State(), n.twin
	n.twin = now
	w, was := twinWarning(now), twinWarning(before)
	switch {
	case w == was:
	case w.Code == "":
		n.events.Add(control.Event{Kind: control.EventTwin, What: control.Gone})
	default:
		n.log.Warn("another daemon runs with this node's key", "address", w.Address, "code", w.Code)
		n.events.Add(control.Event{Kind: control.EventTwin, What: control.Here, Warning: w})
	}
}

// twins warns of those at a table whose nodes run twice, as they say.
func (n *Node) twins(g *game) (all []control.Warning) {
	names := g.terms.Names()
	for _, i := range present.Persons(g.terms) {
		if n.directory.Twice(g.terms.Seats[i].Node()) {
			all = append(all, control.Warning{Code: control.WarnTwice, Name: names[i]})
		}
	}
	return all
}
