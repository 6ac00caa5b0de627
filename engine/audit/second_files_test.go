package audit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
)

// A page is what SPEC §9.1 and §10.9 say of several files, written from the page: it shares with
// Link only what one file says by itself, what follows from a log (§5.3), and which of two logs
// gives way (§10.7).
type page []*pageFile

type pageFile struct {
	*audit.Report // by itself
	log           []record.Record
	key           map[record.Key]int // the first key record of each player
}

func newPage(logs [][]record.Record) (p page) {
	for _, log := range logs {
		r, _ := audit.Verify(log, games.Find, audit.Options{})
		f := &pageFile{r, log[:r.Checked.Records], map[record.Key]int{}}
		for n, rec := range f.log {
			if pl, err := rec.Peek(); err == nil && (pl.Kind == record.KindKey || pl.Kind == record.KindSeal) && f.key[rec.Author] == 0 {
				f.key[rec.Author] = n + 1
			}
		}
		p = append(p, f)
	}
	return p
}

func (p page) any(is func(*pageFile) bool) bool { return slices.ContainsFunc(p, is) }

// idle: no key record in any of its files, and none names it as parent.
func (p page) idle(c *pageFile) bool {
	return c.Parent != nil && !p.any(func(f *pageFile) bool {
		return f.Table == c.Table && len(f.key) > 0 || f.Parent != nil && f.Parent.Table == c.Table
	})
}

// parents are the files that are taken for the parent's.
func (p page) parents(c *pageFile) (list []*pageFile) {
	for _, f := range p {
		if c.Parent != nil && f.Table == c.Parent.Table && (f.Err == nil || f.knows(c.Parent.Head)) {
			list = append(list, f)
		}
	}
	return list
}

func (f *pageFile) knows(head record.Hash) bool {
	return f.State() != nil && (head == f.Table || slices.ContainsFunc(f.Hands, func(h audit.HandResult) bool { return h.Head == head }))
}

func (f *pageFile) further(than *pageFile) bool {
	switch {
	case f.State() == nil || than.State() == nil:
		return f.State() != nil && than.State() == nil
	case f.Step <= than.Step:
		return false
	}
	head, _ := f.State().HeadAt(than.Step)
	return head == than.Head
}

// gives reports whether f gives way to g, and in which step they part; both whether g does, too.
func gives(f, g *pageFile) (step uint64, way, both bool) {
	if f.State() == nil || g.State() == nil || f.Table != g.Table {
		return 0, false, false
	}
	step, way = g.State().Outvotes(f.State())
	_, both = f.State().Outvotes(g.State())
	return step, way, both
}

func follows(f, c *pageFile) error {
	if f.State() == nil {
		return errors.New("no seats")
	}
	return f.State().CheckContinuation(*c.State().Continuation())
}

// why is why a continuation does not follow.
func (p page) why(c *pageFile) (why error) {
	list := p.parents(c)
	for _, f := range list {
		if slices.ContainsFunc(list, func(g *pageFile) bool {
			_, way, both := gives(f, g)
			return g.further(f) || way && !both
		}) {
			continue
		}
		err := follows(f, c)
		if err == nil {
			return nil
		}
		if why == nil || err.Error() < why.Error() {
			why = err
		}
	}
	return why
}

// back lists the keys that go back, and which of them are to blame.
func (p page) back(c *pageFile) (signed, guilty []record.Key) {
	for _, f := range p.parents(c) {
		if f.knows(c.Parent.Head) {
			seats, _ := f.State().GoneBack(*c.State().Continuation())
			for _, s := range seats {
				signed = append(signed, f.Seats[s].Key)
				if c.key[f.Seats[s].Key] > 0 {
					guilty = append(guilty, f.Seats[s].Key)
				}
			}
		}
	}
	return signed, guilty
}

// astray reports whether a continuation is none of its parent's.
func (p page) astray(c *pageFile) bool {
	if len(p.parents(c)) == 0 {
		return false
	}
	signed, _ := p.back(c)
	return p.why(c) != nil || signed != nil
}

func (p page) never(c *pageFile) bool {
	if !p.idle(c) {
		return false
	}
	if p.astray(c) {
		why := p.why(c)
		return why == nil || errors.Is(why, table.ErrDecided)
	}
	return p.any(func(f *pageFile) bool {
		return f.Parent != nil && f.Parent.Table == c.Parent.Table && f.Table != c.Table && len(f.key) > 0 && !p.astray(f)
	})
}

// rivals are the players who have begun in another continuation, too, if it is one of these.
func (p page) rivals(c *pageFile, among func(*pageFile) bool) (keys []record.Key) {
	for key := range c.key {
		if p.any(func(f *pageFile) bool {
			return f.Parent != nil && f.Parent.Table == c.Parent.Table && f.Table != c.Table && f.key[key] > 0 && among(f)
		}) {
			keys = append(keys, key)
		}
	}
	return keys
}

// branches are the tables in which a table has split.
func (p page) branches(of record.Hash) map[record.Hash]bool {
	tables := map[record.Hash]bool{}
	follow := func(f *pageFile) bool { return !p.astray(f) }
	for _, f := range p {
		if f.Parent != nil && f.Parent.Table == of && len(f.key) > 0 && follow(f) {
			tables[f.Table] = true
			if p.rivals(f, follow) != nil {
				return nil
			}
		}
	}
	if len(tables) < 2 {
		return nil
	}
	return tables
}

// fork is the first record of the file that contradicts one of another file.
func (p page) fork(f *pageFile) (says string) {
	for n, r := range f.log {
		for _, g := range p {
			if g == f || g.Table != f.Table || g.State() == nil || f.State() == nil {
				continue
			}
			for _, s := range g.log {
				a, errA := r.Peek()
				b, errB := s.Peek()
				if errA != nil || errB != nil || r.Author != s.Author || a.Step != b.Step || !slices.Equal(a.About, b.About) || r.Same(s) ||
					a.Kind == record.KindLeave || b.Kind == record.KindLeave || a.Step < f.State().FirstStep() || !f.State().Contradict(r, s) {
					continue
				}
				return fmt.Sprintf("blame %s at %d", f.Seats[f.State().Terms().SeatOf(r.Author)].Name, n+1)
			}
		}
	}
	return ""
}

func (p page) orphan(c *pageFile) bool {
	for c.Parent != nil {
		list := p.parents(c)
		if len(list) == 0 {
			return true
		}
		i := slices.IndexFunc(list, func(f *pageFile) bool { return follows(f, c) == nil })
		if i < 0 || p.astray(c) {
			return false
		}
		up := list[i]
		if up.Parent != nil && p.astray(up) {
			return true
		}
		c = up
	}
	return false
}

// row says of a file what row says of a report.
func (p page) row(f *pageFile) (says string) {
	says = "good"
	alone := *f.Report
	if s := row(&alone); strings.HasPrefix(s, "altered") || strings.HasPrefix(s, "blame") {
		says, _, _ = strings.Cut(s, ",")
	} else if fork := p.fork(f); fork != "" {
		says = fork
	} else if f.Parent != nil {
		_, guilty := p.back(f)
		if p.why(f) != nil {
			guilty = nil
		}
		guilty = append(guilty, p.rivals(f, func(*pageFile) bool { return true })...)
		var names []string
		at := 0
		for _, s := range f.Seats {
			if slices.Contains(guilty, s.Key) {
				names = append(names, s.Name)
				if n := f.key[s.Key]; at == 0 || n < at {
					at = n
				}
			}
		}
		switch {
		case names != nil:
			says = fmt.Sprintf("blame %s at %d", strings.Join(names, " "), at)
		case p.astray(f) && !p.never(f):
			says = "refused"
		}
	}
	stands, continued, began := 0, false, false
	for _, c := range p {
		if c.Parent == nil || c.Parent.Table != f.Table || c.Step == 0 || f.State() == nil || p.astray(c) || !slices.Contains(p.parents(c), f) || follows(f, c) != nil {
			continue
		}
		n := 1 + slices.IndexFunc(f.Hands, func(h audit.HandResult) bool { return h.Head == c.Parent.Head })
		if b := len(c.key) > 0; !continued || b && !began || b == began && n > stands {
			stands, continued, began = n, true, b
		}
	}
	if continued {
		says += fmt.Sprintf(", continued, %d stand", stands)
	}
	isolated := false
	for _, g := range p {
		if step, way, _ := gives(f, g); way {
			n := 0
			for _, res := range f.State().Results() {
				if res.Step <= step {
					n++
				}
			}
			if !continued && (!isolated || n < stands) {
				stands = n
			}
			isolated = true
		}
	}
	if isolated {
		says += fmt.Sprintf(", isolated, %d stand", stands)
	}
	if p.never(f) {
		says += ", never began"
	}
	if n := len(p.branches(f.Table)); n > 0 {
		says += fmt.Sprintf(", split in %d", n)
	}
	if f.Parent != nil {
		if list := p.branches(f.Parent.Table); list[f.Table] {
			says += fmt.Sprintf(", beside %d", len(list)-1)
		}
	}
	if p.orphan(f) {
		says += ", orphan"
	}
	return says
}

// A second reader of SPEC §9.1 and §10.9 says the same as Link of some files of testdata, whole
// or cut off somewhere, some of them twice.
func TestSeveralFilesFromThePageAlone(t *testing.T) {
	const rounds = 64
	r := rand.New(rand.NewPCG(7, 8))
	var pools [][][]record.Record
	for _, names := range [][]string{{"handed"}, {"split", "astray"}, {"beside"}, {"decided"}, {"unbegun"}, {"at-once"}, {"attempts"}, {"isolated", "crossed"}, {"handed-covered"}} {
		var pool [][]record.Record
		for _, name := range names {
			pool = append(pool, lastingLogs(t, name)...)
		}
		pools = append(pools, pool)
	}
	for _, name := range []string{"back", "scores", "swapped", "next"} {
		pools[0] = append(pools[0], lastingLog(t, "forged-"+name))
	}
	for n := range rounds {
		pool := pools[n%len(pools)]
		var logs [][]record.Record
		var what []string
		for range 1 + r.IntN(5) {
			i := r.IntN(len(pool))
			end := []int{len(pool[i]), 1 + r.IntN(len(pool[i])), min(len(pool[i]), 1+r.IntN(8))}[r.IntN(3)]
			logs, what = append(logs, pool[i][:end]), append(what, fmt.Sprintf("%d to record %d", i, end))
		}
		reports, _ := audit.VerifyChain(logs, games.Find, audit.Options{})
		p := newPage(logs)
		for i := range logs {
			if got, want := row(reports[i]), p.row(p[i]); got != want {
				t.Errorf("pool %d, %v: of file %d Link says %q, the page %q", n%len(pools), what, i, got, want)
			}
		}
	}
}
