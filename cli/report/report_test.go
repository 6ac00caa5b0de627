package report_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"fives/cli/report"
	"fives/cli/say"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/api"
)

var keep = flag.String("keep", "", "`folder` in which the pages and their pictures are left")

// short has options for games that would take long.
var short = map[string]map[string]any{
	"five": {"limit": 60, "jokers": 2}, "furious-five": {"rounds": 3}, "five-three-five": {"end": 30}, "all-fives": {"target": 12},
}

// pages makes the report of a game of every kind once, by name of the game.
var pages = sync.OnceValue(func() map[string]*page {
	list := map[string]*page{}
	for _, rs := range games.All() {
		list[rs.Name] = &page{rs: rs}
	}
	return list
})

type page struct {
	rs    *rules.RuleSet
	once  sync.Once
	html  []byte
	story *story.Story
}

// of plays the game of a page to its end, or a few hands of a long one.
func of(t *testing.T, name string) *page {
	t.Helper()
	p := pages()[name]
	p.once.Do(func() {
		g := tabletest.New(t, p.rs, max(p.rs.MinSeats, min(3, p.rs.MaxSeats)), short[name], 7)
		g.Choose = tabletest.Bot(p.rs.Bots[1])
		g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 3 && tb.Pending().Kind == record.KindMove })
		p.story, p.html = write(t, g.Table().Log())
	})
	if p.html == nil {
		t.Fatal("the page could not be made")
	}
	return p
}

func write(t *testing.T, logs ...[]record.Record) (*story.Story, []byte) {
	t.Helper()
	stories, err := story.Read(logs, games.Find, audit.Options{})
	if err != nil && stories[len(stories)-1].Blame == nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.Write(t.Context(), &b, stories, report.Options{Zone: time.UTC}); err != nil {
		t.Fatal(err)
	}
	return stories[len(stories)-1], b.Bytes()
}

func each(t *testing.T, test func(t *testing.T, p *page)) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			test(t, of(t, rs.Name))
		})
	}
}

// text is what a page shows, without style and pictures.
func text(t *testing.T, b []byte) string {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "style" && n.Parent.Data != "symbol" {
			out.WriteString(n.Data + " ")
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// The report of every game has everybody's name, fingerprint and total, every hand and move,
// the proofs and the head.
func TestEveryGame(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		shown := text(t, p.html)
		want := []string{p.story.Title(), p.story.Report.Head.String(), p.story.Report.Table.String()}
		for _, s := range p.story.Report.Seats {
			want = append(want, s.Name, s.Fingerprint)
		}
		for _, h := range p.story.Hands {
			want = append(want, fmt.Sprintf("Hand %d", h.Number))
		}
		for _, w := range want {
			if !strings.Contains(shown, w) {
				t.Errorf("the page does not show %q", w)
			}
		}
		rows := bytes.Count(p.html, []byte(`<span class="no">`))
		if rows != p.story.Report.Moves {
			t.Errorf("%d moves are shown, %d were made", rows, p.story.Report.Moves)
		}
		lines := 0
		for _, h := range p.story.Hands {
			if h.Result == nil {
				continue
			}
			for _, i := range slices.Concat(h.Result.Items...) {
				lines++
				if !strings.Contains(shown, i.What) || !strings.Contains(shown, "rule "+i.Rule) {
					t.Errorf("the page does not show %q, by rule %s", i.What, i.Rule)
				}
			}
		}
		if n := bytes.Count(p.html, []byte(`<span class="gets">`)); n != lines || lines == 0 {
			t.Errorf("%d lines of score sheets are shown, and there are %d", n, lines)
		}
		t.Logf("%d hands, %d moves, %d KiB", len(p.story.Hands), rows, len(p.html)>>10)
		if *keep != "" {
			if err := os.WriteFile(filepath.Join(*keep, p.rs.Name+".html"), p.html, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestSignsOfTheReport: the report draws its players as the page of the device does that writes it, with
// their letters; without a device, as by somebody who has never met them.
func TestSignsOfTheReport(t *testing.T) {
	p := of(t, "five")
	var b bytes.Buffer
	asked := 0
	numbers := func(list []api.Person) ([]int, error) { asked = len(list); return []int{6, 8 + 6, 2}[:len(list)], nil }
	if err := report.Write(t.Context(), &b, []*story.Story{p.story}, report.Options{Zone: time.UTC, Faces: numbers}); err != nil {
		t.Fatal(err)
	}
	drawn := func(html []byte, seat int) string {
		i := bytes.Index(html, []byte(`<section class="players`))
		m := regexp.MustCompile(`<svg class="sign ([^"]*)"[^>]*><use href="#m(\d)"/><text y="3">([^<]*)</text></svg><div><p class="who"><bdi class="name">` + regexp.QuoteMeta(p.story.Name(seat))).FindSubmatch(html[max(0, i):])
		return string(bytes.Join(m[min(1, len(m)):], []byte(" ")))
	}
	for seat, want := range []string{"p6 6", "p6 hue1 6", "p2 2"} {
		if got := drawn(b.Bytes(), seat); !strings.HasPrefix(got, want+" ") || asked != 3 {
			t.Errorf("seat %d of %d is drawn %q", seat, asked, got)
		}
		if got := drawn(p.html, seat); !regexp.MustCompile(`^p(\d)( two)? \d .`).MatchString(got) {
			t.Errorf("to a stranger seat %d is %q", seat, got)
		}
	}
}

// The page holds nothing that a browser would fetch or run, and says so in its
// policy; every reference stays inside it, every id is there once.
func TestSelfContained(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		doc, err := html.Parse(bytes.NewReader(p.html))
		if err != nil {
			t.Fatal(err)
		}
		ids, refs, policy := map[string]int{}, map[string]bool{}, ""
		for n := range doc.Descendants() {
			switch n.Data {
			case "script", "iframe", "img", "object", "embed", "form", "base", "audio", "video":
				t.Errorf("there is a <%s>", n.Data)
			}
			for _, a := range n.Attr {
				switch {
				case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "srcset":
					t.Errorf("there is an attribute %s=%q", a.Key, a.Val)
				case a.Key == "id":
					ids[a.Val]++
				case a.Key == "href" && n.Data == "link":
					if a.Val != "data:," {
						t.Errorf("there is a link to %q", a.Val)
					}
				case a.Key == "clip-path":
					refs[strings.TrimSuffix(strings.TrimPrefix(a.Val, "url(#"), ")")] = true
				case a.Key == "href", a.Key == "aria-labelledby":
					for _, ref := range strings.Fields(a.Val) {
						refs[strings.TrimPrefix(ref, "#")] = true
					}
				case a.Key == "content" && strings.Contains(a.Val, "default-src"):
					policy = a.Val
				}
			}
		}
		if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "script-src") || strings.Contains(policy, "unsafe") {
			t.Errorf("the policy is %q", policy)
		}
		for id, n := range ids {
			if n != 1 {
				t.Errorf("the id %q is there %d times", id, n)
			}
		}
		for ref := range refs {
			if ids[ref] == 0 {
				t.Errorf("%q refers to nothing", ref)
			}
		}
		plain := regexp.MustCompile(`url\(data:font/woff2;base64,[A-Za-z0-9+/=]+\)`).ReplaceAll(p.html, nil)
		if m := regexp.MustCompile(`(?i)(https?:)?//[a-z0-9]|url\([^#]|@import`).Find(plain); m != nil {
			t.Errorf("there is an address: %q", m)
		}
	})
}

// Names are other people's words: they reach the page as text and as nothing else.
func TestHostileNames(t *testing.T) {
	rs := games.All()[0]
	names := []string{`<script>alert(1)</script>`, `"><img src=x onerror=a>`, `</style></title>{{.}}&lt;#"`}
	g := seated(t, rs, names)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 1 })
	_, b := write(t, g.Table().Log())
	shown := text(t, b)
	for _, n := range names {
		if got := strings.Count(shown, record.ShowName(n)); got < 5 {
			t.Errorf("the name %s is shown %d times", n, got)
		}
		if strings.ContainsAny(n, "<") && bytes.Contains(b, []byte(n)) {
			t.Errorf("the name %s stands in the page as it is", n)
		}
	}
	doc, _ := html.Parse(bytes.NewReader(b))
	for n := range doc.Descendants() {
		if n.Data == "script" || n.Data == "img" {
			t.Errorf("a name became <%s>", n.Data)
		}
	}
}

// seated makes a rig whose players have these names.
func seated(t *testing.T, rs *rules.RuleSet, names []string) *tabletest.Rig {
	t.Helper()
	return tabletest.Named(t, rs, names, short[rs.Name], 9)
}

// Names that could be taken for words of the program are in quotation marks, wherever they
// stand on the page.
func TestNamesAreMarked(t *testing.T) {
	rs := games.All()[0]
	names := []string{"ana (you)", "ben: nobody", "cleo has left"}
	g := seated(t, rs, names)
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 1 && tb.Pending().Kind == record.KindMove })
	log := g.Table().Log()
	p := g.Turn()
	two := []record.Record{g.Sign(p, g.Honest(p)), g.Sign(p, record.Leave{Time: 1 << 60})}
	_, page := write(t, log)
	_, blamed := write(t, append(log[:len(log):len(log)], two...))
	for what, text := range map[string]string{
		"page": html.UnescapeString(string(page)), "page of a fault": html.UnescapeString(string(blamed)),
	} {
		for _, name := range names {
			all, marked := strings.Count(text, name), strings.Count(text, `"`+name+`"`)
			if all == 0 || all != marked {
				for _, line := range strings.Split(strings.ReplaceAll(text, `"`+name+`"`, ""), "\n") {
					if at := strings.Index(line, name); at >= 0 {
						t.Logf("%q", line[max(0, at-40):at+len(name)])
					}
				}
				t.Errorf("%s: %s stands there %d times, and %d times as a name", what, name, all, marked)
			}
		}
	}
}

// A computer player is shown with its host, an unfinished game as such, a fault
// with its author, a table and its continuation on one page.
func TestStates(t *testing.T) {
	rs := games.All()[0]
	g := seated(t, rs, []string{"ana", "ben", "cleo"})
	g.Choose = tabletest.Bot(rs.Bots[0])
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() > 1 && tb.Pending().Kind == record.KindMove })
	log := g.Table().Log()
	_, b := write(t, log)
	contains(t, b, "bot of ana , good; its key is for this game only", "Not finished", "The game is not finished: ", " owes a move", "not counted")

	p := g.Turn()
	two := []record.Record{g.Sign(p, g.Honest(p)), g.Sign(p, record.Leave{Time: 1 << 60})}
	_, b = write(t, append(log[:len(log):len(log)], two...))
	contains(t, b, "Stopped by a fault of "+p.Name, p.Name+" is at fault at record ")

	c, err := g.Table().Successor(1, []int{0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := tabletest.Continue(t, rs, c, []ed25519.PrivateKey{g.Players[0].Key, g.Players[1].Key}, 5)
	next.Choose = g.Choose
	next.Play()
	_, b = write(t, log, next.Table().Log())
	contains(t, b, "Table 1 of 2", "Table 2 of 2", "Won by", "continues "+g.Table().ID().String(), "What the log says")
	_, b = write(t, next.Table().Log())
	contains(t, b, "What the log says", "was not at hand")
}

// A game whose seats change hands has one page: its top says who has played which hands, the
// totals and the winner, who came late. Then comes each table with the hands that it had. The
// scores of a table begin where those of the one before end.
func TestHanded(t *testing.T) {
	logs := handed(t)
	last, b := write(t, logs...)
	contains(t, b, "Won by zoe", "5 players in 3 seats 6 hands ", "What the log says",
		"Who played which hands", "hands 1 to 3 ana, from 4 on ben ; total 87",
		"hands 1 to 2 ben, from 3 on Max (bot of zoe, good) ; total 122", "hand 1 cleo (bot of ana), from 2 on zoe ; total 20",
		"Table 2 of 4, from hand 2 on", "Table 4 of 4, from hand 4 on", "ben from 52 to 87, Max from 57 to 122, zoe from 0 to 20.", // at the last table
		"The totals over 6 hands: ben from 0 to 87, Max from 0 to 122, zoe from 0 to 20.")
	shown := text(t, b)
	parts := strings.Split(shown, " of 4")
	if len(parts) != 5 || !strings.Contains(parts[2], "zoe from hand 2 on fingerprint ") || strings.Contains(parts[1], "from hand 2 on fingerprint") {
		t.Error("the tables do not say who has come")
	}
	if n := strings.Count(string(b), `data-check="tenures"`); n != len(last.Report.Seats) {
		t.Errorf("%d seats are checked", n)
	}
	_, b = write(t, logs[3])
	contains(t, b, "What the log says", "who sat there before is in the log of that table", "3 players 3 hands")
	if strings.Contains(text(t, b), "Who played which hands") || strings.Count(string(b), "<figure>") != 1 {
		t.Error("one log alone says who sat there before")
	}
	_, b = write(t, logs[0])
	if strings.Contains(text(t, b), "Who played which hands") {
		t.Error("a table without changes has a list of them")
	}
}

// handed are the logs of a game of four tables, the first one first.
func handed(t *testing.T) (logs [][]record.Record) {
	t.Helper()
	for _, g := range tabletest.Handed(t, games.All()[0], map[string]any{"limit": 80}, 6) {
		logs = append(logs, g.Table().Log())
	}
	return logs
}

// A broken hidden-card rule is told at its move, at its hand and at the top.
func TestViolation(t *testing.T) {
	g, cheat := tabletest.Cheat(t, 3, nil)
	stories, err := story.Read([][]record.Record{g.Table().Log()}, g.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.Write(t.Context(), &b, stories, report.Options{Zone: time.UTC}); err != nil {
		t.Fatal(err)
	}
	rule := stories[0].Report.Violations()[0].Rule
	contains(t, b.Bytes(), "A rule was broken", cheat.Name+" is at fault at record ", "This broke a rule: "+rule)
	if n := strings.Count(b.String(), `<li class="row violation">`); n != 1 {
		t.Errorf("%d moves are marked", n)
	}
}

func contains(t *testing.T, b []byte, want ...string) {
	t.Helper()
	shown := text(t, b)
	for _, w := range want {
		if !strings.Contains(shown, w) {
			t.Errorf("the page does not show %q", w)
		}
	}
}

// With lessons, each settled hand says to everybody what should have been played.
func TestLessons(t *testing.T) {
	var b bytes.Buffer
	s := of(t, "five").story
	if err := report.Write(t.Context(), &b, []*story.Story{s}, report.Options{Zone: time.UTC, Lessons: true}); err != nil {
		t.Fatal(err)
	}
	settled := 0
	for _, h := range s.Hands {
		if h.Result != nil && !h.Result.Void {
			settled++
		}
	}
	if n := strings.Count(b.String(), "<summary>What should have been played</summary>"); n != settled || n == 0 {
		t.Errorf("%d hands teach, and %d are settled", n, settled)
	}
	for i := range s.Report.Seats {
		contains(t, b.Bytes(), say.Capital(s.Name(i))+" got ")
	}
	contains(t, b.Bytes(), "an estimate")
	gone, end := context.WithCancel(t.Context())
	end()
	if err := report.Write(gone, &bytes.Buffer{}, []*story.Story{s}, report.Options{Zone: time.UTC, Lessons: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits for it any more, and it returns %v", err)
	}
}

// A table at which nobody sits has no report.
func TestNobody(t *testing.T) {
	g := tabletest.New(t, games.All()[0], 3, nil, 1)
	stories, err := story.Read([][]record.Record{g.Table().Log()[:2]}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Write(t.Context(), &bytes.Buffer{}, stories, report.Options{Zone: time.UTC}); err != report.ErrNothing {
		t.Errorf("the answer is %v", err)
	}
}
