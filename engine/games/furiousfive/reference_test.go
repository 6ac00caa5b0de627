package furiousfive_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fives/engine/scenario"
)

// A reference is a second reading of RULES.md, on cards as strings and with
// every hand open. It makes up its own games, with honest, random and dishonest
// moves, and works out the result of each move.
type reference struct {
	*rand.Rand
	names   []string
	options map[string]any

	decks   [][]string
	hand    int
	starter int
	turn    int
	turns   int
	stock   []string
	hands   [][]string
	table   [][]string
	grave   []string
	scores  []int
	faults  []any
	winners []string
}

func newReference(seed uint64) *reference {
	r := &reference{Rand: rand.New(rand.NewPCG(seed, 52))}
	r.names = []string{"ana", "ben", "cleo", "dan", "eva"}[:2+r.IntN(4)]
	r.options = map[string]any{
		"rounds": r.IntN(4), "target": 25 * r.IntN(3), "lap-cap": []int{1, 2, 5, 40}[r.IntN(4)],
		"call-max": 4 + r.IntN(2), "ace-high": []string{"no", "both", "only"}[r.IntN(3)],
		"split-failed-call": r.IntN(2) == 0, "multi-drop": r.IntN(2) == 0,
	}
	if r.options["target"] == 0 {
		r.options["rounds"] = 1 + r.IntN(3)
	}
	r.scores = make([]int, len(r.names))
	r.deal(1, 0)
	return r
}

func (r *reference) shuffle(cards []string) []string {
	order := slices.Clone(cards)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	r.decks = append(r.decks, slices.Clone(order))
	return order
}

func pack() []string {
	var cards []string
	for _, s := range "cdhs" {
		for _, rank := range []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"} {
			cards = append(cards, rank+string(s))
		}
	}
	return cards
}

func (r *reference) deal(hand, starter int) {
	r.hand, r.starter, r.turn, r.turns = hand, starter, starter, 0
	r.stock = r.shuffle(pack())
	r.hands = make([][]string, len(r.names))
	for i := range 5 * len(r.names) {
		s := (starter + i) % len(r.names)
		r.hands[s] = append(r.hands[s], r.stock[i])
	}
	r.stock = r.stock[5*len(r.names):]
	r.table, r.grave, r.faults = [][]string{}, []string{}, []any{}
}

func number(c string) int {
	return 1 + slices.Index([]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}, c[:len(c)-1])
}

func points(cards []string) int {
	sum := 0
	for _, c := range cards {
		sum += number(c)
	}
	return sum
}

// lie returns a combination in its order on the table, nil if the cards are none.
func (r *reference) lie(cards []string) []string {
	if len(cards) >= 2 && len(cards) <= 4 {
		same := true
		for _, c := range cards {
			same = same && number(c) == number(cards[0])
		}
		if same {
			return cards
		}
	}
	low, high := r.options["ace-high"] != "only", r.options["ace-high"] != "no"
	for _, ace := range []int{1, 14} {
		if ace == 1 && !low || ace == 14 && !high || len(cards) < 3 {
			continue
		}
		at := func(c string) int {
			if number(c) == 1 {
				return ace
			}
			return number(c)
		}
		sorted := slices.SortedFunc(slices.Values(cards), func(a, b string) int { return at(a) - at(b) })
		follows := true
		for i := 1; i < len(sorted); i++ {
			follows = follows && at(sorted[i]) == at(sorted[i-1])+1
		}
		if follows {
			return sorted
		}
	}
	return nil
}

func (r *reference) holdsCombination(hand []string) bool {
	for set := range 1 << len(hand) {
		var cards []string
		for i, c := range hand {
			if set>>i&1 == 1 {
				cards = append(cards, c)
			}
		}
		if r.lie(cards) != nil {
			return true
		}
	}
	return false
}

// free lists the cards that may be taken.
func (r *reference) free() []string {
	var cards []string
	for _, c := range r.table {
		if len(c) > 2 && number(c[0]) != number(c[1]) {
			c = []string{c[0], c[len(c)-1]}
		}
		cards = append(cards, c...)
	}
	return cards
}

// play makes a move and returns its line without the state.
func (r *reference) play(step, seat int, text string, cheat bool) map[string]any {
	line := map[string]any{"step": step, "seat": r.names[seat], "move": text, "ok": false, "faults": []any{}}
	if r.winners != nil || seat != r.turn {
		return line
	}
	if text == "call" {
		if points(r.hands[seat]) <= r.options["call-max"].(int) {
			r.settle(line, seat)
		}
		return line
	}
	groups, source, single, ok := r.parse(seat, text)
	if !ok || single && !cheat && r.holdsCombination(r.hands[seat]) {
		return line
	}
	if single && r.holdsCombination(r.hands[seat]) {
		r.faults = append(r.faults, map[string]any{"seat": r.names[seat], "hand": r.hand, "move": step})
	}
	r.drop(seat, groups, source)
	line["ok"] = true
	if r.turns == len(r.names)*r.options["lap-cap"].(int) {
		r.settle(line, -1)
	}
	return line
}

func (r *reference) parse(seat int, text string) (groups [][]string, source string, single, ok bool) {
	words := strings.Fields(text)
	drop, found := strings.CutPrefix(strings.Join(words, " "), "drop ")
	if !found {
		return nil, "", false, false
	}
	cards, taken, took := strings.Cut(drop, " take ")
	if !took {
		cards, found = strings.CutSuffix(drop, " draw")
		if !found {
			return nil, "", false, false
		}
	} else if !slices.Contains(r.free(), taken) {
		return nil, "", false, false
	}
	var all []string
	for part := range strings.SplitSeq(cards, " / ") {
		group := strings.Fields(part)
		all = append(all, group...)
		single = single || len(group) == 1
		if len(group) > 1 {
			group = r.lie(group)
		}
		if group == nil {
			return nil, "", false, false
		}
		groups = append(groups, group)
	}
	for i, c := range all {
		if !slices.Contains(r.hands[seat], c) || slices.Contains(all[:i], c) {
			return nil, "", false, false
		}
	}
	return groups, taken, single, len(groups) == 1 || !single && r.options["multi-drop"].(bool)
}

func (r *reference) drop(seat int, groups [][]string, taken string) {
	gone := slices.Concat(groups...)
	hand := slices.DeleteFunc(slices.Clone(r.hands[seat]), func(c string) bool { return slices.Contains(gone, c) })
	drawn := taken
	if taken == "" {
		if len(r.stock) == 0 {
			r.stock, r.grave = r.shuffle(r.grave), []string{}
		}
		drawn, r.stock = r.stock[0], r.stock[1:]
	}
	r.hands[seat] = append(hand, drawn)
	for _, c := range slices.Concat(r.table...) {
		if c != taken {
			r.grave = append(slices.Clone(r.grave), c)
		}
	}
	r.table = groups
	r.turn = (seat + 1) % len(r.names)
	r.turns++
}

// settle ends the hand, called or void, and deals the next.
func (r *reference) settle(line map[string]any, caller int) {
	n := len(r.names)
	got := make([]int, n)
	if caller >= 0 {
		t := make([]int, n)
		low := 1000
		for s := range n {
			t[s] = points(r.hands[s])
			if s != caller {
				low = min(low, t[s])
			}
		}
		if t[caller] < low {
			for s := range n {
				if s != caller {
					got[s], got[caller] = t[caller]-t[s], got[caller]+t[s]-t[caller]
				}
			}
		} else {
			var payees []int
			sum := t[caller] - low
			for i := 1; i < n; i++ {
				s := (caller + i) % n
				sum += t[s] - low
				if t[s] == low && (len(payees) == 0 || r.options["split-failed-call"].(bool)) {
					payees = append(payees, s)
				}
			}
			got[caller] = -sum
			for i := range sum {
				got[payees[i%len(payees)]]++
			}
		}
	}
	for s := range n {
		r.scores[s] += got[s]
	}
	line["ok"], line["faults"] = true, r.faults
	line["settled"] = map[string]any{"hand": r.hand, "hands": r.byName(func(s int) any { return slices.Clone(r.hands[s]) }),
		"points": r.byName(func(s int) any { return got[s] }), "scores": r.byName(func(s int) any { return r.scores[s] })}
	top, rounds, target := slices.Max(r.scores), r.options["rounds"].(int), r.options["target"].(int)
	if rounds == r.hand || target > 0 && top >= target {
		for s := range n {
			if r.scores[s] == top {
				r.winners = append(r.winners, r.names[s])
			}
		}
		return
	}
	r.deal(r.hand+1, (r.starter+1)%n)
}

func (r *reference) byName(of func(seat int) any) map[string]any {
	m := map[string]any{}
	for s, name := range r.names {
		m[name] = of(s)
	}
	return m
}

func (r *reference) state() map[string]any {
	st := map[string]any{
		"hand": r.hand, "turn": r.names[r.turn], "stock": len(r.stock), "starter": r.names[r.starter],
		"hands": r.byName(func(s int) any { return r.hands[s] }), "scores": r.byName(func(s int) any { return r.scores[s] }),
		"active": r.names, "winners": nil, "table": r.table, "graveyard": r.grave,
	}
	if r.winners != nil {
		st["turn"], st["winners"] = nil, r.winners
	}
	return st
}

// legal lists the honest moves, each as its cards in a fixed order.
func (r *reference) legal() []string {
	hand := r.hands[r.turn]
	var moves []string
	if points(hand) <= r.options["call-max"].(int) {
		moves = append(moves, "call")
	}
	// Every card goes into no group, or into one of two.
	ways := 1
	for range hand {
		ways *= 3
	}
	for w := range ways {
		groups := make([][]string, 3)
		for i, v := 0, w; i < len(hand); i, v = i+1, v/3 {
			groups[v%3] = append(groups[v%3], hand[i])
		}
		drop := strings.Join(groups[1], " ")
		if groups[2] != nil {
			drop += " / " + strings.Join(groups[2], " ")
		}
		for _, source := range append([]string{"draw"}, r.free()...) {
			if source != "draw" {
				source = "take " + source
			}
			text := "drop " + drop + " " + source
			if groups[1] == nil {
				continue
			}
			if _, _, single, ok := r.parse(r.turn, text); ok && !(single && r.holdsCombination(hand)) {
				moves = append(moves, normal(text))
			}
		}
	}
	slices.Sort(moves)
	return slices.Compact(moves)
}

// normal sorts the cards of each combination, and the combinations.
func normal(text string) string {
	words := strings.Fields(text)
	end := slices.IndexFunc(words, func(w string) bool { return w == "draw" || w == "take" })
	if end < 0 {
		return text
	}
	var groups []string
	for part := range strings.SplitSeq(strings.Join(words[1:end], " "), " / ") {
		cards := strings.Fields(part)
		slices.Sort(cards)
		groups = append(groups, strings.Join(cards, " "))
	}
	slices.Sort(groups)
	return "drop " + strings.Join(groups, " / ") + " " + strings.Join(words[end:], " ")
}

// invent makes up a move: mostly an honest one of the seat to act, or the cards
// of some hand thrown together.
func (r *reference) invent() (seat int, text string, cheat bool) {
	seat, cheat = r.turn, r.IntN(3) == 0
	if r.IntN(20) == 0 {
		seat = r.IntN(len(r.names))
	}
	if legal := r.legal(); r.IntN(10) < 6 {
		return seat, legal[r.IntN(len(legal))], cheat
	}
	if r.IntN(8) == 0 {
		return seat, "call", cheat
	}
	cards := r.shuffled(r.hands[seat])
	cards = cards[:1+r.IntN(len(cards))]
	if r.IntN(3) == 0 && len(cards) > 1 {
		cards = slices.Insert(cards, 1+r.IntN(len(cards)-1), "/")
	}
	if r.IntN(8) == 0 {
		cards = append(cards, pack()[r.IntN(52)])
	}
	source := "draw"
	if lying := slices.Concat(append(slices.Clone(r.table), r.grave, r.hands[seat])...); r.IntN(2) == 0 {
		source = "take " + lying[r.IntN(len(lying))]
		if free := r.free(); len(free) > 0 && r.IntN(3) > 0 {
			source = "take " + free[r.IntN(len(free))]
		}
	}
	return seat, "drop " + strings.Join(cards, " ") + " " + source, cheat
}

func (r *reference) shuffled(cards []string) []string {
	out := slices.Clone(cards)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// The engine and the second reading must agree on every line of many games.
func TestAgreesWithASecondReading(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(games) {
		compare(t, seed, counts)
		if t.Failed() {
			t.Fatalf("game %d", seed)
		}
	}
	for _, what := range []string{"refused", "faults", "renewed", "settled", "over", "failed calls"} {
		if counts[what] == 0 {
			t.Errorf("no game had any: %s", what)
		}
	}
	t.Log(counts)
}

const games = 40

func compare(t *testing.T, seed uint64, counts map[string]int) {
	r := newReference(seed)
	file := map[string]any{"game": "furious-five", "options": r.options, "players": r.names}
	want := []map[string]any{{"step": 0, "state": copied(r.state())}}
	var moves []any
	var legal [][]string
	legal = append(legal, r.legal())
	for step := 1; step <= 250 && (r.winners == nil || r.IntN(3) > 0); step++ {
		seat, text, cheat := r.invent()
		before := len(r.decks)
		line := r.play(step, seat, text, cheat)
		count(counts, line, len(r.decks)-before, r.winners != nil)
		line["state"] = copied(r.state())
		want = append(want, line)
		moves = append(moves, map[string]any{"seat": r.names[seat], "move": text, "cheat": cheat})
		legal = append(legal, r.legal())
		if r.winners != nil {
			legal[step] = []string{}
		}
	}
	file["decks"], file["moves"] = r.decks, moves
	got := run(t, file)
	for i := range want {
		state := got[i]["state"].(map[string]any)
		if mine := normalised(state["legal"].([]any)); !slices.Equal(mine, legal[i]) {
			t.Fatalf("line %d: legal\n%v, expected\n%v", i, mine, legal[i])
		}
		delete(state, "legal")
		forget(got[i])
		if w := copied(want[i]); !reflect.DeepEqual(any(got[i]), w) {
			t.Fatalf("options %v\nline %d\n%v, expected\n%v", r.options, i, got[i], w)
		}
	}
}

func count(counts map[string]int, line map[string]any, shuffles int, over bool) {
	settled, _ := line["settled"].(map[string]any)
	note := func(what string, is bool) {
		if is {
			counts[what]++
		}
	}
	note("moves", true)
	note("refused", line["ok"] == false)
	note("faults", len(line["faults"].([]any)) > 0)
	note("settled", settled != nil)
	note("renewed", shuffles > 0 && settled == nil)
	note("over", over && settled != nil)
	if settled != nil && line["move"] == "call" {
		note("failed calls", settled["points"].(map[string]any)[line["seat"].(string)].(int) < 0)
	}
}

func normalised(legal []any) []string {
	moves := make([]string, len(legal))
	for i, m := range legal {
		moves[i] = normal(m.(string))
	}
	slices.Sort(moves)
	return moves
}

// forget removes the texts that no specification fixes: errors, and the rules of
// faults.
func forget(line map[string]any) {
	delete(line, "error")
	faults, _ := line["faults"].([]any)
	for _, f := range faults {
		delete(f.(map[string]any), "rule")
	}
}

func copied(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var c any
	if err := json.Unmarshal(text, &c); err != nil {
		panic(err)
	}
	return c
}

func run(t *testing.T, file map[string]any) []map[string]any {
	t.Helper()
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Run(true)
	if err != nil {
		t.Fatal(err)
	}
	var lines []map[string]any
	for _, l := range report.Lines {
		written, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		var line map[string]any
		if err := json.Unmarshal(bytes.TrimSpace(written), &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		t.Fatal(fmt.Errorf("no lines"))
	}
	return lines
}
