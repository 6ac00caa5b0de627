package open_test

import (
	"cmp"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/replica"
	"fives/p2p/waittest"
)

// filming takes down what a page says, ten times a second, wherever it changes. It goes on when the
// page is loaded again.
const filming = `(() => {
	let last = ""
	const line = e => e.textContent.replace(/\s+/g, " ").trim()
	const lines = (q, ok = () => true) => [...document.querySelectorAll(q)].filter(e => line(e) && ok(e)).map(line)
	setInterval(() => { try {
		const frame = {
			headline: lines("#headline").join(), task: lines("#prompt").join(),
			notes: lines(".troubles .banner"), seats: lines(".seat", e => e.matches(".away, .covered, .out") || / (away|asleep)/.test(line(e))),
			red: lines(".bad, .doubt, #note.wrong, #banner", e => e.checkVisibility()),
			dock: lines(".dock").concat(document.querySelector("#dock") ? ["moves"] : []), goesOn: lines("[data-deed=continue]"),
			toast: lines("#note").join(), story: lines("#story li", e => / is away| is asleep/.test(line(e))),
		}
		const text = JSON.stringify(frame)
		if (text === last) return
		last = text
		const film = JSON.parse(sessionStorage.getItem("film") ?? "[]")
		film.push({ at: Date.now(), ...frame })
		sessionStorage.setItem("film", JSON.stringify(film))
	} catch { /* a page that is no page yet keeps nothing */ } }, 100)
})()`

// A frame is what a page says, from a time on.
type frame struct {
	At       int64
	Headline string
	Task     string
	Notes    []string
	Seats    []string // of those who are missing
	Red      []string
	Dock     []string
	GoesOn   []string // what goes on without somebody
	Toast    string
	Story    []string // who is said to be missing
}

// missing is what is said of somebody who is not there, and of another table, of which there is none.
var missing = regexp.MustCompile(`(?i)\b(is|are) (away|asleep|silent)\b|does not answer|no connection|go on without|another table`)

// calls returns what a frame says of others that is not so where all are there.
func (f frame) calls() (list []string) {
	list = slices.Concat(f.Seats, f.GoesOn, f.Story)
	for _, text := range append(slices.Clone(f.Notes), f.Headline, f.Task, f.Toast) {
		if missing.MatchString(text) {
			list = append(list, text)
		}
	}
	return list
}

// gone is what fives show says of somebody who is not there.
var gone = regexp.MustCompile(`is away|away for|asleep|others play for|fives continue`)

// films begins the film of a page on a phone with a network namespace of its own, and goes to an
// address.
func films(t *testing.T, space string, number int, address string) *player {
	t.Helper()
	p := placed(t, space, number)
	p.before(filming)
	p.do(chromedp.Navigate(address))
	return p
}

// film is what a page has said since the last time it was asked.
func (p *player) film(scene string) (all []frame) {
	p.t.Helper()
	all = eval[[]frame](p, `(() => {
		const film = JSON.parse(sessionStorage.getItem("film") ?? "[]")
		sessionStorage.setItem("film", JSON.stringify(film.slice(-1)))
		return film
	})()`)
	for _, f := range all {
		p.t.Logf("%s %6.1f s: %+v", scene, float64(f.At-all[0].At)/1000, f)
	}
	return all
}

// quiet holds that a page says nothing in red and calls nobody missing, but for what a pattern allows.
// A page that was loaded, and on a slow machine hears nobody for 6 s, says that it has no connection:
// it has none.
func (p *player) quiet(scene, but string) {
	p.t.Helper()
	allowed := regexp.MustCompile(cmp.Or(but, "^$"))
	loaded, heard := int64(0), true
	for _, f := range p.film(scene) {
		switch f.Headline {
		case "":
			loaded, heard = f.At, false
		case "One moment", anasLaptop:
		default:
			heard = true
		}
		deaf := !heard && time.Duration(f.At-loaded)*time.Millisecond >= replica.AwayAfter
		for _, text := range append(f.calls(), f.Red...) {
			if !allowed.MatchString(text) && !(deaf && text == noConnection) {
				p.t.Errorf("%s: where nothing is wrong the page says %q", scene, text)
			}
		}
	}
}

// cut holds that a page that hears nobody looks for whoever it is: it calls nobody missing, nothing
// is red, and once it looks for them, nothing can be done.
func (p *player) cut(scene, looks string) {
	p.t.Helper()
	looked := false
	for _, f := range p.film(scene) {
		for _, text := range append(f.calls(), f.Red...) {
			if text != noConnection {
				p.t.Errorf("%s: a page that is cut off says %q", scene, text)
			}
		}
		if f.Headline == looks {
			looked = true
			if len(f.Dock) > 0 {
				p.t.Errorf("%s: it offers %q", scene, f.Dock)
			}
		}
	}
	if !looked {
		p.t.Errorf("%s: it never says %q", scene, looks)
	}
}

// A gathering is two laptops and two phones at a table with cover. The first laptop has invited both
// phones.
type gathering struct {
	t       *testing.T
	home    func(name string) string
	laptop  *exec.Cmd // ana's daemon
	ana     *control.Client
	ben     *control.Client
	address string
	table   string
	cleo    *player
	dora    *player
}

// gathers brings them to the table, and has them make a few moves. Nothing is wrong meanwhile.
func gathers(t *testing.T) *gathering {
	t.Helper()
	dir := folder(t)
	g := &gathering{t: t, home: func(name string) string { return filepath.Join(dir, name) }}
	space(t, "ana", 1)
	g.laptop = spaced(t, g.home("ana"))
	g.ana, g.ben = run(t, g.home("ana"), g.laptop), bridged(t, g.home("ben"), 2)
	waittest.Until(t, "the laptops see each other", func() bool { return peers(g.ana) > 0 && peers(g.ben) > 0 })
	g.table = hostTable(t, g.ana, api.HostRequest{Game: "furious-five", Seats: 4, Cover: true, Set: map[string]string{"rounds": "8"}}).ID
	waittest.Until(t, "ben joins", func() bool {
		_, err := g.ben.Join(t.Context(), api.JoinRequest{Table: g.table})
		return err == nil
	})
	g.address = showInvitation(t, g.ana) + "#t=" + g.table
	g.cleo, g.dora = films(t, "cleo", 4, g.address), films(t, "dora", 5, g.address)
	g.cleo.named("cleo")
	g.dora.named("dora")
	for _, p := range g.phones() {
		p.shows("#hand button")
	}
	g.plays(8, g.phones()...)
	g.quiet("start")
	return g
}

// quiet holds that nothing is wrong in what the phones have shown in a scene.
func (g *gathering) quiet(scene string) {
	g.t.Helper()
	for _, p := range g.phones() {
		p.quiet(scene, "")
	}
}

func (g *gathering) phones() []*player { return []*player{g.cleo, g.dora} }

// plays has the laptops and some phones play so many steps on.
func (g *gathering) plays(steps uint64, phones ...*player) {
	g.t.Helper()
	s := &six{g.t, g.table, []*control.Client{g.ana, g.ben}, phones}
	from := s.step(g.ben)
	s.plays(func() bool { return s.step(g.ben) >= from+steps }, s.daemons...)
}

// waits lets a page be, until it has been in a state for a while. Nobody does anything meanwhile.
func (p *player) waits(what, script string) {
	p.t.Helper()
	waittest.Until(p.t, what, func() bool { return p.is(script) })
	time.Sleep(while)
}

// while is more than the 6 s after which somebody who is silent is called away.
const while = 8 * time.Second

// Whom a phone looks for that ana has invited, and whether it does.
const (
	anasLaptop = "Looking for ana's laptop"
	looking    = `document.querySelector("#headline")?.textContent === "` + anasLaptop + `"`
	there      = `!(` + looking + `) && !document.querySelector(".troubles") && !!document.querySelector("#hand button")`
)

// TestFilm: an evening, of which each page keeps a film: four starts and four reloads; somebody leaves
// a table with cover for good; who comes late can have that seat; and who was here last week comes with
// another key. Where nothing is wrong, no page says a red word, and nobody is called away who is there.
func TestFilm(t *testing.T) {
	nodesInPages(t)
	if !netnstest.Inside(t, bridge...) {
		return
	}
	g := gathers(t)
	for range 2 {
		for _, p := range g.phones() {
			p.do(chromedp.Reload())
		}
		for _, p := range g.phones() {
			p.waits("the cards after a reload", `!!document.querySelector("#hand button")`)
		}
		g.plays(3, g.phones()...)
	}
	g.quiet("reload")

	question := ""
	waittest.Until(t, "the question before one leaves", func() bool {
		question = g.cleo.text(`document.querySelector("#ask[open]")?.textContent ?? ""`)
		_ = question != "" || g.cleo.tap(`#sheet[open] [data-deed="leave"]`) || g.cleo.tap("#sheet[open] [data-close]") || g.cleo.tap("#menu")
		return question != ""
	})
	if !strings.Contains(question, "The others play on without you.") {
		t.Errorf("cleo is asked %q", question)
	}
	before, err := g.ben.Table(t.Context(), g.table)
	if err != nil {
		t.Fatal(err)
	}
	g.cleo.taps("#yes")
	waittest.Until(t, "cleo has left", func() bool {
		v, err := g.ben.Table(t.Context(), g.table)
		return err == nil && slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Name == "cleo" && s.Left })
	})
	g.plays(8, g.dora)
	if v, err := g.ben.Table(t.Context(), g.table); err != nil || v.Phase != api.PhasePlaying || slices.ContainsFunc(v.Hands[len(before.Hands):], func(h api.Hand) bool { return h.Void }) {
		t.Errorf("the others do not play on: %v, %+v, %v", v.Phase, v.Hands, err)
	}
	g.dora.quiet("somebody has left", "(?i)^cleo.*left")
	g.cleo.quiet("who has left", "^You have left")

	eve := films(t, "eve", 6, g.address)
	eve.says("#invites", "ana’s table is full")
	eve.says("#sitting", "Take the seat of cleo, who has left, from the next hand on.")
	eve.named("eve")
	eve.says("#screen", "You take cleo's seat")
	time.Sleep(while)
	t.Logf("who comes late reads: %s", eve.written("#screen"))
	eve.quiet("who comes late", "")

	lobby := strings.TrimSuffix(g.address, "#t="+g.table)
	gil := films(t, "gil", 7, lobby)
	gil.named("gil")
	inLists := func() bool { return strings.Contains(inList(g.ana), "gil") && strings.Contains(inList(g.ben), "gil") }
	waittest.Until(t, "gil is there", inLists)
	gil.closeTab()
	waittest.Until(t, "gil is gone", func() bool { return !strings.Contains(inList(g.ana)+inList(g.ben), "gil") })
	again := films(t, "again", 8, lobby)
	again.named("gil")
	waittest.Until(t, "gil is there again", inLists)
	g.dora.goes("#/")
	g.dora.waits("gil in dora's list", `!!document.querySelector("#screen .people")?.textContent.includes("gil")`)
	again.quiet("last week's guest", "")
	g.dora.quiet("who knows him", "(?i)^cleo.*left")
	for name, c := range map[string]*control.Client{"ana": g.ana, "ben": g.ben} {
		all, err := c.Peers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all {
			if shown.Identity(x.Warning) {
				t.Errorf("%s is warned of %s: %s", name, x.Name, say.Warning(x.Warning))
			}
		}
	}
}

// TestFilmOfSilence: a phone loses its Wi-Fi, then a laptop, and then the laptop that has invited all
// phones goes. Who is cut off looks for the others: nothing can be done, nothing is red, and nobody is
// called away. When it is back, nothing is wrong any more.
func TestFilmOfSilence(t *testing.T) {
	nodesInPages(t)
	if !netnstest.Inside(t, bridge...) {
		return
	}
	g := gathers(t)

	netnstest.Shell(t, "ip -n cleo link set eth0 down")
	g.cleo.waits(anasLaptop, looking)
	g.cleo.cut("no Wi-Fi", anasLaptop)
	g.dora.quiet("cleo has no Wi-Fi", "(?i)cleo")
	address(t, "cleo", 4)
	g.cleo.waits("cleo is back", there)
	g.cleo.quiet("the Wi-Fi is back", "^"+regexp.QuoteMeta(noConnection)+"$")
	g.dora.waits("cleo is back with dora", there)
	g.dora.quiet("cleo is back", "(?i)cleo")

	netnstest.Shell(t, "ip -n ben link set eth0 down")
	said := ""
	begin := time.Now()
	for looks := 0; looks < 5; {
		out, err := fives(t.Context(), "show", g.table, "--home", g.home("ben")).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if string(out) != said {
			said = string(out)
			t.Logf("fives show, %.1f s after the network has gone:\n%s", time.Since(begin).Seconds(), said)
		}
		if strings.Contains(said, "Looking for the others") {
			looks++
		}
		if gone.MatchString(strings.ReplaceAll(said, say.Cover, "")) {
			t.Errorf("of those who are there, a laptop that is cut off says:\n%s", said)
		}
		time.Sleep(time.Second)
	}
	address(t, "ben", 2)
	waittest.Until(t, "ben is back", func() bool { return peers(g.ben) > 2 })
	for _, p := range g.phones() {
		p.waits("ben is back with the phones", there)
		p.quiet("ben has no Wi-Fi", "(?i)ben")
	}

	st, err := g.ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_ = g.laptop.Process.Kill() // as kill -9 does
	_ = g.laptop.Wait()
	for _, p := range g.phones() {
		p.waits(anasLaptop, looking)
		p.cut("ana's laptop is gone", anasLaptop)
	}
	g.ana = run(t, g.home("ana"), spaced(t, g.home("ana")))
	if _, err := g.ana.Invite(t.Context(), api.InviteRequest{Port: st.Invitation.Port}); err != nil {
		t.Fatal(err)
	}
	for _, p := range g.phones() {
		p.waits("ana's laptop is back", there)
		p.quiet("ana's laptop is back", "^"+regexp.QuoteMeta(noConnection)+"$")
	}
	g.plays(6, g.phones()...)
}

// noConnection is what a page says that hears nobody; the first frame after that still has it.
const noConnection = "No connection to the others; your seat is kept."
