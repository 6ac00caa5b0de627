package report_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/browsertest"
	"fives/p2p/waittest"
)

// A screen is a device on which the report is opened.
type screen struct {
	name          string
	width, height int64
	scale         float64
	dark          bool
	paper         bool
}

var screens = []screen{
	{"phone", 320, 720, 2, false, false},
	{"dark", 412, 915, 2, true, false},
	{"laptop", 1200, 800, 1, false, false},
	{"desktop", 1280, 960, 1, false, false},
	{"paper", 794, 1123, 1, false, true},
}

// In a real browser, on a phone and on a desk: no script error, no breach of the policy, no
// request for anything but the file itself, the result and every card drawn, nothing wider than
// the screen.
func TestBrowser(t *testing.T) {
	waittest.Browsers(t)
	dir := t.TempDir()
	ctx := browsertest.Launch(t)
	for i, rs := range games.All() {
		p := of(t, rs.Name)
		file := filepath.Join(dir, rs.Name+".html")
		if err := os.WriteFile(file, p.html, 0o600); err != nil {
			t.Fatal(err)
		}
		on := screens
		if i > 0 && *keep == "" { // the others differ only in their cards
			on = screens[:1]
		}
		for _, s := range on {
			t.Run(rs.Name+"/"+s.name, func(t *testing.T) { s.open(t, ctx, file, p) })
		}
	}
	t.Run("names", func(t *testing.T) { names(t, ctx, dir) })
	t.Run("policy", func(t *testing.T) { forbidden(t, ctx, dir) })
}

// names: long names, beside long facts, and names that are wide or in other scripts do not
// break the page.
func names(t *testing.T, ctx context.Context, dir string) {
	g := seated(t, games.All()[0], []string{strings.Repeat("W", 32), "אבגדה <b>", "Z" + strings.Repeat("\u0301", 31)})
	g.Choose = tabletest.Bot(games.All()[0].Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 1 })
	p := &page{rs: &rules.RuleSet{Name: "names"}}
	p.story, p.html = write(t, g.Table().Log())
	const facts = `<p class="facts">`
	opened := facts + "<span>opened 22 November 2026, 23:00:00 UTC (23 November 2026, 12:00 NZDT)</span> "
	p.html = bytes.Replace(p.html, []byte(facts), []byte(opened), 1)
	file := filepath.Join(dir, "names.html")
	if err := os.WriteFile(file, p.html, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range screens[:3] {
		s.open(t, ctx, file, p)
	}
}

// forbidden: if something got into a page that does not belong there, it would neither run nor
// be fetched, and this test would notice.
func forbidden(t *testing.T, ctx context.Context, dir string) {
	for _, evil := range []string{
		`<script>document.title = "bad"</script>`, `<img src="x" onerror="document.title = 'bad'">`,
		`<img src="http://127.0.0.1:9/x.png">`, `<p style="color:red">`, `<style>p{color:red}</style>`,
	} {
		file := filepath.Join(dir, "evil.html")
		page := bytes.Replace(of(t, games.All()[0].Name).html, []byte("<main"), []byte(evil+"<main"), 1)
		if err := os.WriteFile(file, page, 0o600); err != nil {
			t.Fatal(err)
		}
		tab, events := screens[0].load(t, ctx, file)
		title, err := chromedp.Run(tab, chromedp.Title())
		if err != nil || title == "bad" {
			t.Errorf("%s was run (%v)", evil, err)
		}
		waittest.Until(t, "a complaint about "+evil, func() bool { return len(events.list()) > 0 })
	}
}

// ground returns the colour of the page on a screen.
func ground(s screen) string {
	switch {
	case s.paper:
		return "rgb(255, 255, 255)"
	case s.dark:
		return "rgb(19, 21, 24)"
	}
	return "rgb(246, 240, 228)"
}

// load opens a file in a new tab, which ends with the test.
func (s screen) load(t *testing.T, browser context.Context, file string) (context.Context, *complaints) {
	t.Helper()
	ctx, done := chromedp.NewContext(browser)
	t.Cleanup(done)
	address := (&url.URL{Scheme: "file", Path: file}).String()
	events := &complaints{}
	if err := chromedp.Listen(ctx, func(ev any) { events.take(ev, address) }); err != nil {
		t.Fatal(err)
	}
	scheme, media := "light", "screen"
	if s.dark {
		scheme = "dark"
	}
	if s.paper {
		media = "print"
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
	}
	if err == nil {
		err = chromedp.Do(ctx, chromedp.EmulateViewport(s.width, s.height, chromedp.EmulateScale(s.scale)), chromedp.Navigate(address))
	}
	if err != nil {
		t.Fatal(err)
	}
	return ctx, events
}

func (s screen) open(t *testing.T, browser context.Context, file string, p *page) {
	ctx, events := s.load(t, browser, file)
	look := "true" + look
	if s.paper {
		look = "false" + look[len("true"):]
	}
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[sighted](look))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range slices.Concat(events.list(), seen.Wide, seen.Covered) {
		t.Error(b)
	}
	for _, want := range []string{p.story.Title(), p.story.Name(0), p.story.Report.Seats[0].Fingerprint} {
		if !strings.Contains(seen.Text, want) {
			t.Errorf("%q is not to be read", want)
		}
	}
	if seen.Pictures == 0 || seen.Blank > 0 {
		t.Errorf("of %d cards %d are not drawn", seen.Pictures, seen.Blank)
	}
	if want := ground(s); seen.Ground != want {
		t.Errorf("the ground is %s, not %s", seen.Ground, want)
	}
	if rows := strings.Count(string(p.html), `<li class="row`); seen.Rows != rows {
		t.Errorf("of %d rows %d are to be seen", rows, seen.Rows)
	}
	s.picture(t, ctx, p)
}

// Sighted is what look answers.
type sighted struct {
	Text     string
	Wide     []string // what is wider than the screen
	Covered  []string // texts that the fan of cards lies on
	Pictures int
	Blank    int // pictures of cards that show nothing
	Ground   string
	Rows     int // of the story that take room
}

// Complaints are what went wrong in the browser.
type complaints struct {
	mu   sync.Mutex
	text []string
}

func (c *complaints) list() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text
}

func (c *complaints) take(ev any, address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		if u := ev.Request.URL; u != address && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:") {
			c.text = append(c.text, "it asked for "+u)
		}
	case *runtime.EventExceptionThrown:
		c.text = append(c.text, ev.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		c.text = append(c.text, ev.Entry.Text)
	}
}

// look, after true or false, answers what can be seen. With true it opens everything that can
// be opened; on paper everything is open.
const look = ` && document.querySelectorAll('details').forEach(d => d.open = true), (() => {
	const wide = [], width = document.documentElement.clientWidth
	for (const e of document.querySelectorAll('main *, header *, footer *')) {
		const r = e.getBoundingClientRect()
		if (r.width && r.right > width + 1 && !e.closest('.scroll, .hide'))
			wide.push(e.tagName + '.' + (e.className.baseVal ?? e.className) + ' ends at ' + r.right + ' of ' + width)
	}
	const covered = [], meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
	for (const c of [...document.querySelectorAll('.fan svg.k')].filter(c => c.checkVisibility()))
		for (const e of document.querySelectorAll('.top .wrap > *')) {
			const text = document.createRange()
			text.selectNodeContents(e)
			if ([...text.getClientRects()].some(r => meet(c.getBoundingClientRect(), r)))
				covered.push('the fan covers ' + e.innerText)
		}
	const cards = [...document.querySelectorAll('svg.k')].filter(c => c.checkVisibility())
	return {
		Text: document.body.innerText, Wide: wide.slice(0, 5), Covered: covered, Pictures: cards.length,
		Blank: cards.filter(c => c.querySelector('use').getBBox().width < 10).length,
		Ground: getComputedStyle(document.body).backgroundColor,
		Rows: [...document.querySelectorAll('.row')].filter(r => r.getBoundingClientRect().height > 8).length,
	}
})()`

// picture leaves pictures of the page's beginning and of a hand.
func (s screen) picture(t *testing.T, ctx context.Context, p *page) {
	if *keep == "" {
		return
	}
	for i, at := range []string{"0", "document.querySelector('.hand').offsetTop", "document.querySelector('.sheet').offsetTop", "document.querySelector('.proofs').offsetTop"} {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[int](fmt.Sprintf("document.documentElement.style.scrollBehavior='auto'; scrollTo(0, %s); 0", at)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%s-%s-%d.png", p.rs.Name, s.name, i)
		if err := os.WriteFile(filepath.Join(*keep, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
