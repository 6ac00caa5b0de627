package open_test

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/cli/say"
	"fives/cli/web"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/store"
	"fives/p2p/store/memory"
	"fives/p2p/waittest"
)

// TestPlanted: a stranger had the laptop's address, and a page of his has left all that a
// page can leave at an origin; another one is still open. The honest page asks for a name,
// plays with a fresh key, and signs nothing else than it would without.
func TestPlanted(t *testing.T) {
	nodesInPages(t)
	t.Run("at home", func(t *testing.T) { planted(t, false) })
	t.Run("on loopback", func(t *testing.T) { planted(t, true) })
	t.Run("a service worker that answers everything", answering)
}

// A stranger has a key, and the port of a laptop.
type stranger struct {
	key  ed25519.PrivateKey
	port int
	page *http.Server
}

// worker is what the script of the stranger's service worker does with a request.
func newStranger(t *testing.T, port int, worker string) *stranger {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	s := &stranger{key: key, port: port, page: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sw.js" {
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, `
				addEventListener("install", () => skipWaiting())
				addEventListener("activate", e => e.waitUntil(clients.claim()))
				addEventListener("fetch", e => { const path = new URL(e.request.url).pathname; %s })`, worker)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>trap</title><link rel="icon" href="data:,">`)
	})}}
	go s.page.Serve(l) //nolint:errcheck // it says that it was closed
	t.Cleanup(func() { s.page.Close() })
	return s
}

// fingerprint is that of the stranger's key.
func (s *stranger) fingerprint() string { return record.Fingerprint(record.KeyOf(s.key)) }

// A wiretap is a disk that keeps what a store writes.
type wiretap struct{ all []memory.Entry }

func (w *wiretap) Entries() ([]memory.Entry, error) { return nil, nil }

func (w *wiretap) Commit(changes []memory.Entry) error {
	w.all = append(w.all, changes...)
	return nil
}

func (w *wiretap) Close() error { return nil }

// store is one with the stranger's key in it, as JSON.
func (s *stranger) store(t *testing.T) string {
	t.Helper()
	w := &wiretap{}
	db, err := memory.Open(w)
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.SetIdentity(store.Identity{Seed: s.key.Seed(), Name: "mallory"}); err != nil {
		t.Fatal(err)
	}
	var entries [][2][]int
	numbers := func(b []byte) []int {
		list := []int{}
		for _, c := range b {
			list = append(list, int(c))
		}
		return list
	}
	for _, e := range w.all {
		entries = append(entries, [2][]int{numbers([]byte(e.Name)), numbers(e.Value)})
	}
	text, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// leaves is what the stranger's page does: entries are those of a store, databases the names
// under which the page might look for its own, values what it might read.
const leaves = `(async (entries, databases, values) => {` + database + `
	for (const name of databases) {
		const db = await opened(name), tx = db.transaction("entries", "readwrite")
		for (const [key, value] of entries) tx.objectStore("entries").put(new Uint8Array(value), new Uint8Array(key))
		await done(tx)
		db.close()
	}
	for (const name of ["", ...databases.map(n => n + " ")]) for (const [key, value] of Object.entries(values)) {
		localStorage.setItem(name + key, value)
		sessionStorage.setItem(name + key, value)
	}
	document.cookie = "session=planted; path=/"
	window.name = "fetcher"
	history.pushState({ name: "mallory", as: 0 }, "", location.pathname + "#t=abcdabcdabcdabcd&c=4711")
	if (self.caches) await (await caches.open("fives")).put("/nodes.json", new Response('{"nodes": []}'))
	if (navigator.serviceWorker) {
		await navigator.serviceWorker.register("/sw.js", { scope: "/" })
		await new Promise(done => navigator.serviceWorker.controller ? done() : navigator.serviceWorker.oncontrollerchange = done)
	}
	return !!navigator.serviceWorker
})`

// stays is what a page of the stranger's does that is still open: again and again it says
// that it has each database, and so is the node.
const stays = `(databases => {
	self.shouting = new Worker(URL.createObjectURL(new Blob([` + "`" + `
		const channels = ${JSON.stringify(databases)}.map(name => new BroadcastChannel("fives " + name))
		setInterval(() => channels.forEach(channel => channel.postMessage("here")), 5)` + "`" + `], { type: "text/javascript" })))
	return true
})`

// everything is all that a page of the origin can read of what the browser keeps there.
const everything = `(async () => {` + database + `
	const text = v => typeof v === "string" ? v : new TextDecoder("latin1").decode(v)
	const all = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
	for (const { name } of await indexedDB.databases()) {
		const db = await opened(name), store = db.transaction("entries").objectStore("entries")
		all.push(name, ...(await end(store.getAllKeys())).map(text), ...(await end(store.getAll())).map(text))
		db.close()
	}
	return all.join("\n")
})()`

func planted(t *testing.T, loopback bool) {
	d := &pair{player: &player{t: t, bad: &complaints{}}, home: filepath.Join(folder(t), "ana")}
	d.ana = up(t, d.home, "ana")
	i, err := d.ana.Invite(t.Context(), api.InviteRequest{})
	if err != nil {
		t.Fatal(err)
	}
	named, err := url.Parse(i.ByName)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.ana.Invite(t.Context(), api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	// Only what a browser trusts may have a service worker: loopback, and no address at home.
	s := newStranger(t, i.Port, `if (path.endsWith("/nodes.json")) e.respondWith(new Response('{"nodes": []}'))`)
	origin := fmt.Sprintf("http://%s:%d", named.Hostname(), i.Port)
	if loopback {
		origin = fmt.Sprintf("http://127.0.0.1:%d", i.Port)
	}
	former := web.PlaceOf(strings.Trim(named.Path, "/")).Name // whoever was here then has told it
	databases, err := json.Marshal([]string{"fives", web.PlaceOf("").Name, web.PlaceOf("fives").Name, former, former + " 1"})
	if err != nil {
		t.Fatal(err)
	}
	values := `{ "node": "1", "cover": "` + say.CoverGoesOn + `", "colours": "two", "pace": "5000", "cards": "large", "thumb": "left", "sound": "off", "motion": "off", "sort": "by suit",
		"mute.` + s.fingerprint() + `": "", "session": "planted", "name": "mallory" }`
	d.visit(origin+"/trap", 360, 640, chromedp.Flag("host-resolver-rules", "MAP "+named.Hostname()+" 127.0.0.1"))
	if !eval[bool](d.player, fmt.Sprintf(stays+`(%s)`, databases)) {
		t.Fatal("the stranger's page does not stay")
	}
	open := *d.player
	d.opens(origin+"/trap", 360, 640) // another tab
	if trusted := await[bool](d.player, fmt.Sprintf(leaves+`(%s, %s, %s)`, s.store(t), databases, values)); trusted != loopback {
		t.Fatalf("on loopback: %v, but a service worker: %v", loopback, trusted)
	}
	d.bad.clear()
	s.page.Close()

	address, err := url.Parse(invitedAt(t, d.ana, i.Port))
	if err != nil {
		t.Fatal(err)
	}
	offer := hostTable(t, d.ana, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "30"}})
	d.table, d.address = offer.ID, origin+address.Path
	d.do(chromedp.Navigate(d.address + "#t=" + d.table))
	if loopback {
		d.says("#banner", "A program that somebody else has left in this browser")
		if d.is(`!!self.early.worker`) {
			t.Error("a node begins behind a stranger's service worker")
		}
		d.again()
		if d.is(`!!navigator.serviceWorker.controller`) {
			t.Error("the stranger's service worker is still there")
		}
	}
	const name = "benjamin" // of so many letters that no chance makes them
	d.named(name)
	d.shows(".table")
	eval[bool](&open, `(self.shouting.terminate(), true)`)
	if at := d.text(`document.documentElement.dataset.colours`); at != "four" {
		t.Errorf("the page has a preference of the stranger's: %q", at)
	}
	d.ends()
	ben := d.view().Seats[1]
	if ben.Name != name || ben.Fingerprint == s.fingerprint() {
		t.Errorf("%s signs with %s, the stranger has %s", ben.Name, ben.Fingerprint, s.fingerprint())
	}
	d.tap("#to-lobby")
	if at := d.here(); at != ben.Fingerprint {
		t.Errorf("the page says that its key is %s, and signs with %s", at, ben.Fingerprint)
	}
	d.taps("#new")
	d.shows("#new-table")
	if got := d.text(`document.querySelector("#f-cover").value`); got != say.CoverWaits {
		t.Errorf("a new table would have the stranger's answer: %q", got)
	}
	for _, b := range d.bad.list() {
		t.Error(b)
	}
	d.do(chromedp.Navigate("about:blank")) // so that the database is free
	read := await[string](&open, everything)
	if !strings.Contains(read, "mallory") || !strings.Contains(read, placeOf(t, d.address).Name) {
		t.Fatalf("the stranger's page does not read what there is: %q", read)
	}
	for _, secret := range []string{name, strings.Trim(address.Path, "/")} {
		if strings.Contains(read, secret) {
			t.Errorf("the stranger's page, which is still open, reads %q", secret)
		}
	}
}

// answering: a stranger's service worker answers everything, so the page that comes first
// is still his. The browser looks after its script then, and the honest laptop ends it.
func answering(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	first, err := ana.Invite(t.Context(), api.InviteRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Invite(t.Context(), api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	s := newStranger(t, first.Port, `e.respondWith(new Response("<!doctype html><title>trap</title><p id=trap>Another page", { headers: { "Content-Type": "text/html" } }))`)
	p := &player{t: t, bad: &complaints{}}
	p.visit(fmt.Sprintf("http://127.0.0.1:%d/trap", first.Port), 360, 640)
	if !await[bool](p, fmt.Sprintf(leaves+`(%s, [], {})`, s.store(t))) {
		t.Fatal("there is no service worker")
	}
	s.page.Close()
	address := invitedAt(t, ana, first.Port)
	p.do(chromedp.Navigate(address))
	waittest.Until(t, "the honest page, in the place of the other one", func() bool {
		there, err := chromedp.Run(p.tab, chromedp.Evaluate[bool](`!!document.querySelector("#naming:not([hidden])")`))
		return err == nil && there
	})
	p.named("ben")
	p.here()
	if left := await[int](p, `navigator.serviceWorker.getRegistrations().then(all => all.length)`); left != 0 {
		t.Errorf("%d service workers are left", left)
	}
}

// TestPlantedPort: another program had the port of fives open before, and left all that a page
// can leave. The page asks for the code, and what it would sign is as it was.
func TestPlantedPort(t *testing.T) {
	waittest.Browsers(t)
	p := &player{t: t, bad: &complaints{}}
	door := p.serve(filepath.Join(folder(t), "ana"))
	p.visit(door, 360, 640)
	p.shows(".masthead")
	origin := p.text(`location.origin`)
	// What it could leave is left by this page, before the next one is loaded: the port is taken.
	values := `{ "cover": "` + say.CoverGoesOn + `", "colours": "two", "session": "planted" }`
	await[bool](p, fmt.Sprintf(`(async values => {
		for (const name of ["", "fives ", " "]) for (const [key, value] of Object.entries(values)) {
			localStorage.setItem(name + key, value)
			sessionStorage.setItem(name + key, value)
		}
		window.name = "fetcher"
		document.cookie = "session=planted; path=/"
		return true
	})(%s)`, values))
	p.bad.clear()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(origin+"/"))
	p.shows("#entering")
	if asked := slices.ContainsFunc(p.bad.list(), func(b string) bool { return !strings.Contains(b, "401") }); asked {
		t.Error(p.bad.list())
	}
	p.gives(p.code())
	p.shows(".masthead")
	p.taps("#new")
	p.shows("#new-table")
	if got := p.text(`document.querySelector("#f-cover").value`); got != say.CoverWaits || p.text(`document.documentElement.dataset.colours`) != "four" {
		t.Errorf("a new table would have the stranger's answer: %q", got)
	}
}

// taken is what a page of the origin can read of a database, and planting what it can write: all that
// somebody needs who was invited himself, and has the laptop's address for a moment in the browser of another
// guest.
const (
	taken = `(async name => {` + database + `
		const db = await opened(name), store = db.transaction("entries").objectStore("entries")
		const [keys, values] = await Promise.all([end(store.getAllKeys()), end(store.getAll())])
		db.close()
		return JSON.stringify(keys.map((key, i) => [[...new Uint8Array(key)], [...new Uint8Array(values[i])]]))
	})`
	planting = `(async (name, entries, node) => {` + database + `
		const db = await opened(name), tx = db.transaction("entries", "readwrite"), store = tx.objectStore("entries")
		store.clear()
		for (const [key, value] of entries) store.put(new Uint8Array(value), new Uint8Array(key))
		await done(tx)
		db.close()
		localStorage.setItem(name.replace(/ \d$/, "") + " node", node)
		sessionStorage.setItem("node", node)
		window.name = name
		history.replaceState({ node, as: 0, was: true }, "")
		return true
	})`
)

// TestPlantedTonight: a guest makes a key under the name zoe, and puts it into the browser of somebody who has not opened the
// invitation yet. As long as it has not played, it is not offered; once it has, the page asks, with what the laptop knows and
// whatever else lies there, also in the victim's own tab and after a reload. Whoever says no plays with another key.
func TestPlantedTonight(t *testing.T) {
	nodesInPages(t)
	d := newPair(t, "500")
	const name = "zoe"
	mallory := &player{t: t, bad: &complaints{}}
	mallory.visit(d.address, 360, 640, newLink(t, d.port(), "127.0.0.66").flag())
	mallory.named(name)
	planted := mallory.here()
	takes := func() string { // his node ends for that, and begins again
		t.Helper()
		mallory.do(chromedp.Navigate(d.address + "check"))
		return await[string](mallory, fmt.Sprintf(taken+`(%q)`, d.database()))
	}
	fresh := takes()

	d.visit(d.address+"check", 360, 640, newLink(t, d.port(), "127.0.0.77").flag())
	plants := func(entries string) {
		t.Helper()
		await[bool](d.player, fmt.Sprintf(planting+`(%q, %s, "0")`, d.database(), entries))
		d.do(chromedp.Navigate(d.address)) // in the same tab
	}
	plants(fresh)
	d.shows("#naming")
	if d.is(`document.querySelector("#again").checkVisibility() || document.querySelector("#before").checkVisibility()`) {
		t.Error("a planted key that has played nothing is offered")
	}
	d.named("vera")
	if got := d.here(); got == planted {
		t.Error("a planted key that has played nothing is taken")
	}

	mallory.do(chromedp.Navigate(d.address + "#t=" + d.table))
	mallory.named(name)
	mallory.shows(".table")
	waittest.Until(t, "he plays", func() bool { v := d.view(); return v.Hand == 1 && len(v.Seats) == 2 && v.Seats[1].Online })
	planted = d.seat()
	played := takes()
	d.do(chromedp.Navigate(d.address + "check"))
	for _, again := range []func(){func() { plants(played) }, func() { d.loads() }, func() { plants(played); d.loads() }} {
		again()
		said := d.asked()
		if !strings.HasPrefix(said, "zoe plays Five here with ana, hand 1, since ") || !strings.HasSuffix(said, ", last on another device, or at another address. Was that you?") {
			t.Errorf("of a planted key it is said: %q", said)
		}
		if connected := slices.ContainsFunc(d.peers(), func(p api.Peer) bool { return p.Connected }); connected {
			t.Error("a node runs with a planted key")
		}
	}
	d.answers(false)
	d.shows("#naming")
	if got := d.text(`document.querySelector("#naming input").value`); got != "" {
		t.Errorf("somebody new is to be called %q", got)
	}
	d.named("vera")
	vera := d.here()
	if vera == planted {
		t.Error("a planted key is taken")
	}
	for _, b := range d.bad.list() {
		if !strings.Contains(b, "ERR_") { // only IPv4 leads to the laptop
			t.Error(b)
		}
	}
}

func (d *pair) peers() []api.Peer {
	d.t.Helper()
	all, err := d.ana.Peers(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	return all
}
