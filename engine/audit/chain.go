package audit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/table"
)

// VerifyChain verifies several logs and the links between them. The reports are in the
// order of the logs, and say what is wrong with each. The first error in that order is also
// returned, as a [*FileError].
func VerifyChain(logs [][]record.Record, find table.Finder, o Options) ([]*Report, error) {
	var reports []*Report
	for _, records := range logs {
		r, _ := Verify(records, find, o)
		reports = append(reports, r)
	}
	return reports, Link(reports)
}

// Link checks what the files of several reports say about each other (SPEC §9.1), and notes
// it in the reports:
//
//   - two logs of one table agree, as far as both go;
//   - a log whose parent is among them continues a settled hand of it, with the
//     carry-over, names, hosts and options that follow from it (SPEC §5.3);
//   - it does not go back behind a hand that its seats have receipted, unless all
//     seats of the parent are seats of it;
//   - it counts when all its seats have accepted;
//   - if two logs part because one has voted away a record that the other has, the other
//     gives way (SPEC §10.7, §10.9);
//   - no seat plays on in two continuations of one table;
//   - a continuation in which nobody has played binds nobody.
//
// Each file counts as far as it is good. A fault that two files prove together is
// noted in both, each with its own record, so the reports are the same in any order of
// the files. It returns the first error of all reports, as a [*FileError].
func Link(reports []*Report) error {
	var found []error
	forks := forksOf(reports)
	for i, r := range reports {
		found = append(found, cmp.Or(forks[i], r.chainError(r.follow(reports), r.rivals(reports))))
	}
	for i, r := range reports {
		r.isolate(reports)
		r.markOrphaned()
		r.NeverBegan = r.NeverBegan || r.idle(reports) && r.continues() && len(branches(r.Parent.Table, reports)) > 0
		r.split(reports)
		r.Err = cmp.Or(r.Err, found[i]) // after everything that asks whether a file is good by itself
	}
	for _, r := range reports {
		r.tenures()
	}
	for i, r := range reports {
		if r.Err != nil {
			return &FileError{File: i, Err: r.Err}
		}
	}
	return nil
}

// forksOf finds the seats that have signed two records for one step, one in each of two
// logs of a table: for each log the first such record in it. It notes in all logs of a
// table the forks that one of them, or two together, prove: hands that were settled after a
// fork may not be the ones that all seats have.
func forksOf(reports []*Report) []error {
	found := make([]error, len(reports))
	signed := make([]statements, len(reports)) // of those that are compared
	for i, r := range reports {
		var own *BlameError
		if errors.As(r.Err, &own) && own.Fault.Forks() {
			noteFork(reports, r.Table, own.Fault)
		}
		for n, rec := range r.records {
			for k, other := range reports {
				if other == r || other.Table != r.Table || other.state == nil || r.state == nil {
					continue
				}
				if signed[k] == nil {
					signed[k] = other.statements()
				}
				f := r.contradiction(rec, other, signed[k])
				if f == nil {
					continue
				}
				noteFork(reports, r.Table, f)
				if found[i] == nil {
					found[i] = &BlameError{Record: n + 1, Seat: f.Seat, Name: r.Seats[f.Seat].Name, Fault: f}
				}
			}
		}
	}
	return found
}

// statements are the records of a log by author, step and the seat that they are about, if
// any.
type statements map[statement]record.Record

type statement struct {
	author record.Key
	step   uint64
	about  string
}

// statements returns the statements of the log's steps, except those that seat the table.
func (r *Report) statements() statements {
	list := statements{}
	for _, rec := range r.records {
		if st, _, ok := r.stated(rec); ok {
			list[st] = rec
		}
	}
	return list
}

func (r *Report) stated(rec record.Record) (st statement, p record.Payload, ok bool) {
	p, err := rec.Peek()
	if err != nil || r.state == nil || p.Kind == record.KindLeave || p.Step < r.state.FirstStep() {
		return st, p, false
	}
	return statement{rec.Author, p.Step, fmt.Sprint(p.About)}, p, true
}

// contradiction returns the fault of a record's author, if it has signed something else for
// that step in another log of the table.
func (r *Report) contradiction(rec record.Record, other *Report, signed statements) *table.Fault {
	st, p, ok := r.stated(rec)
	old, there := signed[st]
	if !ok || !there || old.Same(rec) || !r.state.Contradict(old, rec) {
		return nil
	}
	seat := r.state.Terms().SeatOf(rec.Author) // with other joins it may have another seat there
	return &table.Fault{Seat: seat, Step: p.Step, Records: []record.Record{old, rec}, Reason: table.ErrTwo}
}

func noteFork(reports []*Report, id record.Hash, f *table.Fault) {
	for _, r := range reports {
		if r.Table == id && r.state != nil {
			r.state.NoteFork(f.Step)
		}
	}
}

// A finding is something wrong with a continuation.
type finding struct {
	guilty []int // its seats to blame
	reason string
}

// rivals blames the seats that have signed a hand key both here and at another continuation
// of the same table: a seat may play on in only one of them.
func (r *Report) rivals(reports []*Report) *finding {
	if r.Parent == nil {
		return nil
	}
	var guilty []int
	here := r.firstKeys()
	for _, other := range reports {
		if other.Parent == nil || other.Parent.Table != r.Parent.Table || other.Table == r.Table {
			continue
		}
		for key := range other.firstKeys() {
			if here[key] > 0 {
				guilty = append(guilty, r.state.Terms().SeatOf(key))
			}
		}
	}
	if guilty == nil {
		return nil
	}
	return &finding{guilty, fmt.Sprintf("another table that goes on from %s was played on, too", r.Parent.Table.String()[:8])}
}

// firstKeys returns, for each player's key, the record with which it begins to play at the
// table: its first sealing key or hand key.
func (r *Report) firstKeys() map[record.Key]int {
	first := map[record.Key]int{}
	for n, rec := range r.records {
		if p, err := rec.Peek(); err == nil && (p.Kind == record.KindSeal || p.Kind == record.KindKey) && first[rec.Author] == 0 {
			first[rec.Author] = n + 1
		}
	}
	return first
}

// chainError returns the error for what is wrong with a continuation, nil if nothing is.
func (r *Report) chainError(findings ...*finding) error {
	var e ChainError
	var guilty []int
	var reasons []string
	for _, f := range findings {
		if f != nil {
			text, at := r.charge(*f)
			reasons, guilty = append(reasons, text), append(guilty, f.guilty...)
			if at > 0 && (e.Record == 0 || at < e.Record) {
				e.Record = at
			}
		}
	}
	if reasons == nil {
		return nil
	}
	e.Reason, e.Guilty = strings.Join(reasons, "; "), r.names(guilty)
	return &e
}

// charge says who is to blame and why, and names the first record that puts them at fault:
// the hand key that is one too many.
func (r *Report) charge(f finding) (text string, at int) {
	if f.guilty == nil {
		return f.reason, 0
	}
	played := r.firstKeys()
	for _, seat := range f.guilty {
		if n := played[r.Seats[seat].Key]; at == 0 || n < at {
			at = n
		}
	}
	names, first := r.names(f.guilty), ""
	if len(names) > 1 {
		first = ", first"
	}
	return fmt.Sprintf("%s at fault%s at record %d: %s", are(names), first, at, f.reason), at
}

// names lists the names of seats, each once, in order of the seats.
func (r *Report) names(seats []int) (names []string) {
	for seat, s := range r.Seats {
		if slices.Contains(seats, seat) {
			names = append(names, s.Name)
		}
	}
	return names
}

// are and have join names with a verb.
func are(names []string) string  { return verb(names, "is", "are") }
func have(names []string) string { return verb(names, "has", "have") }

func verb(names []string, one, many string) string {
	shown := strings.Join(record.ShowNames(names), " and ")
	if len(names) == 1 {
		return shown + " " + one
	}
	return shown + " " + many
}
