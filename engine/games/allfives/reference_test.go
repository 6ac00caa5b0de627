package allfives_test

import (
	"encoding/json"
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

	decks  [][]string
	cut    [][]laid
	hand   int
	dealer int
	turn   int
	phase  string
	stock  []string
	hands  [][]string
	upcard string
	first  string // suit of the first upcard
	aside  []string
	trump  string
	trick  []laid
	tricks []int
	points []int
	scores []int
	faults []any
	winner int
}

type laid struct {
	Seat string `json:"seat"`
	Card string `json:"card"`
}

func newReference(seed uint64) *reference {
	r := &reference{Rand: rand.New(rand.NewPCG(seed, 61)), winner: -1, hand: 1}
	r.names = []string{"ana", "ben", "cyd"}[:2+r.IntN(2)]
	r.options = map[string]any{"target": []int{1, 3, 10, 30, 61}[r.IntN(5)], "void-must-trump": r.IntN(2) == 0}
	r.scores = make([]int, len(r.names))
	r.cutForDeal()
	r.deal()
	return r
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

func suit(c string) string { return c[len(c)-1:] }

func rank(c string) int {
	return slices.Index([]string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}, c[:len(c)-1])
}

func (r *reference) worth(c string) int {
	if suit(c) != r.trump {
		return 0
	}
	return map[string]int{"A": 4, "K": 2, "Q": 2, "J": 1, "10": 10, "5": 5}[c[:len(c)-1]]
}

// shuffled mixes the whole pack. Some packs are sorted by rank, for ties in the
// cut; some have a long run of one suit where the upcards lie, for long runs.
func (r *reference) shuffled(kind int) []string {
	cards := pack()
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	switch {
	case kind == 1 && r.IntN(3) == 0:
		slices.SortStableFunc(cards, func(a, b string) int { return rank(a) - rank(b) })
	case kind == 2 && r.IntN(2) == 0:
		n := 3 * len(r.names)
		s := "cdhs"[r.IntN(4)]
		for at := 2 * n; at < len(cards); at += n + 1 {
			for i := at + 1; i < len(cards) && r.IntN(6) > 0; i++ {
				if suit(cards[at]) != string(s) && suit(cards[i]) == string(s) {
					cards[at], cards[i] = cards[i], cards[at]
				}
			}
		}
	}
	r.decks = append(r.decks, slices.Clone(cards))
	return cards
}

func (r *reference) cutForDeal() {
	seats := []int{0, 1, 2}[:len(r.names)]
	cards := r.shuffled(1)
	for len(seats) > 1 {
		if len(cards) < len(seats) {
			cards = r.shuffled(1)
		}
		high, best := -1, []int{}
		var round []laid
		for _, s := range seats {
			c := cards[0]
			cards = cards[1:]
			round = append(round, laid{r.names[s], c})
			if rank(c) > high {
				high, best = rank(c), nil
			}
			if rank(c) == high {
				best = append(best, s)
			}
		}
		r.cut, seats = append(r.cut, round), best
	}
	r.dealer = seats[0]
}

func (r *reference) give() {
	for i := 1; i <= len(r.names); i++ {
		s := (r.dealer + i) % len(r.names)
		r.hands[s] = append(r.hands[s], r.stock[:3]...)
		r.stock = r.stock[3:]
	}
}

func (r *reference) up() {
	r.upcard, r.stock = r.stock[0], r.stock[1:]
}

func (r *reference) eldest() int { return (r.dealer + 1) % len(r.names) }

func (r *reference) deal() {
	n := len(r.names)
	r.stock, r.hands = slices.Clone(r.shuffled(2)), make([][]string, n)
	r.give()
	r.give()
	r.up()
	r.first, r.trump, r.phase, r.turn = suit(r.upcard), "", "beg", r.eldest()
	r.aside, r.trick, r.faults = []string{}, []laid{}, []any{}
	r.tricks, r.points = make([]int, n), make([]int, n)
}

func (r *reference) run() {
	for {
		if len(r.stock) < 3*len(r.names)+1 {
			r.deal()
			return
		}
		r.aside = append(slices.Clone(r.aside), r.upcard)
		r.give()
		r.up()
		if suit(r.upcard) != r.first {
			r.begin(suit(r.upcard))
			return
		}
	}
}

func (r *reference) begin(trump string) { r.trump, r.phase, r.turn = trump, "play", r.eldest() }

func (r *reference) best() laid {
	best := r.trick[0]
	for _, l := range r.trick[1:] {
		if suit(l.Card) == suit(best.Card) && rank(l.Card) > rank(best.Card) || suit(l.Card) == r.trump && suit(best.Card) != r.trump {
			best = l
		}
	}
	return best
}

// allowed lists the cards that the seat to act may honestly play.
func (r *reference) allowed() []string {
	hand := r.hands[r.turn]
	if len(r.trick) == 0 {
		return hand
	}
	led := suit(r.trick[0].Card)
	var follow, over []string
	for _, c := range hand {
		switch best := r.best().Card; {
		case suit(c) == led:
			follow = append(follow, c)
		case suit(c) == r.trump && (suit(best) != r.trump || rank(c) > rank(best)):
			over = append(over, c)
		}
	}
	switch {
	case len(follow) > 0 && led == r.trump:
		return follow
	case len(follow) > 0:
		return append(follow, over...)
	case led != r.trump && len(over) > 0 && r.options["void-must-trump"].(bool):
		return over
	}
	return hand
}

func (r *reference) play(step, seat int, text string, cheat bool) map[string]any {
	line := map[string]any{"step": step, "seat": r.names[seat], "move": text, "ok": false, "faults": []any{}}
	if r.winner >= 0 || seat != r.turn {
		return line
	}
	done := true
	card, plays := strings.CutPrefix(text, "play ")
	switch {
	case plays:
		done = r.phase == "play" && slices.Contains(r.hands[seat], card) && r.lay(line, step, card, cheat)
	case r.phase == "beg" && text == "stand":
		r.begin(r.first)
	case r.phase == "beg" && text == "beg":
		r.phase, r.turn = "gift", r.dealer
	case r.phase == "gift" && text == "take-one":
		r.begin(r.first)
		r.score(line, r.eldest(), 1)
	case r.phase == "gift" && text == "run":
		r.run()
	default:
		done = false
	}
	line["ok"] = done
	return line
}

func (r *reference) lay(line map[string]any, step int, c string, cheat bool) bool {
	if !slices.Contains(r.allowed(), c) {
		if !cheat {
			return false
		}
		r.faults = append(r.faults, map[string]any{"seat": r.names[r.turn], "hand": r.hand, "move": step})
	}
	r.hands[r.turn] = slices.DeleteFunc(slices.Clone(r.hands[r.turn]), func(x string) bool { return x == c })
	r.trick = append(slices.Clone(r.trick), laid{r.names[r.turn], c})
	r.turn = (r.turn + 1) % len(r.names)
	if len(r.trick) < len(r.names) {
		return true
	}
	r.turn = slices.Index(r.names, r.best().Seat)
	r.tricks[r.turn]++
	sum := 0
	for _, l := range r.trick {
		sum += r.worth(l.Card)
	}
	r.trick = []laid{}
	if !r.score(line, r.turn, sum) && len(r.hands[0]) == 0 {
		r.settle(line)
		r.hand, r.dealer = r.hand+1, r.eldest()
		r.deal()
	}
	return true
}

func (r *reference) score(line map[string]any, seat, n int) bool {
	r.points[seat] += n
	r.scores[seat] += n
	if r.scores[seat] < r.options["target"].(int) {
		return false
	}
	r.winner = seat
	r.settle(line)
	return true
}

func (r *reference) settle(line map[string]any) {
	line["faults"] = r.faults
	line["settled"] = copied(map[string]any{"hand": r.hand, "hands": r.holdings(), "points": byName(r, r.points), "scores": byName(r, r.scores)})
}

func byName[T any](r *reference, list []T) map[string]any {
	m := map[string]any{}
	for s, name := range r.names {
		m[name] = list[s]
	}
	return m
}

func (r *reference) holdings() map[string]any {
	hands := make([][]string, len(r.hands))
	for s, h := range r.hands {
		hands[s] = append([]string{}, h...)
	}
	return byName(r, hands)
}

func (r *reference) state() any {
	st := map[string]any{
		"hand": r.hand, "turn": r.names[r.turn], "stock": len(r.stock), "hands": r.holdings(),
		"scores": byName(r, r.scores), "active": r.names, "winners": nil, "dealer": r.names[r.dealer],
		"phase": r.phase, "trump": nil, "upcard": r.upcard, "aside": r.aside, "trick": r.trick,
		"tricks": byName(r, r.tricks), "cut": r.cut, "legal": []string{},
	}
	if r.trump != "" {
		st["trump"] = r.trump
	}
	if r.winner >= 0 {
		st["turn"], st["phase"], st["winners"] = nil, nil, []string{r.names[r.winner]}
	} else {
		legal := r.legal()
		slices.Sort(legal)
		st["legal"] = legal
	}
	return copied(st)
}

func (r *reference) legal() []string {
	switch r.phase {
	case "beg":
		return []string{"stand", "beg"}
	case "gift":
		return []string{"take-one", "run"}
	}
	var moves []string
	for _, c := range r.allowed() {
		moves = append(moves, "play "+c)
	}
	return moves
}

// invent makes up a move: mostly an honest one, or any card, or any word.
func (r *reference) invent() (seat int, text string, cheat bool) {
	seat, cheat = r.turn, r.IntN(3) == 0
	if r.IntN(20) == 0 {
		seat = r.IntN(len(r.names))
	}
	hand := r.hands[r.turn]
	switch n := r.IntN(20); {
	case r.winner >= 0 && len(hand) == 0:
		return seat, "play 10h", cheat
	case n < 12:
		legal := r.legal()
		return seat, legal[r.IntN(len(legal))], cheat
	case n < 17:
		return seat, "play " + hand[r.IntN(len(hand))], cheat
	case n < 18:
		return seat, "play " + pack()[r.IntN(52)], cheat
	}
	return seat, []string{"stand", "beg", "take-one", "run", "play", "pass", "play 10h 5h"}[r.IntN(7)], cheat
}

const games = 100

// The engine and the second reading must agree on every line of many games.
func TestAgreesWithASecondReading(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(games) {
		compare(t, seed, counts)
	}
	for _, what := range []string{"refused", "faults", "long runs", "void deals", "settled", "over", "long cuts"} {
		if counts[what] == 0 {
			t.Errorf("no game had any: %s", what)
		}
	}
	t.Log(counts)
}

func compare(t *testing.T, seed uint64, counts map[string]int) {
	r := newReference(seed)
	file := map[string]any{"game": "all-fives", "options": r.options, "players": r.names}
	want := []any{map[string]any{"step": 0, "state": r.state()}}
	var moves []any
	for step := 1; step <= 200 && (r.winner < 0 || r.IntN(3) > 0); step++ {
		seat, text, cheat := r.invent()
		before := len(r.decks)
		line := r.play(step, seat, text, cheat)
		count(counts, line, r, len(r.decks) > before)
		line["state"] = r.state()
		want = append(want, line)
		moves = append(moves, map[string]any{"seat": r.names[seat], "move": text, "cheat": cheat})
	}
	file["decks"], file["moves"] = r.decks, moves
	got := run(t, file)
	for i := range want {
		if w := copied(want[i]); !reflect.DeepEqual(got[i], w) {
			t.Fatalf("game %d, options %v\nline %d\n%v, expected\n%v", seed, r.options, i, got[i], w)
		}
	}
}

func count(counts map[string]int, line map[string]any, r *reference, shuffled bool) {
	note := func(what string, is bool) {
		if is {
			counts[what]++
		}
	}
	settled := line["settled"] != nil
	note("moves", true)
	note("refused", line["ok"] == false)
	note("faults", len(line["faults"].([]any)) > 0)
	note("settled", settled)
	note("over", settled && r.winner >= 0)
	note("void deals", shuffled && !settled)
	note("long runs", line["ok"] == true && line["move"] == "run" && len(r.aside) > 1)
	note("long cuts", line["step"] == 1 && len(r.cut) > 17)
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

// run plays a scenario. It removes the texts that no specification fixes, errors and
// the rules of faults, and sorts the legal moves.
func run(t *testing.T, file map[string]any) []any {
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
	var lines []any
	for _, l := range report.Lines {
		line := copied(l).(map[string]any)
		delete(line, "error")
		faults, _ := line["faults"].([]any)
		for _, f := range faults {
			delete(f.(map[string]any), "rule")
		}
		legal := line["state"].(map[string]any)["legal"].([]any)
		slices.SortFunc(legal, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		lines = append(lines, line)
	}
	return lines
}
