package orders

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"fives/engine/record"
)

// This file tells which states are alike: they differ only in who is who among honest voters that owe the same in
// all steps that are explored. Only one of such states is explored. So states are described not by signatures and
// heads, but by who has signed what on which log.

// A print is a hash of a description.
type print [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func printOf(text string) print {
	return print{maphash.String(seeds[0], text), maphash.String(seeds[1], text)}
}

// add adds a print to a sum, in which the order does not matter.
func (p print) add(q print) print { return print{p[0] + q[0], p[1] + q[1]} }

func comparePrints(p, q print) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) }

// names has descriptions for each way to rename the seats that are alike.
type names struct {
	orders  [][]int // ways to rename the seats; the first changes none
	behind  map[record.Hash]fold
	heads   []map[record.Hash]string
	records []map[int]print
	nodes   []map[int]print
	running []map[int]print
	nth     []int // for each record, the number of earlier ones of its author that say the same on the same log
}

// A fold says from which head and which records another head comes.
type fold struct {
	before  record.Hash
	records []int
}

// newNames returns names with all ways to rename the seats of a list, alike, among all seats.
func newNames(all, alike []int) names {
	n := names{behind: map[record.Hash]fold{}}
	permute(slices.Clone(alike), 0, func(to []int) {
		order := slices.Clone(all)
		for i, s := range alike {
			order[s] = to[i]
		}
		n.orders = append(n.orders, order)
		n.heads = append(n.heads, map[record.Hash]string{})
		n.records = append(n.records, map[int]print{})
		n.nodes = append(n.nodes, map[int]print{})
		n.running = append(n.running, map[int]print{})
	})
	return n
}

// permute calls f with all permutations of a list that leave its first elements, before from, where they are.
func permute(list []int, from int, f func([]int)) {
	if from >= len(list)-1 {
		f(slices.Clone(list))
		return
	}
	for i := from; i < len(list); i++ {
		list[from], list[i] = list[i], list[from]
		permute(list, from+1, f)
		list[from], list[i] = list[i], list[from]
	}
}

// noteLog notes which records the log of a node consists of.
func (x *Explorer) noteLog(n *node) {
	t := n.table
	for step := x.scene.step; step < t.Step(); step++ {
		head, _ := t.HeadAt(step + 1)
		if _, ok := x.names.behind[head]; ok {
			continue
		}
		f := fold{}
		f.before, _ = t.HeadAt(step)
		for _, r := range t.Records(step) {
			f.records = append(f.records, x.number(r))
		}
		x.names.behind[head] = f
	}
}

// noteRecord notes the newest record.
func (x *Explorer) noteRecord() {
	last, nth := len(x.records)-1, 0
	p := x.payloads[last]
	for r, q := range x.payloads[:last] {
		if x.authors[r] == x.authors[last] && q.Kind == p.Kind && q.Head == p.Head && slices.Equal(q.About, p.About) {
			nth++
		}
	}
	x.names.nth = append(x.names.nth, nth)
}

// head describes a log by the votes and records that it consists of.
func (x *Explorer) head(h record.Hash, o int) string {
	return once(x.names.heads[o], h, func() string {
		f, ok := x.names.behind[h]
		if !ok {
			return "start"
		}
		list := []string{}
		for _, r := range f.records {
			list = append(list, x.says(r, o))
		}
		slices.Sort(list)
		return fmt.Sprint(printOf(x.head(f.before, o) + strings.Join(list, ";")))
	})
}

// says describes what a record says, without its log.
func (x *Explorer) says(r, o int) string {
	p, order := x.payloads[r], x.names.orders[o]
	text := fmt.Sprint(p.Kind, order[x.authors[r]], x.names.nth[r], p.Step)
	for _, about := range p.About {
		text += fmt.Sprint("/", order[about])
	}
	return text
}

func (x *Explorer) recordPrint(r, o int) print {
	return once(x.names.records[o], r, func() print { return printOf(x.says(r, o) + x.head(x.payloads[r].Head, o)) })
}

func (x *Explorer) setPrint(s set, o int) (sum print) {
	for r := range x.records {
		if s.has(r) {
			sum = sum.add(x.recordPrint(r, o))
		}
	}
	return sum
}

// nodePrint describes a state of a node.
func (x *Explorer) nodePrint(id, o int) print {
	return once(x.names.nodes[o], id, func() print {
		p := x.runningPrint(id, o)
		return printOf(fmt.Sprint(p, x.setPrint(x.nodes[id].stored, o)))
	})
}

// runningPrint describes a state of a node among nodes that all have the same log: then, what else it has got of
// steps that all of them have completed is of no use to anybody.
func (x *Explorer) runningPrint(id, o int) print {
	return once(x.names.running[o], id, func() print {
		n, order := x.nodes[id], x.names.orders[o]
		var faults []string
		for _, f := range n.table.Faults() {
			faults = append(faults, fmt.Sprint(order[f.Seat], f.Step))
		}
		slices.Sort(faults)
		return printOf(fmt.Sprint(order[n.who], x.head(n.table.Head(), o), n.hand.Number, n.hand.Shuffle.Step > 0, n.back,
			x.setPrint(x.numbers(n.table.Arrived(), n.table.Votes()), o), faults))
	})
}

// groupPrint describes a group, independently of who is who.
func (x *Explorer) groupPrint(g group) print {
	heads := map[record.Hash]bool{}
	for _, id := range g {
		if id >= 0 {
			heads[x.nodes[id].table.Head()] = true
		}
	}
	var all []print
	for o := range x.names.orders {
		var sum print
		for _, id := range g {
			switch {
			case id < 0:
			case len(heads) == 1:
				sum = sum.add(x.runningPrint(id, o))
			default:
				sum = sum.add(x.nodePrint(id, o))
			}
		}
		all = append(all, sum)
	}
	return slices.MinFunc(all, comparePrints)
}

// print describes a state, independently of who is who. It also returns the number of different states that are
// alike.
func (x *Explorer) print(s state) (least print, ways int) {
	var all []print
	for o := range x.names.orders {
		sum := x.setPrint(s.sent, o)
		for _, i := range x.all() {
			sum = sum.add(x.nodePrint(s.nodes[i], o))
		}
		all = append(all, sum)
	}
	slices.SortFunc(all, comparePrints)
	return all[0], len(slices.Compact(all))
}
