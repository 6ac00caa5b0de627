package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"fives/cli"
	"fives/cli/report"
	"fives/cli/wasm"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/browsertest"
	"fives/p2p/waittest"
)

// A tab is a tab of a browser.
type tab interface {
	open(t *testing.T, file string)
	eval(t *testing.T, js string) string
	complaints(file string) []string // requests for anything but the file, and errors
}

type chromiumTab struct {
	ctx    context.Context
	events *complaints
}

// chromium has no network: files can be opened without it.
type chromium struct {
	browser context.Context
	tab     *chromiumTab
}

func (c *chromium) open(t *testing.T, file string) {
	ctx, events := screens[0].load(t, c.browser, file)
	c.tab = &chromiumTab{ctx, events}
	if _, err := chromedp.Call(ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: true}); err != nil {
		t.Fatal(err)
	}
}

func (c *chromium) eval(t *testing.T, js string) string {
	t.Helper()
	text, err := chromedp.Run(c.tab.ctx, chromedp.Evaluate[string](js))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (c *chromium) complaints(string) []string { return c.tab.events.list() }

type firefox struct{ *browsertest.Firefox }

func (f firefox) open(t *testing.T, file string)      { f.OpenFile(t, file) }
func (f firefox) eval(t *testing.T, js string) string { return f.Eval(t, js) }

func (f firefox) complaints(file string) []string {
	bad := f.Errors()
	for _, r := range f.Requests() {
		if r != "file://"+file && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") {
			bad = append(bad, "it asked for "+r)
		}
	}
	return bad
}

// inBrowsers runs a test in the browsers that this machine has.
func inBrowsers(t *testing.T, test func(t *testing.T, b tab)) {
	t.Run("chromium", func(t *testing.T) {
		test(t, &chromium{browser: browsertest.Launch(t)})
	})
	t.Run("firefox", func(t *testing.T) { test(t, firefox{browsertest.StartFirefox(t)}) })
}

// verifier builds the program that checks, from these sources.
func verifier(t *testing.T) wasm.Program {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "run", "fives/cmd/wasm", "-into", dir, "proof").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p, err := wasm.In(os.DirFS(dir), "proof")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// proving is a report that can be checked.
func proving(t *testing.T, program wasm.Program, logs ...[]record.Record) []byte {
	t.Helper()
	stories, err := story.Read(logs, games.Find, audit.Options{})
	if err != nil && stories[len(stories)-1].Blame == nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.Write(t.Context(), &b, stories, report.Options{Zone: time.UTC, Check: &program}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Checked is what the reader sees behind the button.
type checked struct {
	Status, Heading, Text string
	Problems              []string
	Again, Other          int // statements of the page that agree with the log, and those that do not
	Claim                 string
}

const seen = `JSON.stringify((() => {
	const e = s => document.querySelector(s), all = s => [...document.querySelectorAll(s)]
	return {
		Status: e('.check .status').textContent, Heading: e('.check h3').textContent, Text: e('.check pre').textContent,
		Problems: all('.check .problems li').map(p => [...p.childNodes].map(n => n.textContent).join('\n')),
		Again: all('.again:not(.bad)').length, Other: all('.again.bad').length, Claim: e('#verdict').textContent,
	}
})())`

// check opens a report and presses its button.
func check(t *testing.T, b tab, file string) checked {
	t.Helper()
	b.open(t, file)
	return press(t, b, file)
}

// press presses the button of the report that is open.
func press(t *testing.T, b tab, file string) (c checked) {
	t.Helper()
	b.eval(t, `document.querySelector('.check button').click(), ''`)
	waittest.Until(t, "the end of the check", func() bool {
		if err := json.Unmarshal([]byte(b.eval(t, seen)), &c); err != nil {
			t.Fatal(err)
		}
		return !strings.HasPrefix(c.Status, "Checking.") && c.Status != ""
	})
	if !strings.HasPrefix(c.Status, "Checked in this browser, in ") {
		t.Errorf("the page says %q", c.Status)
	}
	for _, bad := range b.complaints(file) {
		t.Error(bad)
	}
	return c
}

// verify is what the command verify says: the verdict, and each error with its hints.
func verify(t *testing.T, dir, name string, partial bool) (text string, problems []string) {
	t.Helper()
	t.Chdir(dir)
	args := []string{"fives", "verify", name}
	if partial {
		args = append(args, "--partial")
	}
	var out, errs bytes.Buffer
	status := cli.Main(args, strings.NewReader(""), &out, &errs)
	for line := range strings.Lines(errs.String()) {
		line = strings.TrimSuffix(line, "\n")
		if e, ok := strings.CutPrefix(line, "error: "); ok {
			problems = append(problems, e)
		} else if h, ok := strings.CutPrefix(line, "hint: "); ok {
			problems[len(problems)-1] += "\n" + h
		} else {
			t.Errorf("verify says %q", line)
		}
	}
	if (status == 0) != (problems == nil) {
		t.Errorf("verify ends with %d and says %q", status, errs.String())
	}
	return out.String(), problems
}

// same compares what the page found with what verify says about the same file.
func same(t *testing.T, c checked, dir, name string, partial bool) {
	t.Helper()
	text, problems := verify(t, dir, name, partial)
	if c.Text != text {
		t.Errorf("the page finds\n%s\nverify\n%s", c.Text, text)
	}
	if !slices.Equal(c.Problems, problems) {
		t.Errorf("the page says %q, verify %q", c.Problems, problems)
	}
}

// save writes a file of the test.
func save(t *testing.T, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func fileOf(t *testing.T, log []record.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := audit.WriteLog(&b, log); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The most that a report may weigh in addition to its log, in bytes.
const mostBeside = 3.1e6

// The report of every game proves itself in the browser of its reader, from a file and
// without a network, in the words of verify.
func TestReportProvesItself(t *testing.T) {
	waittest.Browsers(t)
	program := verifier(t)
	dir := t.TempDir()
	for _, rs := range games.All() {
		p := of(t, rs.Name)
		log := p.story.Report.State().Log()
		page := proving(t, program, log)
		file := fileOf(t, log)
		if beside := len(page) - len(file); beside > mostBeside {
			t.Errorf("%s: the page weighs %d bytes beside its log", rs.Name, beside)
		}
		t.Logf("%s: %d KiB, its log %d KiB", rs.Name, len(page)>>10, len(file)>>10)
		save(t, dir, rs.Name+".html", page)
		save(t, dir, logName(p), file)
	}
	inBrowsers(t, func(t *testing.T, b tab) {
		for _, rs := range games.All() {
			t.Run(rs.Name, func(t *testing.T) {
				p := of(t, rs.Name)
				b.open(t, filepath.Join(dir, rs.Name+".html"))
				if before := b.eval(t, `document.querySelector(".verdict").innerText + document.querySelectorAll(".again").length`); !strings.Contains(before, "Not checked here yet") ||
					!strings.Contains(before, "another copy of the program") || strings.Contains(before, "as far as it goes") || strings.Contains(before, "Every record checked") || !strings.HasSuffix(before, "0") {
					t.Errorf("before it is checked here, the page says %q", before)
				}
				c := check(t, b, filepath.Join(dir, rs.Name+".html"))
				same(t, c, dir, logName(p), true)
				if c.Heading != "Everything was checked, and is good" || !slices.Contains([]string{"Every record checked and good", "Good as far as it goes"}, c.Claim) || c.Again != 8 || c.Other != 0 {
					t.Errorf("%+v", c)
				}
				t.Log(c.Status)
			})
		}
	})
}

func logName(p *page) string { return p.story.Report.Table.String()[:8] + ".jsonl" }

// fewPoints end a game early.
var fewPoints = map[string]any{"limit": 5}

// A log that was altered in a report is refused in the words of verify. Some alterations are
// files of their own; the others are made in the page that is open.
func TestAlteredReport(t *testing.T) {
	waittest.Browsers(t)
	rs, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	g := tabletest.New(t, rs, 2, fewPoints, 2)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Play()
	log := g.Table().Log()
	good := fileOf(t, log)
	page := proving(t, verifier(t), log)
	name := g.Table().ID().String()[:8] + ".jsonl"
	quoted := []byte(html.EscapeString(string(good)))
	quoted = bytes.ReplaceAll(quoted, []byte("+"), []byte("&#43;"))
	if bytes.Count(page, quoted) != 1 {
		t.Fatal("the log does not stand in the page as it was thought")
	}
	altered := alterations(t, g, good)
	if len(altered) < 40 {
		t.Errorf("only %d alterations", len(altered))
	}
	inBrowsers(t, func(t *testing.T, b tab) {
		dir := t.TempDir()
		for i, a := range altered {
			file := filepath.Join(dir, fmt.Sprint(i-i%16)+".html")
			if i%16 == 0 {
				save(t, dir, filepath.Base(file), bytes.Replace(page, quoted, []byte(html.EscapeString(string(a.log))), 1))
				b.open(t, file)
			} else {
				text, err := json.Marshal(string(a.log))
				if err != nil {
					t.Fatal(err)
				}
				b.eval(t, fmt.Sprintf(`document.querySelector('template.log').content.textContent = %s`, text))
			}
			save(t, dir, name, a.log)
			c := press(t, b, file)
			same(t, c, dir, name, false)
			if len(c.Problems) == 0 || c.Heading != "Not good" || c.Claim != "Checked, and not good" {
				t.Errorf("%s: %+v", a.name, c)
			}
			if t.Failed() {
				t.Fatal(a.name)
			}
		}
	})
}

// An alteration of a log.
type alteration struct {
	name string
	log  []byte
}

func alterations(t *testing.T, g *tabletest.Rig, good []byte) (list []alteration) {
	lines := bytes.SplitAfter(good, []byte("\n"))
	lines = lines[:len(lines)-1]
	add := func(name string, parts ...[]byte) {
		list = append(list, alteration{name, bytes.Join(parts, nil)})
	}
	head := func(n int) []byte { return bytes.Join(lines[:n], nil) }
	tail := func(n int) []byte { return bytes.Join(lines[n:], nil) }
	for i := 0; i < len(lines); i += 4 {
		add(fmt.Sprintf("payload of %d", i+1), head(i), changed(t, lines[i], func(r *record.Record) { r.Payload[len(r.Payload)/2] ^= 1 }), tail(i+1))
		if i+2 < len(lines) { // without one of its last receipts, a log is good
			add(fmt.Sprintf("without %d", i+1), head(i), tail(i+1))
		}
	}
	for i := 1; i < len(lines); i += 8 {
		add(fmt.Sprintf("signature of %d", i+1), head(i), changed(t, lines[i], func(r *record.Record) { r.Signature[7] ^= 1 }), tail(i+1))
		add(fmt.Sprintf("author of %d", i+1), head(i), changed(t, lines[i], func(r *record.Record) { r.Author[7] ^= 1 }), tail(i+1))
		add(fmt.Sprintf("%d twice", i+1), head(i+1), tail(i))
	}
	add("two change places", head(4), lines[5], lines[4], tail(6))
	add("cut off", good[:len(good)-40])
	add("no newline at the end", good[:len(good)-1])
	add("unfinished", head(12))
	add("nothing")
	add("no log", []byte("hello\n"))
	add("a space", head(3), []byte(" "), tail(3))
	add("a script", head(6), []byte("</template></script><script>document.title='bad'</script>\n"), tail(6))
	other := tabletest.New(t, games.All()[0], 2, fewPoints, 3)
	other.Owed(record.KindMove)
	strange := other.Table().Log()[10].Line()
	add("a record of another table", head(10), strange, []byte("\n"), tail(11))
	return list
}

// changed returns a line whose record was changed.
func changed(t *testing.T, line []byte, change func(r *record.Record)) []byte {
	t.Helper()
	r, err := record.ParseLine(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	r.Payload = slices.Clone(r.Payload)
	change(&r)
	return append(r.Line(), '\n')
}

// A page that says something else than its good log does is found out.
func TestAlteredPage(t *testing.T) {
	waittest.Browsers(t)
	p := of(t, games.All()[0].Name)
	log := p.story.Report.State().Log()
	page := proving(t, verifier(t), log)
	number := fmt.Sprintf(`data-check="moves" data-value="%d"><b>%[1]d<`, p.story.Report.Moves)
	other := bytes.Replace(page, []byte(number), []byte(`data-check="moves" data-value="99"><b>99<`), 1)
	if bytes.Equal(page, other) {
		t.Fatal("the page does not say how many moves there were")
	}
	dir := t.TempDir()
	file := save(t, dir, "page.html", other)
	inBrowsers(t, func(t *testing.T, b tab) {
		c := check(t, b, file)
		if c.Other != 1 || c.Heading != "Not good" || len(c.Problems) != 1 || !strings.Contains(c.Problems[0], "says something else") {
			t.Errorf("%+v", c)
		}
	})
}

// A page says who has played which hands, as its logs do; a page that says somebody played
// another's hands is found out.
func TestHandedProvesItself(t *testing.T) {
	waittest.Browsers(t)
	logs := handed(t)
	page := proving(t, verifier(t), logs...)
	zoe := record.Fingerprint(record.KeyOf(tabletest.Key(6, 6)))
	other := bytes.Replace(page, []byte(zoe+" 2-0"), []byte(zoe+" 1-0"), 1)
	if bytes.Equal(page, other) {
		t.Fatal("the page does not say which hands zoe has played")
	}
	dir := t.TempDir()
	good, bad := save(t, dir, "good.html", page), save(t, dir, "bad.html", other)
	inBrowsers(t, func(t *testing.T, b tab) {
		if c := check(t, b, good); c.Heading != "Everything was checked, and is good" || c.Again != 4*8+3 || c.Other != 0 ||
			!strings.Contains(c.Text, "a seat changed hands: hand 1 cleo (bot of ana), from 2 on zoe") {
			t.Errorf("%+v", c)
		}
		if c := check(t, b, bad); c.Heading != "Not good" || c.Other != 1 {
			t.Errorf("%+v", c)
		}
	})
}

// Names, and whatever else people write, are text and never markup: in the page, in its
// log, and in the findings of the check.
func TestHostileNamesAreChecked(t *testing.T) {
	waittest.Browsers(t)
	names := []string{`</template><img src=x>`, `</script><script>1`, `<b onclick=a>&lt;{{.}}`}
	g := seated(t, games.All()[0], names)
	g.Choose = tabletest.Bot(games.All()[0].Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 1 })
	page := proving(t, verifier(t), g.Table().Log())
	for _, n := range names {
		if bytes.Contains(page, []byte(n)) {
			t.Errorf("the name %s stands in the page as it is", n)
		}
	}
	dir := t.TempDir()
	file := save(t, dir, "page.html", page)
	name := g.Table().ID().String()[:8] + ".jsonl"
	save(t, dir, name, fileOf(t, g.Table().Log()))
	inBrowsers(t, func(t *testing.T, b tab) {
		c := check(t, b, file)
		same(t, c, dir, name, true)
		if n := b.eval(t, `String(document.querySelectorAll('img, [onclick], script').length)`); n != "1" {
			t.Errorf("the page has %s scripts and pictures, and is to have its own script alone", n)
		}
	})
}

// A page without the check runs no script, and says how to verify its log.
func TestLight(t *testing.T) {
	p := of(t, games.All()[0].Name)
	if bytes.Contains(p.html, []byte("<script")) || bytes.Contains(p.html, []byte("script-src")) {
		t.Error("the light page has a script")
	}
	contains(t, p.html, "To check it: fives verify FILE", "This page loads nothing and runs no script.")
}
