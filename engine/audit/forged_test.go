package audit_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A forgery is a continuation that does not follow from its parent, or a log of one. All its
// keys are in one hand: whoever has a seat in it signs whatever is asked for.
type forgery struct {
	// parent is the file of the parent: handed-1, from which zoe takes the seat of the
	// computer player Ada after hand 1, or another one, of which all seats go on.
	parent string
	// terms changes what all sign.
	terms func(f *forger)
	// log changes the log of a continuation that follows.
	log func(t *testing.T, log []record.Record) []record.Record
}

// A forger makes the terms of a forged continuation.
type forger struct {
	crowd
	*record.Continuation
	parent *table.Table
}

// has puts somebody of the crowd on a seat; with a host, a computer player of theirs.
func (f *forger) has(seat int, name, host string) { f.Players[seat] = f.player(name, host) }

// without leaves seats out.
func (f *forger) without(seats ...int) {
	rest := slices.DeleteFunc(slices.Clone(f.From), func(s int) bool { return slices.Contains(seats, s) })
	f.Carry = f.Carry.Keep(rest)
	var players []record.Player
	for _, s := range rest {
		players = append(players, f.Players[s])
	}
	f.Players, f.From = players, rest
}

// in puts the seats, with all that is theirs, in another order.
func (f *forger) in(order ...int) {
	old := *f.Continuation
	f.Players, f.From, f.Carry.Scores = nil, nil, nil
	for _, s := range order {
		f.Players, f.From, f.Carry.Scores = append(f.Players, old.Players[s]), append(f.From, old.From[s]), append(f.Carry.Scores, old.Carry.Scores[s])
	}
}

// afresh begins a new game, or the game from its beginning.
func (f *forger) afresh() { f.Carry = rules.Carry{Scores: make([]int, len(f.Players))} }

// over and out are the parents at which the game is over, and at which ben is out of it.
const over, out = "../five", "out"

var forgeries = map[string]forgery{
	"from-twice":    {terms: func(f *forger) { f.From[3] = 1 }}, // ben remains there
	"from-far":      {terms: func(f *forger) { f.From[3] = 64 }},
	"from-negative": {terms: func(f *forger) { f.From[0] = -1 }},
	"from-short":    {terms: func(f *forger) { f.From = f.From[:3] }},
	"from-long":     {terms: func(f *forger) { f.From = append(f.From, 4) }},
	"from-none":     {terms: func(f *forger) { f.From = []int{} }},
	"from-nowhere":  {terms: func(f *forger) { f.From[3] = 4 }},
	"from-order":    {terms: func(f *forger) { f.in(0, 1, 3, 2) }},
	"from-wrong":    {terms: func(f *forger) { f.without(3); f.From[1], f.From[2] = 2, 3 }},
	"from-missing":  {log: withoutFrom},

	"moved":     {terms: func(f *forger) { f.without(3); f.has(1, "zoe", ""); f.has(2, "ben", "") }},
	"seated":    {terms: func(f *forger) { f.without(2); f.has(2, "cleo", "") }},
	"two-seats": {terms: func(f *forger) { f.has(2, "zoe", "") }},
	"swapped":   {terms: func(f *forger) { f.Players[1].Key, f.Players[2].Key = f.Players[2].Key, f.Players[1].Key }},
	"name":      {terms: func(f *forger) { f.Players[1].Name = "eva" }},
	"host":      {terms: func(f *forger) { f.has(3, "Ada (good)", "ben") }},
	"freed":     {terms: func(f *forger) { f.has(3, "Ada (good)", "") }},

	"host-foreign":  {terms: func(f *forger) { f.has(3, "Bea (easy)", "eva") }},
	"host-leaves":   {terms: func(f *forger) { f.has(3, "Bea (easy)", "ben"); f.without(1) }},
	"host-new":      {terms: func(f *forger) { f.has(2, "Bea (easy)", "zoe") }},
	"host-computer": {terms: func(f *forger) { f.has(3, "Ada (good)", "ana"); f.has(2, "Bea (easy)", "Ada (good)") }},
	"host-own":      {terms: func(f *forger) { f.has(3, "Bea (easy)", "Bea (easy)") }},

	"nobody-remains": {terms: func(f *forger) { f.has(0, "dan", ""); f.has(1, "eva", ""); f.has(2, "Bea (easy)", "") }},
	"too-few":        {terms: func(f *forger) { f.without(1, 2, 3) }},
	"one-left":       {parent: out, terms: func(f *forger) { f.without(2) }}, // ben is out
	"out":            {parent: out, terms: func(f *forger) { f.has(1, "zoe", "") }},

	"scores": {terms: func(f *forger) { f.Carry.Scores[3] = 0 }},
	"next":   {terms: func(f *forger) { f.Carry.Next = (f.Carry.Next + 1) % 4 }},
	"hands":  {terms: func(f *forger) { f.Carry.Hands++ }},
	"head":   {terms: func(f *forger) { f.Head, _ = f.parent.HeadAt(5) }},
	"back":   {terms: func(f *forger) { f.Head = f.Parent; f.afresh() }},

	"game":       {terms: func(f *forger) { f.Game, f.Options = "five-crowns", defaults("five-crowns") }},
	"options":    {terms: func(f *forger) { f.Options = maps.Clone(f.Options); f.Options["limit"] = 300 }},
	"turn-limit": {terms: func(f *forger) { f.TurnLimit = 60 }},
	"cover":      {terms: func(f *forger) { f.Cover = record.CoverAll }},
	"private":    {terms: func(f *forger) { f.Private = true }},
	"spectators": {terms: func(f *forger) { f.Spectators = true }},

	"attempt":        {terms: func(f *forger) { f.has(3, "Ada (good)", "ana"); f.Attempt = 1 }}, // no seat changes hands
	"attempt-beyond": {terms: func(f *forger) { f.Attempt = record.MaxAttempt + 1 }},
	"attempt-zero":   {log: attemptZero},

	"decided":       {parent: over, terms: func(f *forger) { f.has(1, "zoe", "") }},
	"decided-again": {parent: over, terms: func(f *forger) { f.has(1, "zoe", ""); f.Head = f.Parent; f.afresh() }},
	"rematch":       {parent: over, terms: func(f *forger) { f.in(1, 0); f.afresh(); f.has(0, "zoe", "") }},
	"rematch-early": {terms: func(f *forger) { f.has(3, "Ada (good)", "ana"); f.in(1, 2, 3, 0); f.afresh() }},

	"unsigned": {log: func(_ *testing.T, log []record.Record) []record.Record { return slices.Delete(log, 3, 4) }},
	"signed-by-another": {log: func(t *testing.T, log []record.Record) []record.Record {
		log[3].Signature = resigned(t, "eva", log[3], func(*record.Payload) {}).Signature
		return log
	}},
	"signed-another": {log: func(t *testing.T, log []record.Record) []record.Record {
		log[3] = resigned(t, "zoe", log[3], func(p *record.Payload) {
			c, err := record.Decode[record.Continuation](*p)
			if err != nil {
				t.Fatal(err)
			}
			c.Carry.Scores[3] = 0
			p.Body = tabletest.Encode(t, c)
		})
		return log
	}},
}

// Attack: continuations with a newcomer, forged with all keys in one hand. What a node says
// of each, and what a verifier finds, is in forged.txt; no parent is continued by one.
func TestAttackForgedContinuations(t *testing.T) {
	if *update {
		writeForged(t)
	}
	parents := map[string]*audit.Report{}
	for _, name := range []string{"", over, out} {
		parents[name] = parentOf(t, name)
	}
	if c := first(t, lastingLog(t, "handed-2")); parents[""].State().CheckContinuation(*c) != nil {
		t.Fatal("what is forged here does not follow when it is not")
	}
	var got strings.Builder
	for _, name := range slices.Sorted(maps.Keys(forgeries)) {
		log, parent := lastingLog(t, "forged-"+name), parents[forgeries[name].parent]
		fmt.Fprintf(&got, "%s\n\tnode: %s\n\tverify: %s\n", name, nodeSays(t, parent.State(), log), verifySays(t, parent, log))
	}
	if *update {
		writeFile(t, "forged.txt", []byte(got.String()))
	}
	want, err := os.ReadFile(filepath.Join(lasting, "forged.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("forged.txt has\n%s\nnow it is\n%s", want, got.String())
	}
}

// nodeSays is why a node at the parent goes on in no such table.
func nodeSays(t *testing.T, parent *table.Table, log []record.Record) string {
	t.Helper()
	c := first(t, log)
	if c == nil {
		return "it is no continuation"
	}
	tb, err := table.Continue(*c, games.Find)
	if err != nil {
		return err.Error()
	}
	follows := parent.CheckContinuation(*c)
	if follows != nil {
		return "it does not follow: " + follows.Error()
	}
	if seats, hand := parent.GoingBack(*c); seats != nil {
		return fmt.Sprintf("it goes back behind hand %d, of which it has the receipts of seats%s", hand, spaced(seats))
	}
	for i, r := range log {
		checked, err := tb.Check(r)
		if err == nil {
			_, err = tb.Apply(checked)
		}
		if err != nil {
			return fmt.Sprintf("record %d: %v", i+1, err)
		}
	}
	t.Error("a node goes on")
	return ""
}

// verifySays is what a verifier finds in the file, beside that of the parent.
func verifySays(t *testing.T, parent *audit.Report, log []record.Record) (says string) {
	t.Helper()
	for _, at := range []int{1, 0} {
		p := *parent
		reports := []*audit.Report{&p, &p}
		reports[at], _ = audit.Verify(log, games.Find, audit.Options{})
		if err := audit.Link(reports); err == nil || p.Err != nil || p.Continued {
			t.Errorf("it continues its parent, or the parent is none: %v", err)
			return ""
		}
		if now := reports[at].Err.Error(); says != "" && now != says {
			t.Errorf("in another order of the files: %s\n%s", now, says)
		}
		says = reports[at].Err.Error()
	}
	return says
}

// first is what the first record of a log accepts.
func first(t *testing.T, log []record.Record) *record.Continuation {
	t.Helper()
	p, err := log[0].Peek()
	if err != nil {
		t.Fatal(err)
	}
	c, err := record.Decode[record.Continuation](p)
	if err != nil {
		return nil
	}
	return &c
}

// parentOf verifies the parent of a forgery.
func parentOf(t *testing.T, name string) *audit.Report {
	t.Helper()
	if name == "" {
		name = "handed-1"
	}
	r, err := audit.Verify(lastingLog(t, name), games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// writeForged writes the files that are not there.
func writeForged(t *testing.T) {
	c := everybody()
	if !there(out) {
		g := c.begun(t, false, map[string]any{"limit": 50}, "ana", "ben", "cleo")
		hand(g)
		writeLog(t, out, g.Table().Log())
	}
	for name, f := range forgeries {
		if there("forged-" + name) {
			continue
		}
		terms := forgeable(c, parentOf(t, f.parent).State())
		if f.parent == "" {
			terms.has(3, "zoe", "")
		}
		if f.terms != nil {
			f.terms(terms)
		}
		log := c.signed(t, *terms.Continuation)
		if f.log != nil {
			log = f.log(t, log)
		}
		writeLog(t, "forged-"+name, log)
	}
}

// forgeable are the terms in which all seats of a table go on from its last settled hand.
func forgeable(c crowd, parent *table.Table) *forger {
	last, terms := parent.Results()[len(parent.Results())-1], parent.Terms()
	cont := &record.Continuation{Parent: parent.ID(), Head: last.Head, Game: terms.Rules.Name, Options: terms.Rules.Written(terms.Options), From: terms.Everybody(), Carry: last.Carry}
	cont.Carry.Scores = slices.Clone(cont.Carry.Scores)
	for _, s := range terms.Seats {
		cont.Players = append(cont.Players, record.Player(s))
	}
	return &forger{c, cont, parent}
}

// signed is the log in which all accept a continuation and, if it can be played, sign the
// keys of its first hand.
func (c crowd) signed(t *testing.T, cont record.Continuation) (log []record.Record) {
	t.Helper()
	if tb, err := table.Continue(cont, games.Find); err == nil {
		h := tabletest.Continue(t, tb.Terms().Rules, cont, c.keys(cont), 3)
		h.Owed(record.KindKey)
		h.Step()
		return h.Table().Log()
	}
	id, err := record.ContinuationID(cont)
	if err != nil {
		t.Fatal(err)
	}
	for i, key := range c.keys(cont) {
		p := record.Payload{Version: record.Version, Table: id, Seat: uint64(i), Head: id, Kind: record.KindAccept}
		log = append(log, tabletest.Sign(t, key, p, cont))
	}
	return log
}

// withoutFrom has all sign a body of before seats could change hands.
func withoutFrom(t *testing.T, log []record.Record) (old []record.Record) {
	t.Helper()
	type body struct {
		Parent     record.Hash     `cbor:"parent"`
		Head       record.Hash     `cbor:"head"`
		Players    []record.Player `cbor:"players"`
		Game       string          `cbor:"game"`
		Options    map[string]any  `cbor:"options"`
		Private    bool            `cbor:"private"`
		Spectators bool            `cbor:"spectators"`
		TurnLimit  uint64          `cbor:"turn-limit"`
		Carry      rules.Carry     `cbor:"carry"`
	}
	c := first(t, log)
	for i, p := range c.Players {
		old = append(old, resigned(t, p.Name, log[i], func(pl *record.Payload) {
			pl.Body = tabletest.Encode(t, body{c.Parent, c.Head, c.Players, c.Game, c.Options, c.Private, c.Spectators, c.TurnLimit, c.Carry})
		}))
	}
	return old
}

// attemptZero has all sign a body in which the number of the attempt is there, and 0, at the table that
// this body names.
func attemptZero(t *testing.T, log []record.Record) (zero []record.Record) {
	t.Helper()
	c := first(t, log)
	body := tabletest.Encode(t, struct {
		record.Continuation
		Attempt uint64 `cbor:"attempt"`
	}{Continuation: *c})
	id := record.Hash(sha256.Sum256(append(fmt.Appendf(nil, "fives/%d continuation\x00", record.Version), body...)))
	for i, p := range c.Players {
		zero = append(zero, resigned(t, p.Name, log[i], func(pl *record.Payload) { pl.Table, pl.Head, pl.Body = id, id, body }))
	}
	return zero
}

// resigned is a record that somebody signs with another payload.
func resigned(t *testing.T, name string, r record.Record, change func(*record.Payload)) record.Record {
	t.Helper()
	p, err := r.Peek()
	if err != nil {
		t.Fatal(err)
	}
	change(&p)
	r, err = record.Sign(everybody()[name], p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func defaults(game string) rules.Options {
	rs, err := games.Find(game)
	if err != nil {
		panic(err)
	}
	o, err := rs.Validate(rs.MinSeats, nil)
	if err != nil {
		panic(err)
	}
	return rs.Written(o)
}
