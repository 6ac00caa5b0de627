package node

import (
	"fmt"
	"slices"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/replica"
)

// A claim is a name that somebody goes by.
type claim struct {
	name  string
	label string // as a table shows it
	key   record.Key
}

// Trust accepts that a key goes by a name that this node knows with another
// one. It is named by that name, if only one such key claims it, or by its
// fingerprint.
func (n *Node) Trust(who string) (control.Trusted, error) {
	digits, print := record.Digits(who)
	print = print && len(digits) == record.FingerprintDigits
	var found []claim
	for _, c := range n.doubted() {
		own, _ := record.Digits(record.Fingerprint(c.key))
		if print && own == digits || !print && (c.name == who || c.label == who) {
			found = append(found, c)
		}
	}
	var prints []string
	for _, c := range found {
		if p := record.Fingerprint(c.key); !slices.Contains(prints, p) {
			prints = append(prints, p)
		}
	}
	switch {
	case len(found) == 0:
		return control.Trusted{}, &control.Error{Code: control.CodeNotFound, Message: fmt.Sprintf("nobody who waits to be trusted is known as %q", who),
			Hint: "fives peers and fives tables say whose key is new"}
	case len(prints) > 1:
		slices.Sort(prints)
		return control.Trusted{}, &control.Error{Code: control.CodeAmbiguous, Message: fmt.Sprintf("more than one new key goes by %q", who), Candidates: prints,
			Hint: "compare the fingerprint by voice, and name it"}
	}
	t := control.Trusted{Fingerprint: prints[0]}
	for _, c := range found {
		if slices.Contains(t.Names, c.name) {
			continue
		}
		if err := n.book.trust(c.name, c.key); err != nil {
			return control.Trusted{}, err
		}
		t.Names = append(t.Names, c.name)
	}
	return t, nil
}

// doubted lists those, at tables of this node and on the network, whose key is
// another than the one known by their name.
func (n *Node) doubted() []claim {
	var all []claim
	for _, g := range n.running() {
		all = append(all, seatClaims(g.terms.Seats)...)
	}
	n.mu.Lock()
	for id, info := range n.peers {
		if key, err := host.PublicKey(id); err == nil {
			all = append(all, claim{info.name, info.name, record.Key(key)})
		}
	}
	for _, o := range n.offers {
		all = append(all, seatClaims(o.sitting())...)
	}
	for _, a := range n.done {
		all = append(all, seatClaims(a.seats())...)
	}
	n.mu.Unlock()
	return slices.DeleteFunc(all, func(c claim) bool { return n.book.doubt(c.name, c.key) == "" })
}

// seats are those of a table in the archive, as far as it has them: the host of
// a computer player stands for it.
func (a archived) seats() []table.Seat {
	var seats []table.Seat
	for i, name := range a.Summary.Names[:min(len(a.Summary.Names), len(a.Nodes))] {
		s := table.Seat{Name: name, Key: a.Nodes[i]}
		if slices.Contains(botNames, name) {
			s.Host = &a.Nodes[i]
		}
		seats = append(seats, s)
	}
	return seats
}

// sitting are the seats taken at an open table. n.mu must be held.
func (o *offer) sitting() []table.Seat {
	var seats []table.Seat
	for _, j := range o.Joins {
		if s, err := table.OpenJoin(j, o.id); err == nil {
			seats = append(seats, s)
		}
	}
	return seats
}

// seatClaims are the names at a table, with the keys of those whose seats they
// are. The names that hosts give their computer players are nobody's.
func seatClaims(seats []table.Seat) []claim {
	labels := (&table.Terms{Seats: seats}).Names()
	var all []claim
	for i, s := range seats {
		if s.Host == nil || !slices.Contains(botNames, s.Name) {
			all = append(all, claim{s.Name, labels[i], replica.Node(s)})
		} else {
			all = append(all, claim{label: labels[i], key: replica.Node(s)})
		}
	}
	return all
}

// doubts says of each seat why it may not be who a person takes it for; "" where
// there is no reason. A seat that is not known is doubted too if it looks like one
// before it.
func (n *Node) doubts(seats []table.Seat) []string {
	texts := make([]string, len(seats))
	claims := seatClaims(seats)
	for i, c := range claims {
		texts[i] = n.book.doubt(c.name, c.key)
		if texts[i] != "" || c.name == "" || n.book.knows(c.name, c.key) || c.key == n.self {
			continue
		}
		for _, before := range claims[:i] {
			if before.key != c.key && nickname.Alike(before.name, c.name) {
				texts[i] = "looks like " + nickname.Shown(before.label) + ", but has another key, " + record.Fingerprint(c.key)
			}
		}
	}
	return texts
}

// warnings are the doubts about seats, with their names.
func (n *Node) warnings(seats []table.Seat) []string {
	labels := (&table.Terms{Seats: seats}).Names()
	list := []string{}
	for i, text := range n.doubts(seats) {
		if text != "" {
			list = append(list, nickname.Shown(labels[i])+": "+text)
		}
	}
	return list
}
