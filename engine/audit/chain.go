package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/engine/continuation"
	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// VerifyChain verifies several logs and the links between them. The reports are
// in the order of the logs and say what is wrong with each; the first error in
// that order is returned too, as a [*FileError].
func VerifyChain(logs [][]record.Record, find table.Finder, o Options) ([]*Report, error) {
	var reports []*Report
	for _, records := range logs {
		r, _ := Verify(records, find, o)
		reports = append(reports, r)
	}
	return reports, Link(reports)
}

// Link checks what the logs of several reports say of each other (SPEC §9), and
// notes it in the reports:
//
//   - two logs of one table agree, as far as both go;
//   - a log whose parent is among them continues a settled hand of it, with the
//     carry-over, names, hosts and options that follow from it (SPEC §5.3);
//   - it does not go back behind a hand that its seats have receipted, unless all
//     seats of the parent are seats of it;
//   - it counts when all its seats have accepted;
//   - no seat plays on in two continuations of one table.
//
// It returns the first error of all reports, as a [*FileError].
func Link(reports []*Report) error {
	for i, r := range reports {
		for _, other := range reports[:i] {
			r.fail(contradict(other, r))
			if err := rival(other, r); err != nil {
				other.fail(err)
				r.fail(err)
			}
		}
	}
	accuse(reports)
	for _, r := range reports {
		r.fail(link(r, reports))
	}
	for _, r := range reports {
		r.orphaned(reports)
	}
	for i, r := range reports {
		if r.Err != nil {
			return &FileError{File: i, Err: r.Err}
		}
	}
	return nil
}

// fail notes what is wrong with a log, if nothing else is.
func (r *Report) fail(err error) {
	if r.Err == nil {
		r.Err = err
	}
}

// contradict finds a seat that has signed two records for one step, one in each
// of two logs of a table.
func contradict(first, second *Report) error {
	if first.Table != second.Table || first.state == nil || second.state == nil {
		return nil
	}
	for n, r := range second.records {
		_, err := first.state.Check(r)
		var f *table.Fault
		if errors.As(err, &f) && errors.Is(f.Reason, table.ErrTwo) {
			return &BlameError{Record: n + 1, Seat: f.Seat, Name: first.Seats[f.Seat].Name, Fault: f}
		}
	}
	return nil
}

// accuse notes in all logs of a table the forks that one of them, or two together,
// prove: hands settled after a fork may not be those that all seats have.
func accuse(reports []*Report) {
	for _, r := range reports {
		var b *BlameError
		if !errors.As(r.Err, &b) || len(b.Fault.Records) != 2 {
			continue
		}
		for _, other := range reports {
			if other.Table == r.Table && other.state != nil {
				other.state.Accuse(b.Fault)
			}
		}
	}
}

// link looks for a log's parent and marks it as continued, if all seats have
// accepted.
func link(child *Report, reports []*Report) error {
	if child.Parent == nil || child.Err != nil {
		return nil
	}
	var bad error
	var parents []*Report
	for _, r := range reports {
		if r.Table != child.Parent.Table || r.Err != nil {
			continue
		}
		if err := follows(r.state, child); err != nil {
			bad = &ChainError{Reason: "it does not continue its parent: " + err.Error()}
			continue
		}
		if err := goesBack(r, child); err != nil {
			return err
		}
		parents = append(parents, r)
	}
	if len(parents) == 0 {
		return bad
	}
	for _, r := range parents {
		if child.Step > 0 {
			r.continued(child)
		}
	}
	return nil
}

// continued notes that a log is continued. Of several continuations those count
// that have begun, and of these the one that takes most hands over.
func (r *Report) continued(child *Report) {
	stands, begun := r.standing(child.Parent.Head), len(played(child)) > 0
	if !r.Continued || begun && !r.begun || begun == r.begun && stands > r.Stands {
		r.Continued, r.Stands, r.begun = true, stands, begun
	}
}

// goesBack reports whether a continuation goes back behind a hand that seats of it
// have receipted, without the consent of all. Whoever has published a hand key in
// it, and so plays on in it, is at fault. Acceptance alone is not a fault: it may
// have been signed before that hand was settled.
func goesBack(parent, child *Report) error {
	seats, hand := continuation.GoingBack(parent.state, *child.state.Continuation())
	if seats == nil {
		return nil
	}
	on := played(child)
	var signed, guilty []string
	for _, s := range seats {
		key := parent.Seats[s].Key
		name := child.Seats[child.state.Terms().SeatOf(key)].Name
		signed = append(signed, name)
		if slices.Contains(on, key) {
			guilty = append(guilty, name)
		}
	}
	reason := fmt.Sprintf("it goes back behind hand %d of its parent, which %s signed, without the consent of all: it does not count",
		hand, have(signed))
	if guilty != nil {
		reason = fmt.Sprintf("%s at fault: %s", are(guilty), reason)
	}
	return &ChainError{Reason: reason, Guilty: guilty}
}

// are and have join names with a verb.
func are(names []string) string  { return verb(names, "is", "are") }
func have(names []string) string { return verb(names, "has", "have") }

func verb(names []string, one, many string) string {
	shown := strings.Join(nickname.ShownAll(names), " and ")
	if len(names) == 1 {
		return shown + " " + one
	}
	return shown + " " + many
}

// standing counts the hands of a log that a continuation from some head takes
// over.
func (r *Report) standing(head record.Hash) int {
	return 1 + slices.IndexFunc(r.Hands, func(h HandResult) bool { return h.Head == head })
}

// orphaned marks a continuation that no unbroken line of logs leads to. What it
// begins with, and whose computer players sit there, is then only claimed.
func (r *Report) orphaned(reports []*Report) {
	for at := r; at.Parent != nil; {
		i := slices.IndexFunc(reports, func(p *Report) bool { return p.Table == at.Parent.Table && p.Err == nil })
		if r.Orphan = i < 0; r.Orphan {
			break
		}
		at = reports[i]
	}
	if r.Orphan {
		for i := range r.Seats {
			r.Seats[i].BotOf, r.Seats[i].Strength = "", ""
		}
	}
}

// follows returns why a table is neither a continuation of its parent nor its
// rematch, nil if it is one.
func follows(parent *table.Table, child *Report) error {
	if parent == nil {
		return errors.New("the seats of the parent were never taken")
	}
	for _, s := range child.Seats {
		if parent.Terms().SeatOf(s.Key) < 0 {
			return fmt.Errorf("%s does not sit at the parent", nickname.Shown(s.Name))
		}
	}
	if continuation.Follows(parent, *child.state.Continuation()) {
		return nil
	}
	return mismatch(parent, child)
}

// mismatch says which part of a continuation does not follow from its parent.
func mismatch(parent *table.Table, child *Report) error {
	known := child.Parent.Head == parent.ID()
	for _, r := range parent.Results() {
		known = known || r.Head == child.Parent.Head
	}
	switch {
	case !known:
		return errors.New("no settled hand of the parent has the head that it names")
	case child.Game != parent.Terms().Rules.Name || !same(child.Options, parent.Terms().Options):
		return errors.New("it has another game or other options")
	case !sameSeats(parent.Terms(), child.state.Terms()):
		return errors.New("a seat has another name or host")
	}
	return errors.New("its seats or scores do not follow from the settled hand that it names")
}

func same(a, b rules.Options) bool {
	x, errX := record.Marshal(a)
	y, errY := record.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

func sameSeats(parent, child *table.Terms) bool {
	return !slices.ContainsFunc(child.Seats, func(s table.Seat) bool {
		old := parent.Seats[parent.SeatOf(s.Key)]
		return old.Name != s.Name || (old.Host == nil) != (s.Host == nil) || s.Host != nil && *old.Host != *s.Host
	})
}

// rival returns an error that names the seats that have signed a hand key at two
// continuations of one table: a seat may play on in one of them only.
func rival(a, b *Report) error {
	if a.Parent == nil || b.Parent == nil || a.Parent.Table != b.Parent.Table || a.Table == b.Table || a.state == nil || b.state == nil {
		return nil
	}
	mine := played(a)
	var names []string
	for _, k := range played(b) {
		if slices.Contains(mine, k) {
			names = append(names, b.Seats[b.state.Terms().SeatOf(k)].Name)
		}
	}
	if names == nil {
		return nil
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return &ChainError{Guilty: names, Reason: fmt.Sprintf("two tables go on from %s, and both were played on by %s",
		a.Parent.Table.String()[:8], strings.Join(nickname.ShownAll(names), " and "))}
}

// played lists the keys of the seats that have published a hand key.
func played(r *Report) []record.Key {
	var keys []record.Key
	for _, rec := range r.state.Log() {
		if p, err := rec.Peek(); err == nil && p.Kind == record.KindKey {
			keys = append(keys, rec.Author)
		}
	}
	return keys
}
