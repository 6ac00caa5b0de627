package cli_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli"
	"fives/cli/verdict"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A lot is log files for tests, as lists of lines.
type lot struct{ whole, other, parent, child, rival, again, proof [][]byte }

var fewPoints = map[string]any{"limit": 5}

// logsForTests makes logs: a game of two; another one; a game of three that stops in its second
// hand; the tables at which two of its seats go on from the last hand, or from before it, or
// all of them from before it; and a proof against somebody.
func logsForTests(t *testing.T) (l lot) {
	t.Helper()
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	deal := func(seats int, o map[string]any, seed uint64) *tabletest.Rig {
		g := tabletest.New(t, rs, seats, o, seed)
		g.Choose = tabletest.Bot(rs.Bots[0])
		return g
	}
	one, two := deal(2, fewPoints, 2), deal(2, fewPoints, 3)
	one.Play()
	two.Owed(record.KindMove)
	g := deal(3, nil, 2)
	g.Until(func(t *table.Table) bool { return t.HandNumber() == 2 && t.Pending().Kind == record.KindMove })
	onward := func(from int, seats ...int) *tabletest.Rig {
		c, err := g.Table().Successor(from, seats, nil)
		if err != nil {
			t.Fatal(err)
		}
		var keys []ed25519.PrivateKey
		for _, s := range seats {
			keys = append(keys, g.Players[s].Key)
		}
		h := tabletest.Continue(t, rs, c, keys, 9)
		h.Owed(record.KindShares)
		return h
	}
	lines := func(records []record.Record) (all [][]byte) {
		for _, r := range records {
			all = append(all, r.Line())
		}
		return all
	}
	cheat := onward(1, 0, 2)
	return lot{
		whole: lines(one.Table().Log()), other: lines(two.Table().Log()), parent: lines(g.Table().Log()),
		child: lines(onward(1, 0, 2).Table().Log()), rival: lines(onward(0, 0, 2).Table().Log()),
		again: lines(onward(0, 0, 1, 2).Table().Log()), proof: lines(doubled(t, cheat)),
	}
}

// doubled returns the proof that the first seat that owes a record has signed two.
func doubled(t *testing.T, g *tabletest.Rig) []record.Record {
	t.Helper()
	p := g.Players[g.Table().Missing()[0]]
	one := g.Make(p)
	other, err := one.Peek()
	if err != nil {
		t.Fatal(err)
	}
	other.Head[3] ^= 1
	two, err := record.Sign(p.Key, other)
	if err != nil {
		t.Fatal(err)
	}
	return audit.Evidence(g.Table(), &table.Fault{Seat: p.Seat, Step: g.Table().Step(), Records: []record.Record{one, two}})
}

// file writes lines as fives does.
func file(lines ...[]byte) []byte {
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

// with returns a copy of lines in which one line, counted from 1, is replaced.
func with(lines [][]byte, n int, line []byte) [][]byte {
	c := slices.Clone(lines)
	c[n-1] = line
	return c
}

func without(lines [][]byte, n int) [][]byte {
	return slices.Delete(slices.Clone(lines), n-1, n)
}

func swapped(lines [][]byte, n int) [][]byte {
	c := slices.Clone(lines)
	c[n-1], c[n] = c[n], c[n-1]
	return c
}

// changed returns a record with one byte changed in the middle of its payload or signature.
func changed(t *testing.T, line []byte, signature bool) []byte {
	t.Helper()
	r, err := record.ParseLine(line)
	if err != nil {
		t.Fatal(err)
	}
	if signature {
		r.Signature[9] ^= 1
	} else {
		r.Payload = slices.Clone(r.Payload)
		r.Payload[len(r.Payload)-3] ^= 1
	}
	return r.Line()
}

// Every way in which a log can be wrong is said in plain words, with the exit status that
// belongs to it.
func TestWaysALogCanBeWrong(t *testing.T) {
	l := logsForTests(t)
	w, last := l.whole, len(l.whole)
	bad := "error: 1.jsonl: the file was altered at record "
	const again = "hint: fives export TABLE -o FILE writes a log"
	const copyAgain = "hint: copy the file again, whole, or export it again: fives export TABLE -o FILE"
	for name, c := range map[string]struct {
		files  [][]byte
		status int
		say    string // what standard error is, with "…" for what follows; nothing if empty
	}{
		"good":                      {[][]byte{file(w...)}, 0, ""},
		"content changed":           {[][]byte{file(with(w, 17, changed(t, w[16], false))...)}, 1, bad + "17: its signature does not belong to it"},
		"signature changed":         {[][]byte{file(with(w, 17, changed(t, w[16], true))...)}, 1, bad + "17: its signature does not belong to it"},
		"proposal changed":          {[][]byte{file(with(w, 1, changed(t, w[0], false))...)}, 1, bad + "1: its signature does not belong to it"},
		"proposal dropped":          {[][]byte{file(w[1:]...)}, 1, bad + "1: no table begins with it: the records before it are missing"},
		"join dropped":              {[][]byte{file(without(w, 2)...)}, 1, bad + "3: records before it are missing, or stand behind it"},
		"joins exchanged":           {[][]byte{file(swapped(w, 2)...)}, 1, bad + "4: it names another head at step 2 than the records before it have"},
		"roster signature dropped":  {[][]byte{file(without(w, 5)...)}, 1, bad + "5: records before it are missing, or stand behind it"},
		"one dropped":               {[][]byte{file(without(w, 17)...)}, 1, bad + "17: records before it are missing, or stand behind it"},
		"one doubled":               {[][]byte{file(slices.Insert(slices.Clone(w), 17, w[16])...)}, 1, bad + "18: it is there twice"},
		"proposal doubled":          {[][]byte{file(slices.Insert(slices.Clone(w), 1, w[0])...)}, 1, bad + "2: it is there twice"},
		"join doubled":              {[][]byte{file(slices.Insert(slices.Clone(w), 2, w[1])...)}, 1, bad + "3: it is there twice"},
		"steps exchanged":           {[][]byte{file(swapped(w, 10)...)}, 1, bad + "10: records before it are missing, or stand behind it"},
		"seats of a step exchanged": {[][]byte{file(swapped(w, 6)...)}, 1, bad + "6: it is out of order"},
		"a record of another table": {[][]byte{file(with(w, 17, l.other[9])...)}, 1, bad + "17: it belongs to another table"},
		"a join of another table":   {[][]byte{file(with(w, 2, l.other[1])...)}, 1, bad + "2: it belongs to another table"},
		"cut between records":       {[][]byte{file(w[:12]...)}, 1, "error: 1.jsonl: unfinished: …"},
		"last receipt dropped":      {[][]byte{file(w[:last-1]...)}, 0, ""},
		"last showing dropped":      {[][]byte{file(w[:last-3]...)}, 1, "error: 1.jsonl: unfinished: ben owes a showing"},
		"only the proposal":         {[][]byte{file(w[0])}, 1, "error: 1.jsonl: unfinished: 2 seats are free"},
		"one seat taken":            {[][]byte{file(w[:2]...)}, 1, "error: 1.jsonl: unfinished: one seat is free"},

		"empty":               {[][]byte{nil}, 1, "error: 1.jsonl is empty, and no log\n" + again},
		"an empty line":       {[][]byte{file(slices.Insert(slices.Clone(w), 4, nil)...)}, 1, "error: 1.jsonl: line 5 is blank\nhint: take the blank line out, or export it again: fives export TABLE -o FILE"},
		"cut in a record":     {[][]byte{file(w...)[:40000]}, 1, "error: 1.jsonl: the file was altered at record …: its line is cut off\n" + copyAgain},
		"no newline":          {[][]byte{bytes.TrimSuffix(file(w...), []byte("\n"))}, 1, bad + "…: the newline behind it is missing\n" + copyAgain},
		"a text":              {[][]byte{[]byte("hello")}, 1, "error: 1.jsonl is no log: its line is not a record as fives writes one\n" + again},
		"a text of two lines": {[][]byte{[]byte("{}\n[]\n")}, 1, "error: 1.jsonl is no log: its line is not a record as fives writes one\n" + again},
		"junk":                {[][]byte{bytes.Repeat([]byte{0, 0x1b, '[', '2', 'J', 0xff, '\n'}, 999)}, 1, "error: 1.jsonl is no log: its line is not a record as fives writes one\n" + again},
		"junk behind a log":   {[][]byte{append(file(w...), "\x1b[2J\n"...)}, 1, bad + "…: its line is not a record as fives writes one"},
		"spaces added":        {[][]byte{bytes.ReplaceAll(file(w...), []byte(`,"p`), []byte(`, "p`))}, 1, "error: 1.jsonl is no log: its line is not a record as fives writes one\n" + again},
		"gzip":                {[][]byte{[]byte("\x1f\x8b\x08\x00")}, 1, "error: 1.jsonl: it is packed with gzip\nhint: unpack it with gunzip, or export it again: fives export TABLE -o FILE"},
		"zip":                 {[][]byte{[]byte("PK\x03\x04\x14\x00")}, 1, "error: 1.jsonl: it is packed with zip\nhint: unpack it, or export it again: fives export TABLE -o FILE"},
		"a report": {[][]byte{[]byte("\n<!DOCTYPE html>\n")}, 1,
			"error: 1.jsonl: it is a web page, such as the report of a game\nhint: open it in a browser, where a report has its log to save, or export it again: fives export TABLE -o FILE"},
		"a blank line behind": {[][]byte{append(file(w...), '\n')}, 1,
			fmt.Sprintf("error: 1.jsonl: line %d is blank\nhint: take the blank line out, or export it again: fives export TABLE -o FILE", len(w)+1)},
		"CR LF": {[][]byte{bytes.ReplaceAll(file(w...), []byte("\n"), []byte("\r\n"))}, 1,
			"error: 1.jsonl: a program has changed its line ends to those of Windows\nhint: turn its line ends back to LF, or export it again: fives export TABLE -o FILE"},

		"parent alone":         {[][]byte{file(l.parent...)}, 1, "error: 1.jsonl: unfinished: …"},
		"child alone":          {[][]byte{file(l.child...)}, 1, "error: 1.jsonl: unfinished: …"},
		"parent and child":     {[][]byte{file(l.parent...), file(l.child...)}, 1, "error: 2.jsonl: unfinished: …"},
		"child before parent":  {[][]byte{file(l.child...), file(l.parent...)}, 1, "error: 1.jsonl: unfinished: …"},
		"acceptance dropped":   {[][]byte{file(l.parent...), file(l.child[1:]...)}, 1, "…error: 2.jsonl: the file was altered at record 1: records before it are missing, or stand behind it"},
		"two children":         {[][]byte{file(l.parent...), file(l.child...), file(l.rival...)}, 1, "error: 2.jsonl: ana and cleo are at fault, first at record 3: another table that goes on from … was played on, too\nerror: 2.jsonl: unfinished: …\nerror: 3.jsonl: ana and cleo are at fault, first at record 3: it goes back behind hand 1 of its parent, …; ana and cleo are at fault, first at record 3: another table …"},
		"a short parent":       {[][]byte{file(l.parent[:12]...), file(l.child...)}, 1, "…error: 2.jsonl: it does not continue its parent: no settled hand of the parent has the head that it names…"},
		"two logs of a parent": {[][]byte{file(l.parent[:12]...), file(l.parent...), file(l.child...)}, 1, "error: 1.jsonl: unfinished: …"},
		"the same twice":       {[][]byte{file(w...), file(w...)}, 0, ""},
		"another table beside": {[][]byte{file(w...), file(l.other...)}, 1, "error: 2.jsonl: unfinished: …"},
		"second file bad":      {[][]byte{file(w...), file(without(w, 17)...)}, 1, "error: 2.jsonl: the file was altered at record 17: …"},

		"proof":              {[][]byte{file(l.proof...)}, 1, "error: 1.jsonl: ana is at fault at record …: signed two different records for one step"},
		"proof and parent":   {[][]byte{file(l.parent...), file(l.proof...)}, 1, "…error: 2.jsonl: ana is at fault at record …: signed two different records for one step"},
		"proof cut":          {[][]byte{file(l.proof[:len(l.proof)-1]...)}, 1, "error: 1.jsonl: unfinished: …"},
		"proof without logs": {[][]byte{file(l.proof[len(l.proof)-2:]...)}, 1, bad + "1: no table begins with it: the records before it are missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			args := []string{"verify"}
			for i, content := range c.files {
				args = append(args, string(rune('1'+i))+".jsonl")
				if err := os.WriteFile(args[i+1], content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			status, out, said := run(t, args...)
			if status != c.status || !fits(strings.TrimSuffix(said, "\n"), c.say) {
				t.Errorf("status %d: %q, want %d: %q", status, said, c.status, c.say)
			}
			wantPlain(t, out+said)
			if strings.Contains(out, "not finished: \n") {
				t.Errorf("not finished, and nothing said: %q", out)
			}
		})
	}
}

// What other logs say about a log stands in its verdict.
func TestVerifyChains(t *testing.T) {
	l := logsForTests(t)
	t.Chdir(t.TempDir())
	for name, content := range map[string][][]byte{"parent": l.parent, "child": l.child, "rival": l.rival, "again": l.again, "accepted": l.again[:1]} {
		if err := os.WriteFile(name, file(content...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		files []string
		says  string
	}{
		{[]string{"child"}, "is not among the files: the scores it begins with are claims, and who sat there in hand 1 is in its log\n"},
		{[]string{"parent", "child"}, "it goes on at another table\n"},
		{[]string{"parent", "again"}, "it goes on at another table, from its beginning: what came after does not count\n"},
		{[]string{"parent", "accepted"}, " owes a move\n"},
		{[]string{"parent", "rival"}, " owes a move\n"},
	} {
		_, out, _ := run(t, append([]string{"verify", "--partial"}, c.files...)...)
		if !strings.Contains(out, c.says) {
			t.Errorf("%v: %q is not in %q", c.files, c.says, out)
		}
		if orphan := strings.Contains(out, "is not among the files"); orphan != (len(c.files) == 1) {
			t.Errorf("%v: %q", c.files, out)
		}
	}
}

// Two groups that went on apart are told so in one sentence, without a word of blame: the
// verdict on each group's file names the other's table or, if that is not there, says that
// there may be one. A table that never began is no error.
func TestVerifySplit(t *testing.T) {
	vectors, err := filepath.Abs("../engine/audit/testdata/v4")
	if err != nil {
		t.Fatal(err)
	}
	const parent, two, three = "1f67328e", "b54ecf80", "6751c0be" // the tables of split-1 to split-3
	const apart = "table " + parent + " split%s: %s; nobody plays in two of them"
	onward := func(of string) string { return of + " goes on from hand 1" }
	beside := func(claimed, of string) string { return fmt.Sprintf(apart, claimed, "beside this one, "+onward(of)) }
	both := fmt.Sprintf(apart, "", onward(three)+", "+onward(two)) // by their IDs
	const claimed = ", if they go on from it as they claim"
	const maybe = "no longer here: %s; whether they agreed, or went on at another table, is not in these files"
	for _, c := range []struct {
		files []string
		says  []string // of each file
	}{
		{[]string{"split-1", "split-2", "split-3"}, []string{both, beside("", three), beside("", two)}},
		{[]string{"split-3", "split-1", "split-2"}, []string{beside("", two), both, beside("", three)}},
		{[]string{"split-3", "split-2"}, []string{beside(claimed, two), beside(claimed, three)}},
		{[]string{"split-1", "split-2"}, []string{"", fmt.Sprintf(maybe, "cleo and dan")}},
		{[]string{"split-3", "split-1"}, []string{fmt.Sprintf(maybe, "ana and ben"), ""}},
		{[]string{"split-2"}, []string{""}},
		{[]string{"unbegun-1", "unbegun-2"}, []string{"", "it never began: the others went on without it"}},
	} {
		var files []string
		for _, name := range c.files {
			files = append(files, filepath.Join(vectors, name+".jsonl"))
		}
		status, out, said := run(t, append([]string{"verify", "--partial"}, files...)...)
		verdicts := strings.Split(out, "\n\n")
		if status != 0 || said != "" || len(verdicts) != len(files) {
			t.Fatalf("%v: %d %q %q", c.files, status, out, said)
		}
		for i, says := range c.says {
			if got := strings.Join(regexp.MustCompile(`(?m)^  (.* split.*|no longer.*|it never.*)$`).FindAllString(verdicts[i], -1), ";"); strings.TrimSpace(got) != says {
				t.Errorf("%v: of %s it says %q, not %q", c.files, c.files[i], got, says)
			}
		}
		_, out, _ = run(t, append([]string{"verify", "--partial", "--json"}, files...)...)
		for i, line := range strings.Split(strings.TrimSpace(out), "\n") {
			for key, is := range map[string]bool{
				`"ok":true`: true, `"never_began":true`: strings.Contains(c.says[i], "never"),
				`"split":[{`: c.says[i] == both, `"sisters":[{`: strings.Contains(c.says[i], "beside"),
			} {
				if strings.Contains(line, key) != is {
					t.Errorf("%v: %s of %s is not %v", c.files, key, c.files[i], is)
				}
			}
		}
	}
}

// A sore loser: a log with a settled last hand is good, and names the winner and those who
// have not signed.
func TestVerifySoreLoser(t *testing.T) {
	l := logsForTests(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("sore", file(l.whole[:len(l.whole)-1]...), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, said := run(t, "verify", "sore")
	if status != 0 || said != "" || !strings.Contains(out, "\n  won by ") || !strings.Contains(out, "\n  the result is not signed by ben\n") {
		t.Errorf("%d %q %q", status, out, said)
	}
	status, out, _ = run(t, "verify", "--json", "sore")
	if status != 0 || !strings.Contains(out, `"over":true`) || !strings.Contains(out, `"unfinished":[],"unsigned":["ben"]`) {
		t.Errorf("%d %q", status, out)
	}
}

// --json says which hands stand, names in "guilty" whoever is at fault, and in "record" by
// what.
func TestVerifyChainsJSON(t *testing.T) {
	l := logsForTests(t)
	t.Chdir(t.TempDir())
	for name, content := range map[string][][]byte{"parent": l.parent, "child": l.child, "rival": l.rival, "again": l.again} {
		if err := os.WriteFile(name, file(content...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		files  []string
		parent string
		blame  string // of the last file
	}{
		{[]string{"parent"}, `"continued":false,"stands":1`, `],"guilty":[]`},
		{[]string{"parent", "child"}, `"continued":true,"stands":1`, `],"guilty":[]`},
		{[]string{"parent", "again"}, `"continued":true,"stands":0`, `],"guilty":[]`},
		{[]string{"parent", "rival"}, `"continued":false,"stands":1`, `],"record":3,"guilty":["ana","cleo"]`},
		{[]string{"parent", "child", "rival"}, `"continued":true,"stands":1`, `],"record":3,"guilty":["ana","cleo"]`},
	} {
		_, out, _ := run(t, append([]string{"verify", "--json"}, c.files...)...)
		verdicts := strings.Split(strings.TrimSpace(out), "\n")
		if !strings.Contains(verdicts[0], c.parent) || !strings.Contains(verdicts[len(verdicts)-1], c.blame) {
			t.Errorf("%v: %s", c.files, out)
		}
	}
}

// TestSheets: verify and log give the score sheets of every hand, which add up to its
// points; log also as text.
func TestSheets(t *testing.T) {
	l := logsForTests(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("whole", file(l.whole...), 0o600); err != nil {
		t.Fatal(err)
	}
	type items map[string][]struct {
		What, Rule string
		Points     int
		Cards      []string
		Names      []string
	}
	var v struct {
		Hands []struct {
			Points map[string]int
			Items  items
		}
	}
	status, out, _ := run(t, "verify", "--json", "whole")
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != 0 || len(v.Hands) == 0 {
		t.Fatalf("%d, %v: %s", status, err, out)
	}
	_, text, _ := run(t, "log", "--ascii", "whole")
	text = regexp.MustCompile(`(?m)( +[+-]?\d+){1,2}$`).ReplaceAllString(text, "") // points, beside lines that are broken
	for i, h := range v.Hands {
		for name, points := range h.Points {
			sum := 0
			for _, line := range h.Items[name] {
				sum += line.Points
				if line.What == "" || line.Rule == "" || line.Cards == nil || line.Names == nil {
					t.Errorf("hand %d: a line of %s says too little: %+v", i+1, name, line)
				}
				if said := line.What + ": " + strings.Join(line.Cards, " ") + " (rule " + line.Rule + ")"; !strings.Contains(strings.Join(strings.Fields(text), " "), said) {
					t.Errorf("log does not say %q:\n%s", said, text)
				}
			}
			if len(h.Items[name]) == 0 || sum != points {
				t.Errorf("hand %d: %s has %d points, by a sheet of %d: %+v", i+1, name, points, sum, h.Items[name])
			}
		}
	}
	_, out, _ = run(t, "log", "--json", "whole")
	hands := 0
	for line := range strings.Lines(out) {
		var e struct {
			Kind  string
			Items items
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Kind == "settled" && reflect.DeepEqual(e.Items, v.Hands[hands].Items) {
			hands++
		} else if e.Items != nil || e.Kind == "settled" {
			t.Errorf("log says otherwise than verify: %s", line)
		}
	}
	if hands != len(v.Hands) {
		t.Errorf("log gives the sheets of %d hands, of %d", hands, len(v.Hands))
	}
}

// An unreadable file hides nothing that the other files prove. It is an answer (status 1), not
// wrong usage.
func TestVerifyTheOthers(t *testing.T) {
	l := logsForTests(t)
	t.Chdir(t.TempDir())
	for name, content := range map[string][]byte{"whole": file(l.whole...), "proof": file(l.proof...), "junk": []byte("hello")} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	status, out, said := run(t, "verify", "none", "whole", "junk", "proof")
	if status != 1 || !strings.Contains(out, "whole: good\n") || !strings.Contains(said, "error: none: no such file or directory\n") ||
		!strings.Contains(said, "error: junk is no log: ") || !strings.Contains(said, "error: proof: ana is at fault at record ") {
		t.Errorf("%d %q %q", status, out, said)
	}
	status, out, _ = run(t, "verify", "--json", "none", "whole")
	if status != 1 || strings.Count(out, "\n") != 2 || !strings.Contains(out, `"file":"whole","ok":true`) || !strings.Contains(out, `"file":"none","ok":false`) {
		t.Errorf("%d %q", status, out)
	}
	if strings.Contains(out, `"table":"`+strings.Repeat("0", 64)) {
		t.Errorf("a table of zeros: %q", out)
	}
}

// A torn, foreign or cut line at the end of a file takes the file out of no comparison: those
// who have signed in two files are named in each of them, and a table that split is still said to
// have split. The verdict on the file itself stays that of its line.
func TestTornFilesAreCompared(t *testing.T) {
	l := logsForTests(t)
	split := func(n string) []byte {
		log, err := os.ReadFile("../engine/audit/testdata/v4/split-" + n + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		return log
	}
	logs := map[string][]byte{
		"parent": file(l.parent...), "child": file(l.child...), "rival": file(l.rival...),
		"split-1": split("1"), "split-2": split("2"), "split-3": split("3"),
	}
	t.Chdir(t.TempDir())
	for name, content := range logs {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const atFault = "; ana and cleo are at fault, first at record 3: another table that goes on from "
	for name, torn := range map[string]struct {
		tear func([]byte) []byte
		says string
	}{
		"foreign":    {func(b []byte) []byte { return append(b, "x\n"...) }, "its line is not a record as fives writes one"},
		"cut":        {func(b []byte) []byte { return append(b, b[:100]...) }, "its line is cut off\nhint: copy the file again, whole"},
		"blank":      {func(b []byte) []byte { return append(b, '\n') }, "is blank\nhint: take the blank line out"},
		"no newline": {func(b []byte) []byte { return b[:len(b)-1] }, "the newline behind it is missing\nhint: copy the file again"},
	} {
		for _, bad := range []string{"child", "split-3"} {
			if err := os.WriteFile("torn", torn.tear(slices.Clone(logs[bad])), 0o600); err != nil {
				t.Fatal(err)
			}
			files, want := []string{"parent", "rival", "torn"}, atFault
			if bad == "split-3" {
				files, want = []string{"split-1", "split-2", "torn"}, "table 1f67328e split"
			}
			status, out, said := run(t, append([]string{"verify", "--partial"}, files...)...)
			if status != 1 || !strings.Contains(out, want) || !strings.Contains(said, torn.says) || !strings.Contains(out, "torn: NOT GOOD: ") {
				t.Errorf("%s behind %s: %d\n%s\n%s", name, bad, status, out, said)
			}
			var together []verdict.File
			for _, name := range files {
				log, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				together = append(together, verdict.File{Name: name, Log: log})
			}
			if a := verdict.Together(together, true, func(int, int, bool) {}); a.OK || a.Text != out || len(a.Verdicts) != 3 {
				t.Errorf("%s behind %s: a page says\n%s\nverify says\n%s", name, bad, a.Text, out)
			}
		}
	}
}

// What somebody has made up never reaches a terminal as it is: a kind that is none of ours is
// not quoted at all, in JSON texts of others are escaped, and mean the same.
func TestVerifyQuotesNoKind(t *testing.T) {
	const made = "a\u009b31m\u202eb"
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.New(t, rs, 2, nil, 3)
	for name, about := range map[string][]uint64{"no-about": nil, "about": {1}} {
		g.Owed(record.KindKey)
		p, err := g.Make(g.Players[0]).Peek()
		if err != nil {
			t.Fatal(err)
		}
		p.Kind, p.About = made, about
		r, err := record.Sign(g.Players[0].Key, p)
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		if err := audit.WriteLog(&log, append(g.Table().Log(), r)); err != nil {
			t.Fatal(err)
		}
		t.Chdir(t.TempDir())
		file := name + "\u009b\u202e\U000e0001.jsonl"
		if err := os.WriteFile(file, log.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"verify", file}, {"verify", "--json", file}} {
			status, out, said := run(t, args...)
			if status != 1 || !strings.Contains(out+said, "ana is at fault at record 6: a record of ") {
				t.Errorf("%q: %d %q %q", args, status, out, said)
			}
			if strings.ContainsAny(out+said, "\u009b\u202e\U000e0001") || strings.Contains(out+said, "31m") {
				t.Errorf("%q: %q %q", args, out, said)
			}
		}
		_, out, _ := run(t, "verify", "--json", file)
		var v verdict.Verdict
		if err := json.Unmarshal([]byte(out), &v); err != nil || v.File != file {
			t.Errorf("%v, %q of %q", err, v.File, file)
		}
	}
}

// "NOT GOOD" is followed at once by what is wrong, and where the players are not those on
// whom the reader insists, nothing says who has won.
func TestVerifySaysWhyAtOnce(t *testing.T) {
	l := logsForTests(t)
	t.Chdir(t.TempDir())
	for name, content := range map[string][]byte{"whole": file(l.whole...), "junk": append(file(l.whole...), "x\n"...), "cut": file(l.other...)} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const other = "ana=0000-0000-0000-0000-0000"
	for _, c := range []struct {
		args []string
		says string
		won  bool
	}{
		{[]string{"whole"}, "whole: good\n", true},
		{[]string{"junk"}, "junk: NOT GOOD: the file was altered at record ", true},
		{[]string{"cut"}, "cut: NOT GOOD: unfinished: ", false},
		{[]string{"--seat", other, "whole"}, "whole: NOT GOOD: ana has the key ", false},
		{[]string{"--seat", "dan=1111", "whole"}, "whole: NOT GOOD: nobody at the table is called dan\n", false},
		{[]string{"--seat", other, "--seat", "dan=1111", "whole"}, "\n  nobody at the table is called dan\n", false},
		{[]string{"--seat", "dan=1111", "cut", "whole"}, "whole: good\n", false},
	} {
		_, out, _ := run(t, append([]string{"verify"}, c.args...)...)
		unnamed := strings.Contains(out, "the game is over; its winners are not named")
		if !strings.Contains(out, c.says) || strings.Contains(out, "won") != c.won || unnamed != (c.args[0] == "--seat") {
			t.Errorf("%q: %q", c.args, out)
		}
		_, out, _ = run(t, append([]string{"verify", "--json"}, c.args...)...)
		if strings.Contains(out, `"winners":[`) != c.won {
			t.Errorf("%q: %q", c.args, out)
		}
	}
}

// fits reports whether a text is the wanted one, in which "…" stands for anything.
func fits(text, want string) bool {
	parts := strings.Split(want, "…")
	if !strings.HasPrefix(text, parts[0]) {
		return false
	}
	text = text[len(parts[0]):]
	for _, p := range parts[1:] {
		i := strings.Index(text, p)
		if i < 0 {
			return false
		}
		text = text[i+len(p):]
	}
	return text == "" || strings.HasSuffix(want, "…")
}

// wantPlain checks that a text contains neither the name of a package nor anything that a
// terminal obeys.
func wantPlain(t *testing.T, text string) {
	t.Helper()
	for _, name := range []string{"audit:", "record:", "table:", "rules:", "cbor:", "story:", "node:", "bad terms"} {
		if strings.Contains(text, name) {
			t.Errorf("%q in %q", name, text)
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || 0x80 <= r && r < 0xa0 }) {
		t.Errorf("a terminal would obey %q", text)
	}
}

func TestLogsThatCannotBeRead(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("secret", []byte("x\n"), 0); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		".":         "error: .: is a directory\nhint: fives export",
		"none":      "error: none: no such file or directory\nhint: fives export",
		"\x1b]0;x":  "error: ·]0;x: no such file or directory\nhint: fives export",
		"./secret/": "error: ./secret/: not a directory\nhint: fives export",
		"secret":    "error: secret",
	} {
		for _, command := range []string{"verify", "replay", "log"} {
			if command == "log" && filepath.Base(name) == name && name != "." {
				continue // may be a table
			}
			if status, out, said := run(t, command, name); status != 1 || out != "" || !strings.HasPrefix(said, want) {
				t.Errorf("%s %q: %d %q %q", command, name, status, out, said)
			}
		}
	}
	if os.Getuid() != 0 { // who may read everything
		if _, _, said := run(t, "verify", "secret"); said != "error: secret: permission denied\nhint: fives export TABLE -o FILE writes a log\n" {
			t.Errorf("%q", said)
		}
	}
}

// A line without an end is refused before it is read to its end.
func TestEndlessLine(t *testing.T) {
	in := &endless{}
	var out, said bytes.Buffer
	status := cli.Main([]string{"fives", "verify", "-"}, in, &out, &said)
	if status != 1 || !strings.HasPrefix(said.String(), "error: - is no log: its line is not a record as fives writes one\nhint: ") {
		t.Errorf("%d %q", status, said.String())
	}
	if in.read > 4*record.MaxLine {
		t.Errorf("%d bytes were read", in.read)
	}
}

// endless is one line of a GiB.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read >= 1<<30 {
		return 0, io.EOF
	}
	e.read += len(p)
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}
