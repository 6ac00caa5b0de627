package orders

import (
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
)

// This file determines what a node may be sent at once.

// mostItems is the largest number of items of which all subsets are sent.
const mostItems = 7

// A choice is a state of a node, and what it may be sent.
type choice struct {
	node int
	can  set
}

// A gain is the state of a node after it was sent records.
type gain struct {
	gets []int
	to   *node
}

// gets visits the states in which a node has been sent records that it does not have and can do something with.
func (x *Explorer) gets(s state, n *node) {
	var can set
	for r := range x.records {
		if s.sent.has(r) && !n.stored.has(r) && !x.cheat.kept(r, n.who) && x.fits(n, r) {
			can = can.with(r)
		}
	}
	for _, g := range once(x.memo.gains, choice{n.id, can}, func() []gain { return x.gains(n, can) }) {
		x.doing = event{kind: "get", i: n.who, j: -1, gets: g.gets}
		x.one(s, n, g.to)
	}
}

// fits reports whether a record is for the log of a node, or for the next step.
func (x *Explorer) fits(n *node, r int) bool {
	p := x.payloads[r]
	head, ok := n.table.HeadAt(p.Step)
	return ok && head == p.Head || !ok && p.Step == n.table.Step()+1
}

// gains lists the states that a node can come to by what it is sent. If more records achieve no more than fewer, only the
// fewer count.
func (x *Explorer) gains(n *node, can set) (list []gain) {
	tried := map[deed][]set{}
	for _, gets := range x.bundles(n, can) {
		to := x.get(n, gets)
		if !x.tells(n, to) || x.quiet() && x.shows(n, to) {
			continue
		}
		all, d := setOf(gets), x.deedOf(to)
		if slices.ContainsFunc(tried[d], func(less set) bool { return less.in(all) }) {
			continue
		}
		tried[d] = append(tried[d], all)
		list = append(list, gain{gets, to})
	}
	return list
}

// quiet reports whether nodes are not sent what would make them show a record: if one node runs twice, there may be votes
// on all others. A seat whose record was shown on a log is not covered there, and then no vote against it is of use.
func (x *Explorer) quiet() bool { return x.cheat.Puppet && len(x.about) > 1 }

// shows reports whether a node has shown a record between two of its states.
func (x *Explorer) shows(from, to *node) bool {
	for r, p := range x.payloads {
		if p.Kind == record.KindHere && x.authors[r] == to.who && to.stored.has(r) && !from.stored.has(r) {
			return true
		}
	}
	return false
}

// bundles lists the sets of records that a node is sent, smaller ones first: all sets of few records, and of many those
// with which it can do something. The records of seats on which nobody votes come together: a step waits for all of them,
// and nothing else depends on them. In a message, own records come first, then votes that show one, then the others.
func (x *Explorer) bundles(n *node, can set) (list [][]int) {
	items, next := x.items(n, can)
	if len(items) <= mostItems {
		for set := range 1 << len(items) {
			var gets []int
			for i, item := range items {
				if set&(1<<i) != 0 {
					gets = append(gets, item...)
				}
			}
			if len(gets) > 0 {
				list = append(list, gets)
			}
		}
	} else {
		list = x.useful(n, items)
	}
	if len(next) > 0 { // in one burst with what the next step has
		for _, gets := range slices.Clone(list) {
			list = append(list, slices.Concat(gets, next))
		}
	}
	for _, gets := range list {
		slices.SortStableFunc(gets, func(a, b int) int { return x.rank(a) - x.rank(b) })
	}
	slices.SortStableFunc(list, func(a, b []int) int { return len(a) - len(b) })
	return list
}

func (x *Explorer) rank(r int) int {
	return slices.Index([]record.Kind{record.KindHere, record.KindAway, record.KindComplaint}, x.payloads[r].Kind)
}

// items returns what a node may be sent of its own step and earlier ones, and what there is of the next step.
func (x *Explorer) items(n *node, can set) (items [][]int, next []int) {
	var together []int
	for r := range x.records {
		p := x.payloads[r]
		switch {
		case !can.has(r):
		case p.Step > n.table.Step():
			if len(x.about) == 1 && len(p.About) == 0 {
				next = append(next, r)
			}
		case p.Step == n.table.Step() && len(p.About) == 0 && !slices.Contains(x.about, x.authors[r]) && !x.cheat.is(x.authors[r]):
			together = append(together, r)
		default:
			items = append(items, []int{r})
		}
	}
	if len(together) > 0 {
		items = append(items, together)
	}
	return items, next
}

// useful lists the sets of records with which a node can do something: a single record; a seat's record and a vote on it,
// which make the node show the record; and what completes the step, with the votes on some seats, the records of the
// others, and what shows these.
func (x *Explorer) useful(n *node, items [][]int) (list [][]int) {
	own, away, here := map[int][]int{}, map[int][]int{}, map[int][]int{}
	var rest []int // of seats on which nobody votes
	for _, item := range items {
		p := x.payloads[item[0]]
		switch {
		case len(item) > 1 || len(p.About) == 0 && !slices.Contains(x.about, x.authors[item[0]]):
			rest = append(rest, item...)
		case len(p.About) == 0:
			own[x.authors[item[0]]] = append(own[x.authors[item[0]]], item[0])
		case p.Kind == record.KindAway:
			away[int(p.About[0])] = append(away[int(p.About[0])], item[0])
		default:
			here[int(p.About[0])] = append(here[int(p.About[0])], item[0])
		}
		list = append(list, slices.Clone(item))
	}
	for _, about := range x.all() {
		for _, r := range own[about] {
			for _, v := range append(away[about], here[about]...) {
				list = append(list, []int{r, v})
			}
		}
		for _, v := range away[about] {
			list = append(list, []int{v})
		}
	}
	for set := range 1 << len(x.about) {
		gets := slices.Clone(rest)
		var shown []int
		for i, about := range x.about {
			if set&(1<<i) != 0 {
				gets = append(gets, away[about]...)
				continue
			}
			gets = append(gets, own[about]...)
			if voted, _ := n.table.VotesOf(about); len(voted) > 0 {
				shown = append(shown, here[about]...)
			}
		}
		list = append(list, gets)
		for _, v := range shown {
			list = append(list, append(slices.Clone(gets), v))
		}
		if len(shown) > 1 {
			list = append(list, append(slices.Clone(gets), shown...))
		}
	}
	return slices.DeleteFunc(list, func(gets []int) bool { return len(gets) == 0 })
}

// get returns the state of a node after it was sent records in one message, by somebody honest unless nobody honest has
// stored one of them.
func (x *Explorer) get(n *node, gets []int) *node {
	return once(x.memo.gets, choice{n.id, setOf(gets)}, func() *node {
		from := x.sender(n, gets)
		r := x.wake(n)
		x.connect(r, from, epoch)
		var recs []record.Record
		for _, i := range gets {
			recs = append(recs, x.records[i])
		}
		r.Receive(peer(from), replica.Message{Records: recs}, epoch)
		r.Tick(epoch.Add(proofTime))
		out := r.Take()
		if len(out.Penalize) > 0 && !x.cheat.is(from) {
			x.doing = event{kind: "get", i: n.who, j: from, gets: gets}
			x.fail("seat %d penalizes the honest seat %d", n.who, from)
		}
		next := x.after(n, r, out.Save)
		if x.restart(next).id != next.id {
			x.found.Restarts++
		}
		return next
	})
}

// sender returns who sends records to a node.
func (x *Explorer) sender(n *node, gets []int) int {
	if x.cheat.Who != nil && slices.ContainsFunc(gets, func(r int) bool { return !x.taken.has(r) }) {
		if who := x.cheat.Who[0]; who != n.who {
			return who
		}
	}
	for _, i := range x.all() {
		if i != n.who && !x.cheat.is(i) {
			return i
		}
	}
	return n.who
}
