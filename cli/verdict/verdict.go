package verdict

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/p2p/api"
)

// A Verdict is what a log file proves (JSON.md).
type Verdict struct {
	File     string        `json:"file"`
	OK       bool          `json:"ok"`
	Problems []string      `json:"problems"`
	Record   int           `json:"record,omitempty"` // the first bad one, from 1
	Guilty   []string      `json:"guilty"`           // who is at fault
	Table    string        `json:"table"`
	Game     string        `json:"game"`
	Options  rules.Options `json:"options"`
	Cover    bool          `json:"cover"`          // the others cover for a seat whose node is away
	Time     *time.Time    `json:"time,omitempty"` // claimed by the proposer
	Parent   string        `json:"parent,omitempty"`
	Orphan   bool          `json:"orphan"` // the parent is not among the files: the first scores are only claims
	Seats    []Seat        `json:"seats"`
	Hands    []Hand        `json:"hands"`
	Covered  []Covered     `json:"covered"`  // in the hand that is not settled
	Again    []Again       `json:"again"`    // steps that were owed again
	Isolated bool          `json:"isolated"` // another file, which covers for a seat, prevails
	// Continued says that another file goes on from this one, and Stands how many of the hands
	// that file takes over; the others do not count.
	Continued bool `json:"continued"`
	Stands    int  `json:"stands"`
	// NeverBegan says that nobody played at this table. Split lists the tables at which its
	// players went on apart, Sisters those at which others did so beside it.
	NeverBegan bool           `json:"never_began"`
	Split      []Branch       `json:"split"`
	Sisters    []Branch       `json:"sisters"`
	Moves      int            `json:"moves"`
	Winners    []string       `json:"winners"` // null while nobody has won or lost
	Over       bool           `json:"over"`
	Unfinished []string       `json:"unfinished"` // who owes what
	Unsigned   []string       `json:"unsigned"`   // who has not signed the result that ended the game
	Alone      bool           `json:"alone"`      // one seat: legal play is all that is proved
	Head       string         `json:"head"`
	Step       uint64         `json:"step"`
	Checked    map[string]int `json:"checked"`

	report  *audit.Report
	missing string // of an orphan: the table that is not among the files
	hint    string // what to do about the first problem, "" for nothing
	strange bool   // the players are not those on whom the reader insists ([Pin])
}

// A Branch is one of several tables at which players went on apart.
type Branch struct {
	Table string `json:"table"`
	Hands int    `json:"hands"` // settled in the game before it
}

// A Seat is a player.
type Seat struct {
	Name        string   `json:"name"`
	Key         string   `json:"key"`
	Fingerprint string   `json:"fingerprint"`
	BotOf       string   `json:"bot_of,omitempty"`
	Strength    string   `json:"strength,omitempty"`
	Tenures     []Tenure `json:"tenures"` // who has had the seat, this player last
}

// A Tenure is the hands of the game for which a player had a seat.
type Tenure struct {
	Name        string `json:"name"`
	Key         string `json:"key"`
	Fingerprint string `json:"fingerprint"`
	BotOf       string `json:"bot_of,omitempty"`
	Strength    string `json:"strength,omitempty"`
	From        int    `json:"from"`             // from 1
	To          int    `json:"to,omitempty"`     // 0 if the player has the seat at the end of the log
	Undone      bool   `json:"undone,omitempty"` // no hand of the tenure stands
}

// A Hand is a settled one.
type Hand struct {
	api.Sheet
	Moves    int       `json:"moves"`
	Receipts int       `json:"receipts"`
	Covered  []Covered `json:"covered"`
	Head     string    `json:"head"`
}

// An Again is a step in which records of players on two nodes were voted away. Nobody was
// covered, and the players owed the same once more.
type Again struct {
	Step  uint64   `json:"step"`
	Names []string `json:"names"`
}

// A Covered says what the others did in a hand for a player whose node was away.
type Covered struct {
	Name     string `json:"name"`
	Steps    int    `json:"steps"`    // in which all of them said so
	Moves    int    `json:"moves"`    // made by the stand-in
	Keyless  bool   `json:"keyless"`  // without a hand key: the stand-in played the hand
	Unsigned bool   `json:"unsigned"` // the hand counts without a receipt of the player
}

func newVerdict(file string, r *audit.Report, partial bool) *Verdict {
	v := &Verdict{
		File: file, Problems: []string{}, Guilty: []string{}, Table: r.Table.String(), Game: r.Game, Options: r.Options, Cover: r.Cover,
		Seats: []Seat{}, Hands: []Hand{}, Again: []Again{}, Moves: r.Moves, Over: r.Over, Unfinished: append([]string{}, r.Unfinished...), Unsigned: []string{},
		Alone: r.Alone, NeverBegan: r.NeverBegan, Split: branches(r.Split), Sisters: branches(r.Sisters), Orphan: r.Orphan, Head: r.Head.String(), Step: r.Step, Checked: counts(r.Checked), report: r,
	}
	if r.Time != 0 {
		t := time.Unix(int64(r.Time), 0).UTC()
		v.Time = &t
	}
	if r.Table.IsZero() {
		v.Table, v.Head = "", "" // nothing in the file was good
	}
	if r.Parent != nil {
		v.Parent = r.Parent.Table.String()
	}
	for _, s := range r.Seats {
		v.Seats = append(v.Seats, Seat{
			Name: s.Name, Key: hex.EncodeToString(s.Key[:]), Fingerprint: s.Fingerprint, BotOf: s.BotOf, Strength: s.Strength, Tenures: tenures(s.Tenures),
		})
	}
	for _, h := range r.Hands {
		v.Hands = append(v.Hands, v.hand(h))
	}
	v.Covered = v.coverings(r.Running)
	for _, a := range r.Again {
		v.Again = append(v.Again, Again{a.Step, v.names(a.Seats)})
	}
	v.Unsigned = v.names(r.Unsigned)
	v.Continued, v.Isolated, v.Stands = r.Continued, r.Isolated, len(r.Hands)
	if r.Continued || r.Isolated {
		v.Stands = r.Stands
	}
	if v.undone() {
		v.Over = false
	} else if r.Winners != nil {
		v.Winners = v.names(r.Winners)
	}
	v.OK = true
	if r.Err != nil {
		v.Fail(r.Err)
	}
	for _, b := range r.Violations() {
		v.blame(b.Record, []string{b.Name}, b.String())
	}
	if len(r.Unfinished) > 0 && !partial && !r.Elsewhere() {
		v.problem("unfinished: " + strings.Join(r.Unfinished, ", "))
	}
	return v
}

func branches(of []audit.Branch) []Branch {
	list := []Branch{}
	for _, b := range of {
		list = append(list, Branch{b.Table.String(), b.Hands})
	}
	return list
}

func tenures(had []audit.Tenure) []Tenure {
	list := []Tenure{}
	for _, t := range had {
		list = append(list, Tenure{t.Name, hex.EncodeToString(t.Key[:]), record.Fingerprint(t.Key), t.BotOf, t.Strength, t.From, t.To, t.Undone})
	}
	return list
}

// names returns the names of seats.
func (v *Verdict) names(seats []int) []string {
	list := []string{}
	for _, s := range seats {
		list = append(list, v.Seats[s].Name)
	}
	return list
}

// undone reports whether hands of the log do not count because the game went on from before
// them.
func (v *Verdict) undone() bool { return v.Stands < len(v.Hands) }

// Illegible returns the verdict on a file that cannot be read as a log.
func Illegible(file string, err error) *Verdict {
	return newVerdict(file, &audit.Report{Err: err}, false)
}

func (v *Verdict) hand(h audit.HandResult) Hand {
	var names []string
	for _, s := range v.Seats {
		names = append(names, s.Name)
	}
	return Hand{
		Sheet: api.SheetOf(h.Settlement, names), Moves: h.Moves, Receipts: h.Receipts, Covered: v.coverings(h.Covered), Head: h.Head.String(),
	}
}

func (v *Verdict) coverings(list []audit.Covering) []Covered {
	out := []Covered{}
	for _, c := range list {
		out = append(out, Covered{v.Seats[c.Seat].Name, c.Steps, c.Moves, c.Keyless, c.Unsigned})
	}
	return out
}

func counts(n audit.Counts) map[string]int {
	return map[string]int{
		"records": n.Records, "signatures": n.Signatures, "keys": n.Keys, "shuffles": n.Shuffles,
		"shares": n.Shares, "openings": n.Openings, "receipts": n.Receipts,
		"seals": n.Seals, "pieces": n.Pieces, "votes": n.Votes,
	}
}

func (v *Verdict) problem(text string) {
	v.OK = false
	v.Problems = append(v.Problems, api.Plain(text))
}

func (v *Verdict) blame(n int, names []string, text string) {
	if v.Record == 0 {
		v.Record = n
	}
	for _, name := range names {
		if !slices.Contains(v.Guilty, name) {
			v.Guilty = append(v.Guilty, name)
		}
	}
	v.problem(text)
}

// Fail adds an error of the verification.
func (v *Verdict) Fail(err error) {
	var altered *audit.AlteredError
	var blame *audit.BlameError
	var chain *audit.ChainError
	switch {
	case errors.Is(err, audit.ErrUnreadable):
		why, hint := unreadable(err)
		if errors.As(err, &altered) {
			v.Record = altered.Record
		}
		v.hint = hint
		v.problem(why)
	case errors.As(err, &chain):
		v.Record = chain.Record
		v.Guilty = append(v.Guilty, chain.Guilty...)
		v.problem(chain.Error())
	case errors.As(err, &blame):
		v.blame(blame.Record, blame.Names(), blame.Error())
	case errors.As(err, &altered):
		v.Record = altered.Record
		v.problem(altered.Error())
	default:
		v.problem(err.Error())
	}
}

// Pin insists on a player's key ([audit.Report.Pin]) at every table where a player of that name
// sits, and that there is one. If it is not so, these are not the logs of the people whom the
// reader means, and none of them says who has won.
func Pin(verdicts []*Verdict, name, fingerprint string) {
	found, held := false, true
	for _, v := range verdicts {
		if slices.ContainsFunc(v.Seats, func(s Seat) bool { return s.Name == name }) {
			found = true
			if err := v.report.Pin(name, fingerprint); err != nil {
				held = false
				v.Fail(err)
			}
		}
	}
	if !found && len(verdicts) > 0 {
		verdicts[0].Fail(fmt.Errorf("nobody at the table is called %s", name))
	}
	for _, v := range verdicts {
		if v.strange = v.strange || !found || !held; v.strange {
			v.Winners = nil
		}
	}
}

// Wrong lists what is wrong with the file, with its name, and what to do about it.
func (v *Verdict) Wrong() (list []Problem) {
	for i, p := range v.Problems {
		list = append(list, Problem{Text: v.File + ": " + p})
		if i == 0 {
			list[0].Hint = v.hint
		}
	}
	return list
}

// A Style makes words stand out.
type Style interface {
	Strong(text string) string
	Warning(text string) string
}

// Text writes the verdict for people.
func (v *Verdict) Text(style Style) string {
	var b strings.Builder
	b.WriteString(v.headline(style))
	if len(v.Seats) == 0 {
		return b.String()
	}
	v.players(&b)
	v.hands(&b)
	v.covers(&b)
	fmt.Fprintf(&b, "  %s\n", v.ending())
	if len(v.Unsigned) > 0 {
		fmt.Fprintf(&b, "  the result is not signed by %s\n", api.Clean(strings.Join(v.Unsigned, " and ")))
	}
	for _, text := range v.apart() {
		fmt.Fprintf(&b, "  %s\n", text)
	}
	if v.Orphan {
		fmt.Fprintf(&b, "  table %s, from which it goes on, is not among the files%s\n", say.Short(v.missing), v.claims())
	}
	fmt.Fprintf(&b, "  head %s after %s\n", v.Head, say.Count(int(v.Step), "step"))
	n := v.Checked
	fmt.Fprintf(&b, "  checked: %d signatures, %d hand keys, %d shuffles, %d shares, %d receipts\n",
		n["signatures"], n["keys"], n["shuffles"], n["shares"], n["receipts"])
	if n["seals"] > 0 {
		fmt.Fprintf(&b, "  and of the others who act for a player: %d sealing keys, %d pieces of hand keys, %d votes\n", n["seals"], n["pieces"], n["votes"])
	}
	if v.Alone {
		b.WriteString("  one seat alone: this proves legal play only, not a fair shuffle\n")
	}
	return b.String()
}

// apart says that players went on at several tables, or who may have. No log can say whether
// those who had a seat before agreed to that, so nobody is blamed.
func (v *Verdict) apart() (texts []string) {
	const apart = "table %s split%s: %s%s; nobody plays in two of them"
	if len(v.Split) > 0 {
		texts = append(texts, fmt.Sprintf(apart, say.Short(v.Table), "", "", onward(v.Split)))
	}
	switch gone := v.report.Gone(); {
	case len(v.Sisters) > 0:
		claimed := ""
		if v.missing == v.Parent {
			claimed = ", if they go on from it as they claim"
		}
		texts = append(texts, fmt.Sprintf(apart, say.Short(v.Parent), claimed, "beside this one, ", onward(v.Sisters)))
	case len(gone) > 0 && !v.NeverBegan:
		texts = append(texts, fmt.Sprintf("no longer here: %s; whether they agreed, or went on at another table, is not in these files", api.Clean(say.And(gone))))
	}
	return texts
}

// onward says where tables go on.
func onward(list []Branch) string {
	var tables []string
	for _, b := range list {
		tables = append(tables, fmt.Sprintf("%s goes on %s", say.Short(b.Table), from(b.Hands)))
	}
	return strings.Join(tables, ", ")
}

// claims says what a continuation claims that its parent would prove, and what only the parent
// can tell.
func (v *Verdict) claims() string {
	if v.report.Parent.Carry.Hands == 0 {
		return ""
	}
	text := ": the scores it begins with are claims"
	if n := v.report.Seats[0].Tenures[0].From - 1; n > 0 {
		text += ", and who sat there in " + say.Hands(n) + " is in its log"
	}
	return text
}

func (v *Verdict) headline(style Style) string {
	word := style.Strong("good")
	switch {
	case !v.OK:
		word = style.Warning("NOT GOOD")
	case len(v.Unfinished) > 0, v.Orphan, v.Isolated, v.NeverBegan:
		word = style.Strong("good as far as it goes")
	}
	line := api.Clean(v.File) + ": " + word
	for i, p := range v.Problems {
		line += []string{": ", "\n  "}[min(i, 1)] + api.Clean(p)
	}
	if len(v.Seats) == 0 {
		return line + "\n"
	}
	line += fmt.Sprintf("\n  %s, table %s", say.Title(v.Game), say.Short(v.Table))
	if v.Parent != "" {
		line += ", continues " + say.Short(v.Parent)
	}
	for _, term := range say.Options(v.Game, v.Options) {
		line += ", " + term
	}
	if v.Cover {
		line += ", " + say.Cover
	}
	return line + "\n"
}

func (v *Verdict) players(b *strings.Builder) {
	t := layout.Grid{}
	for _, s := range v.Seats {
		who := ""
		if s.BotOf != "" {
			who = say.Bot(s.Name, s.BotOf, s.Strength) + "; " + say.BotKey
		}
		t.Row("  "+record.ShowName(s.Name), s.Fingerprint, who)
	}
	b.WriteString(t.Text())
	for _, text := range say.Tenures(v.report.Seats) {
		if text != "" {
			fmt.Fprintf(b, "  a seat changed hands: %s\n", text)
		}
	}
}

func (v *Verdict) hands(b *strings.Builder) {
	t := layout.Grid{}
	for _, h := range v.Hands {
		cells := []string{fmt.Sprintf("  hand %d", h.Number), say.Count(h.Moves, "move")}
		for _, s := range v.Seats {
			cells = append(cells, say.Score(s.Name, h.Points[s.Name], h.Scores[s.Name]))
		}
		if h.Void {
			cells = append(cells, "void")
		}
		t.Row(append(cells, "")...)
	}
	b.WriteString(t.Text())
}

// covers says in which hands the others acted for somebody.
func (v *Verdict) covers(b *strings.Builder) {
	for _, h := range v.report.Hands {
		for _, c := range h.Covered {
			fmt.Fprintf(b, "  hand %d: %s\n", h.Hand, say.Covered(v.Seats[c.Seat].Name, c))
		}
	}
	for _, c := range v.report.Running {
		fmt.Fprintf(b, "  the running hand: %s\n", say.Covered(v.Seats[c.Seat].Name, c))
	}
	for _, a := range v.Again {
		fmt.Fprintf(b, "  step %d: %s\n", a.Step, say.Clean(story.Event{Kind: story.Again, Names: a.Names}.Says().String()))
	}
}

// from says after which hand a game goes on.
func from(hand int) string {
	if hand == 0 {
		return "from its beginning"
	}
	return fmt.Sprintf("from hand %d", hand)
}

// last returns the number of the last hand that stands, 0 for none.
func (v *Verdict) last() int {
	if v.Stands == 0 {
		return 0
	}
	return v.Hands[v.Stands-1].Number
}

func (v *Verdict) ending() string {
	switch {
	case v.strange && v.Over:
		return "the game is over; its winners are not named, because --seat does not fit"
	case v.NeverBegan:
		return "it never began: the others went on without it"
	case v.Winners == nil && v.Isolated && !v.Continued:
		return "a player was cut off here: what counts is the file in which the others went on"
	case v.Winners == nil && v.undone():
		return fmt.Sprintf("it goes on at another table, %s: what came after does not count", from(v.last()))
	case v.Winners == nil && !v.Continued && len(v.Unfinished) == 0:
		return "not finished as far as it is good: " + say.Count(v.Checked["records"], "record")
	}
	return say.Ending(v.Winners, v.Continued, v.Unfinished)
}
