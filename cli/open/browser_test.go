package open_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"fives/cli"
	"fives/cli/say"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/browsertest"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// asProgram marks the processes of this test binary that are the program itself.
const asProgram = "FIVES_OPEN_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.Main(append([]string{"fives"}, os.Args[1:]...), os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func fives(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// A player has a daemon, the page that fives open serves above it, and a browser.
type player struct {
	t        testing.TB
	browser  context.Context
	tab      context.Context // of the browser, on which the page is
	closeTab func()
	client   *control.Client
	notes    string // the file of what fives open has said beside its answer
	bad      *complaints
}

// newPlayer opens the page on a screen of a phone.
func newPlayer(t testing.TB, width, height int64) *player {
	t.Helper()
	waittest.Browsers(t)
	p := &player{t: t, bad: &complaints{}}
	p.visit(p.serve(filepath.Join(folder(t), "ana")), width, height)
	p.shows(`.masthead`)
	return p
}

// serve runs fives open on a network of its own, and returns the address that it prints.
func (p *player) serve(home string) string {
	p.t.Helper()
	cmd := fives(p.t.Context(), "open", "--no-browser", "--home", home, "--name", "ana", "--iface", "lo", "--network", netnstest.NetworkOf(home), "--port", "0", "--bot-delay", "0s")
	p.notes = filepath.Join(p.t.TempDir(), "notes")
	notes, err := os.Create(p.notes)
	if err != nil {
		p.t.Fatal(err)
	}
	defer notes.Close()
	cmd.Stderr = notes
	return p.serves(home, cmd)
}

// serves runs a command that serves a page, dials its daemon, and returns the address that
// it prints.
func (p *player) serves(home string, cmd *exec.Cmd) string {
	p.t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		_ = fives(context.Background(), "down", "--home", home).Run()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.t.Fatal(err)
	}
	if p.client, err = control.Dial(home); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(p.client.Close)
	return strings.TrimSpace(line)
}

// code is what fives open says that lets in.
func (p *player) code() (code string) {
	p.t.Helper()
	waittest.Until(p.t, "the code", func() bool {
		notes, err := os.ReadFile(p.notes)
		if err != nil {
			p.t.Fatal(err)
		}
		_, behind, said := strings.Cut(string(notes), "gives the code ")
		code, _, _ = strings.Cut(behind, "\n")
		return said
	})
	return code
}

// visit starts a browser and goes to an address.
func (p *player) visit(address string, width, height int64, more ...chromedp.ExecAllocatorOption) {
	p.t.Helper()
	p.browser = browsertest.Launch(p.t, more...)
	p.opens(address, width, height)
}

// opens goes to an address in a new tab.
func (p *player) opens(address string, width, height int64) {
	p.t.Helper()
	tab, end := chromedp.NewContext(p.browser)
	p.t.Cleanup(end)
	p.tab, p.closeTab = tab, end
	p.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(2), chromedp.EmulateTouch))
	if err := chromedp.Listen(tab, p.bad.take); err != nil {
		p.t.Fatal(err)
	}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}); err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Navigate(address))
}

func (p *player) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.tab, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// eval asks the page.
func eval[T any](p *player, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.tab, chromedp.Evaluate[T](script))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// shows waits until the page has something that is to be seen.
func (p *player) shows(selector string) {
	p.t.Helper()
	if !waittest.Try(p.t, func() bool {
		return eval[bool](p, fmt.Sprintf(`!![...document.querySelectorAll(%q)].find(e => e.checkVisibility())`, selector))
	}) {
		p.t.Fatalf("%s: not to be seen before the test has to end, but %s", selector, p.written("#banner", "#starting", "#note", "#screen"))
	}
}

// written is what there is to read in parts of the page.
func (p *player) written(parts ...string) string {
	p.t.Helper()
	return p.text(fmt.Sprintf(`%q.split(" ").map(q => document.querySelector(q)?.innerText).join("\n")`, strings.Join(parts, " ")))
}

// dealt waits until the player's cards are to be seen. A computer player that has the first
// turn may end the hand at once: its result is closed.
func (p *player) dealt() {
	p.t.Helper()
	waittest.Until(p.t, "the cards", func() bool {
		p.tap("dialog#sheet[open] [data-close]")
		return p.is(`!!document.querySelector("#hand button")?.checkVisibility()`)
	})
}

// spot is the middle of what is to be seen of an element, [] if there is none or something
// lies over it.
func spot(selector string) string {
	return fmt.Sprintf(`(() => {
		const e = [...document.querySelectorAll(%q)].find(e => e.checkVisibility())
		if (!e) return []
		e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" })
		const r = e.getBoundingClientRect()
		for (const part of [.5, .15, .85]) {
			const x = r.left + r.width * part, y = r.top + r.height / 2
			if (e.contains(document.elementFromPoint(x, y))) return [x, y]
		}
		return []
	})()`, selector)
}

// tap taps the middle of what is to be seen of an element, if there is one that lies still,
// and reports whether it did. What lies beside an element that moves can be the link to the
// big screen: that opens a tab, and a tab behind another never answers a tap.
func (p *player) tap(selector string) bool {
	p.t.Helper()
	at, err := chromedp.Run(p.tab, chromedp.Evaluate[[]float64](fmt.Sprintf(`(async () => {
		const spot = () => %s, before = spot()
		if (!before.length) return []
		const e = document.elementFromPoint(...before)
		if (document.getAnimations().some(a => a.playState === "running" && a.effect.target.contains(e) && isFinite(a.effect.getComputedTiming().endTime))) return []
		await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
		const now = spot()
		return String(now) === String(before) ? now : []
	})()`, spot(selector)), chromedp.EvalAwaitPromise))
	if err != nil || len(at) != 2 { // an error, if the page is on its way to another
		return false
	}
	p.do(chromedp.TapXY(at[0], at[1]))
	return true
}

// taps waits until an element can be tapped, and taps it.
func (p *player) taps(selector string) {
	p.t.Helper()
	waittest.Until(p.t, "a tap on "+selector, func() bool { return p.tap(selector) })
}

// is asks the page whether something is so.
func (p *player) is(script string) bool {
	p.t.Helper()
	return eval[bool](p, script)
}

// text asks the page for a text.
func (p *player) text(script string) string {
	p.t.Helper()
	return eval[string](p, script)
}

// Complaints are what went wrong in the page.
type complaints struct {
	mu   sync.Mutex
	text []string
}

func (c *complaints) take(ev any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		c.text = append(c.text, thrown(ev.ExceptionDetails))
	case *log.EventEntryAdded:
		// To vibrate takes a tap by a person; a refusal, as of a hint that comes too late, is
		// an answer.
		if text := ev.Entry.Text; !strings.Contains(text, "navigator.vibrate") && !strings.Contains(text, "status of 422") {
			c.text = append(c.text, text)
		}
	}
}

// clear forgets what went wrong so far.
func (c *complaints) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text = nil
}

func (c *complaints) list() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text
}

// hosts opens a table from the form by taps, and waits until it is on the screen.
func (p *player) hosts(game int, brief map[string]any) {
	p.t.Helper()
	if !p.is(`!!document.querySelector("#f-game")`) {
		p.taps("#new")
	}
	p.shows("#new-table")
	p.picks(game)
	if len(brief) > 0 {
		p.taps("#more > summary")
	}
	for name, v := range brief {
		p.chooses("#f-option-"+name, strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]"))
	}
	p.taps("#new-table button.main")
	p.shows(".table")
}

// picks chooses a game in the form of a new table, and waits for the fields of that game.
func (p *player) picks(game int) {
	p.t.Helper()
	p.chooses("#f-game", fmt.Sprint(game))
	waittest.Until(p.t, "the form of the game", func() bool {
		return p.text(`document.querySelector("#f-game option[selected]").value`) == fmt.Sprint(game)
	})
}

// chooses gives a field a value, as one who taps it does.
func (p *player) chooses(field, value string) {
	p.t.Helper()
	waittest.Until(p.t, field, func() bool { return p.is(fmt.Sprintf(`!!document.querySelector(%q)`, field)) })
	eval[bool](p, fmt.Sprintf(`(() => {
		const f = document.querySelector(%q)
		f.value = f.type === "select-one" && ![...f.options].some(o => o.value === %q) ? %q === "true" ? "yes" : "no" : %q
		f.dispatchEvent(new Event("input", { bubbles: true }))
		f.dispatchEvent(new Event("change", { bubbles: true }))
		return true
	})()`, field, value, value, value))
}

// A screen is a page in a browser.
type screen interface {
	is(script string) bool
	text(script string) string
	tap(selector string) bool
}

// turn does the next thing by taps: it reads a settlement, asks for a hint, and taps its
// move. What came between the look and the tap may have taken the tap's place; then the
// next turn does it again. It reports whether there was anything to do.
func turn(t testing.TB, s screen) bool {
	t.Helper()
	switch {
	case s.tap("dialog#sheet[open] [data-close]"):
	case s.is(`!document.querySelector(".table[data-yours]")`):
		return false
	case s.tap(".moves .hinted"):
		if wrong := s.text(`document.querySelector("#note.wrong")?.textContent ?? ""`); wrong != "" && !strings.Contains(wrong, "gone on") && !strings.Contains(wrong, "must first hear") && !strings.Contains(wrong, "another move is meant") {
			t.Fatalf("the move of the hint is refused: %s", wrong)
		}
	case s.text(`document.querySelector("#note").textContent`) == "Thinking…":
		return false
	default:
		s.tap("#hint")
	}
	return true
}

// some are the games to play: the first one alone, unless FIVES_E2E is set.
func some() []*rules.RuleSet {
	if os.Getenv("FIVES_E2E") == "" {
		return games.All()[:1]
	}
	return games.All()
}

func (p *player) turn() bool {
	p.t.Helper()
	return turn(p.t, p)
}

// TestWholeGame: a whole game of each game by taps alone, in a page as large as a phone,
// against computer players of a real daemon. The routine run plays a hand of one.
func TestWholeGame(t *testing.T) {
	for i, rs := range some() {
		t.Run(rs.Name, func(t *testing.T) {
			p := newPlayer(t, 360, 640)
			p.hosts(i, brief(rs))
			for eval[bool](p, `!document.querySelector(".table[data-over]")`) {
				if !p.turn() {
					time.Sleep(20 * time.Millisecond)
				}
				if os.Getenv("FIVES_E2E") == "" && eval[bool](p, `document.querySelector(".table").dataset.settled > 0`) {
					break
				}
			}
			p.settlement()
			p.whole("the settlement")
			p.closes()
			p.fits("the table")
			for _, b := range p.bad.list() {
				t.Error(b)
			}
		})
	}
}

// settlement waits for the result of a hand; if a turn has closed it as it came, it is
// looked up in the history. A tap that has met the replay in the menu instead, because the
// menu moved, is taken back.
func (p *player) settlement() {
	p.t.Helper()
	if !waittest.Try(p.t, func() bool {
		if eval[bool](p, `!!document.querySelector("dialog#sheet[open] .rank")`) {
			return true
		}
		_ = p.tap(`#sheet[open] [data-sheet*="/hand?n="]`) || p.tap(`#sheet[open] [data-sheet$="/history"]`) ||
			p.tap("#sheet[open]:has(#r-eyes) [data-close]") || p.tap("#menu")
		return false
	}) {
		p.t.Fatalf("no settlement is to be seen before the test has to end, but %s", p.written("#note", "#sheet", "#screen"))
	}
}

// closes waits until nothing lies over the screen: what is new there takes no taps at once.
func (p *player) closes() {
	p.t.Helper()
	waittest.Until(p.t, "nothing lies over the screen", func() bool {
		return p.is(`!document.querySelector("dialog[open]")`) || p.tap("#sheet[open] [data-close]") && false
	})
}

// brief are options with which a game is short.
func brief(rs *rules.RuleSet) map[string]any { return rs.Brief }

// whole holds that no text is cut, but for the facts of a table, which its menu has in full.
func (p *player) whole(what string) {
	p.t.Helper()
	for _, cut := range eval[[]string](p, `(() => {
		const bad = [], width = document.documentElement.clientWidth
		for (const e of document.querySelectorAll("body *")) {
			if (!e.checkVisibility() || e.closest(".hide, .scroll, .hand, svg, .skip, .seats, .pile, .bar p, [hidden]")) continue
			const r = e.getBoundingClientRect()
			if (r.width && (r.right > width + 1 || r.left < -1)) bad.push(e.tagName + "." + e.className + " lies from " + r.left + " to " + r.right + " of " + width)
			const s = getComputedStyle(e)
			if (s.overflowX !== "visible" && s.overflowX !== "auto" && s.textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 1) bad.push(e.tagName + "." + e.className + " is cut")
		}
		return bad.slice(0, 5)
	})()`) {
		p.t.Errorf("%s: %s", what, cut)
	}
}

// fits holds that a table needs no scrolling of the page, and cuts no text.
func (p *player) fits(what string) {
	p.t.Helper()
	p.whole(what)
	if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
		p.t.Errorf("%s is wider than the screen", what)
	}
}

// tappable holds that whatever can be tapped is large enough for a finger, but for links within
// sentences and cards, of which the next one covers a part.
func (p *player) tappable(what string) {
	p.t.Helper()
	for _, small := range eval[[]string](p, `[...document.querySelectorAll("button, a, summary, select, input")].filter(e => {
		if (!e.checkVisibility() || e.matches("#hand button, .rule, [type=checkbox], [type=range], p a") || e.closest(".hide, .skip")) return false
		const r = e.getBoundingClientRect()
		return r.width && (r.height < 43.9 || r.width < 43.9)
	}).map(e => { const r = e.getBoundingClientRect(); return (e.textContent || e.name || e.id).trim() + " is " + r.width + " by " + r.height })`) {
		p.t.Errorf("%s: %s", what, small)
	}
}

// tours checks every screen of somebody who opens a table: the lobby, the form, the table of each
// game, its menu, and what that leads to.
func (p *player) tours(check func(what string)) {
	p.t.Helper()
	check("the lobby")
	p.taps("#new")
	p.shows("#new-table")
	check("the form")
	for i, rs := range some() {
		p.hosts(i, nil)
		check(rs.Title)
		for _, button := range []string{`[data-sheet$="/history"]`, `[data-sheet^="/rules"]`, `[data-sheet$="/replay"]`} {
			p.taps("#menu")
			p.shows("#sheet .menu")
			check("the menu of " + rs.Title)
			p.taps("#sheet " + button)
			waittest.Until(p.t, button, func() bool { return eval[bool](p, `!document.querySelector("#sheet .menu")`) })
			check(button + " of " + rs.Title)
			p.closes()
		}
		p.taps("#to-lobby")
		p.shows(".masthead")
	}
	for _, b := range p.bad.list() {
		p.t.Error(b)
	}
}

// TestNarrow: on the narrowest phone, no text is cut on any screen, and no target is too small.
func TestNarrow(t *testing.T) {
	p := newPlayer(t, 320, 568)
	p.tours(func(what string) {
		p.fits(what)
		p.tappable(what)
	})
}

// TestLargeText: with text twice as large, no text is cut on any screen.
func TestLargeText(t *testing.T) {
	p := newPlayer(t, 390, 844)
	p.is(`!!(document.documentElement.style.fontSize = "200%")`)
	p.tours(p.fits)
}

// TestCoverIsRemembered: the page keeps what the form for a new table was answered last,
// where it asks what happens if somebody's device is away.
func TestCoverIsRemembered(t *testing.T) {
	p := newPlayer(t, 390, 844)
	answer := func() string { return eval[string](p, `document.querySelector("#f-cover").value`) }
	p.taps("#new")
	p.shows("#new-table")
	if got := answer(); got != say.CoverWaits {
		t.Errorf("at first: %q", got)
	}
	p.chooses("#f-cover", say.CoverGoesOn)
	p.picks(1)
	if got := answer(); got != say.CoverGoesOn {
		t.Errorf("at another game: %q", got)
	}
	p.taps("#new-table button.main")
	p.shows(".table")
	p.taps("#to-lobby")
	p.shows(".masthead")
	p.taps("#new")
	p.shows("#new-table")
	waittest.Until(t, "the answer of the last time", func() bool { return answer() == say.CoverGoesOn })
}

// TestKeys plays a hand by keys alone: tab and arrows reach everything, and the focus
// stays where it was when the table is drawn anew.
func TestKeys(t *testing.T) {
	p := newPlayer(t, 1024, 700)
	p.reaches("#new")
	p.press("Enter")
	p.shows("#new-table")
	p.reaches("#new-table button.main")
	p.press("Enter")
	p.mine() // a computer player that has the first turn may end the hand at once
	settled := `document.querySelector(".table").dataset.settled`
	before := p.text(settled)
	for played := 0; p.text(settled) == before; {
		if eval[bool](p, `!document.querySelector(".table[data-yours]") || !!document.querySelector("dialog[open]")`) {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if played == 0 { // choosing cards by keys
			p.reaches("#hand button")
			p.press("ArrowRight")
			p.press(" ")
			p.shows(`#hand [aria-pressed="true"]:focus`)
			p.press("Escape")
			waittest.Until(t, "no card is chosen", func() bool { return eval[bool](p, `!document.querySelector('#hand [aria-pressed="true"]')`) })
		}
		p.reaches("#choices > summary")
		p.press("Enter")
		p.reaches("#moves button")
		p.told("button", "your hand", "legal moves", "players", "the table")
		step := eval[string](p, `document.querySelector(".table").dataset.step`)
		p.press("ArrowDown")
		p.press("Enter")
		waittest.Until(t, "the move", func() bool {
			if p.is(`!!document.querySelector(".moves .armed:focus")`) { // to end the hand takes a second key
				p.press("Enter")
			}
			return eval[bool](p, fmt.Sprintf(`document.querySelector(".table").dataset.step !== %q`, step))
		})
		played++
	}
	p.shows("dialog#sheet[open]")
	p.told("button")
	p.press("Escape")
	waittest.Until(t, "the settlement is closed", func() bool { return eval[bool](p, `!document.querySelector("dialog[open]")`) })
	if aloud := eval[string](p, `document.querySelector("#aloud").textContent`); !regexp.MustCompile(`Hand \d+ is counted: `).MatchString(aloud) { // the last lines: it may be a later hand by now
		t.Errorf("what is read aloud lacks the result: %q", aloud)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// told holds that a screen reader has words for everything that can be pressed or filled in,
// and places whose names begin like these.
func (p *player) told(places ...string) {
	p.t.Helper()
	tree, err := chromedp.Call(p.tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		p.t.Fatal(err)
	}
	pressed := []string{"button", "link", "textbox", "combobox", "slider", "checkbox"}
	found := map[string]bool{}
	for _, n := range tree.Nodes {
		role, name := said(n.Role), said(n.Name)
		if n.Ignored {
			continue
		}
		found[name], found[role] = true, true
		if slices.Contains(pressed, role) && name == "" {
			p.t.Errorf("a %s has no words for a screen reader", role)
		}
	}
	for _, name := range places {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(is string) bool { return strings.HasPrefix(is, name) }) {
			p.t.Errorf("a screen reader finds no %q", name)
		}
	}
}

// said is a text of the tree of a screen reader.
func said(v *accessibility.Value) (text string) {
	if v != nil {
		_ = json.Unmarshal(v.Value, &text) // numbers are no texts
	}
	return text
}

// mostTabs is more than there are places to go on any screen.
const mostTabs = 80

// reaches goes on by tab until something has the focus.
func (p *player) reaches(selector string) {
	p.t.Helper()
	for range mostTabs {
		if eval[bool](p, fmt.Sprintf(`!!document.activeElement?.matches(%q)`, selector)) {
			if eval[string](p, `getComputedStyle(document.activeElement).outlineStyle`) == "none" {
				p.t.Errorf("%s does not show that it has the focus", selector)
			}
			return
		}
		p.press("Tab")
	}
	p.t.Fatalf("no tab leads to %s", selector)
}

func (p *player) press(key string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(cmp.Or(keys[key], key)))
}

var keys = map[string]string{"Tab": "\t", "Enter": "\r", " ": " ", "Escape": "\u001b", "ArrowRight": "\u0303", "ArrowDown": "\u0301"}

// thrown says what was thrown, and where.
func thrown(e *runtime.ExceptionDetails) string {
	what := e.Text
	if e.Exception != nil {
		what += " " + e.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", what, e.URL, e.LineNumber+1)
}
