package open_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"fives/cli/web"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestStorage: a browser's storage for a guest's page is full, damaged or gone. The page
// explains it and says what to do, and the others lose nothing.
func TestStorage(t *testing.T) {
	nodesInPages(t)
	t.Run("full", storageFull)
	t.Run("cleared", storageCleared)
	t.Run("an older copy", storageOlder)
	t.Run("somebody else's", storageForeign)
}

// database is how scripts wait for what a database answers, and open one.
const database = `
	const end = r => new Promise((ok, no) => { r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error) })
	const done = tx => new Promise((ok, no) => { tx.oncomplete = ok; tx.onabort = () => no(tx.error) })
	const opened = name => {
		const r = indexedDB.open(name)
		r.onupgradeneeded = () => r.result.createObjectStore("entries")
		return end(r)
	}`

// copying puts what one database has in the place of what another has.
const copying = `(async (from, to) => {` + database + `
	const source = await opened(from), old = source.transaction("entries").objectStore("entries")
	const [keys, values] = await Promise.all([end(old.getAllKeys()), end(old.getAll())])
	source.close()
	const copy = await opened(to), tx = copy.transaction("entries", "readwrite"), store = tx.objectStore("entries")
	store.clear()
	keys.forEach((k, i) => store.put(values[i], k))
	await done(tx)
	copy.close()
	return keys.length > 0
})`

// mixed puts entries of one database among those of another: all, or one of them in the place
// of one that is there.
const mixed = `(async (from, to, all) => {` + database + `
	const source = await opened(from), old = source.transaction("entries").objectStore("entries")
	const [names, values] = await Promise.all([end(old.getAllKeys()), end(old.getAll())])
	source.close()
	const db = await opened(to), tx = db.transaction("entries", "readwrite"), store = tx.objectStore("entries")
	const own = await end(store.getAllKeys())
	if (all) names.forEach((name, i) => store.put(values[i], name))
	else store.put(values[0], own[0])
	await done(tx)
	db.close()
	return true
})`

// await is what a promise in the page comes to.
func await[T any](p *player, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// A pair is a guest with a phone at a daemon's table.
type pair struct {
	*player
	home    string
	ana     *control.Client
	table   string
	address string // of the page
}

// newPair makes a daemon with a table, and the address of a page at it.
func newPair(t *testing.T, limit string) *pair {
	t.Helper()
	d := &pair{player: &player{t: t, bad: &complaints{}}, home: filepath.Join(folder(t), "ana")}
	d.ana = up(t, d.home, "ana")
	offer := hostTable(t, d.ana, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": limit}})
	d.table, d.address = offer.ID, showInvitation(t, d.ana)
	return d
}

// sits opens the page, gives a name, and waits for the table.
func (d *pair) sits() {
	d.t.Helper()
	d.do(chromedp.Navigate(d.address + "#t=" + d.table))
	d.named("ben")
	d.shows(".table")
}

// again opens the page again.
func (d *pair) again() {
	d.t.Helper()
	d.do(chromedp.Navigate("about:blank"), chromedp.Navigate(d.address+"#t="+d.table))
}

// plays lets both play until ok.
func (d *pair) plays(what string, ok func() bool) {
	d.t.Helper()
	if !waittest.Try(d.t, func() bool {
		moves(d.t, d.ana, d.table)
		d.turn()
		return ok()
	}) {
		d.t.Fatalf("%s: not to be seen before the test has to end, but %s", what, d.text(`document.body.innerText`))
	}
}

// ends plays the game to its end. Both have the same log then, which verifies, and in
// which nobody is guilty of anything.
func (d *pair) ends() {
	d.t.Helper()
	d.plays("the end of the game", d.over)
	log := ""
	waittest.Until(d.t, "two logs that are the same", func() bool {
		log = exported(d.t, d.home, d.table)
		return log == d.saved()
	})
	verified(d.t, log)
	if faults := d.view().Faults; len(faults) > 0 {
		d.t.Errorf("%+v", faults)
	}
}

// view is the table as ana sees it.
func (d *pair) view() api.Table {
	d.t.Helper()
	v, err := d.ana.Table(d.t.Context(), d.table)
	if err != nil {
		d.t.Fatal(err)
	}
	return v
}

// origin is that of the page.
func (d *pair) origin() string {
	d.t.Helper()
	u, err := url.Parse(d.address)
	if err != nil {
		d.t.Fatal(err)
	}
	return "http://" + u.Host
}

// database is the name of that in which the page keeps its node.
func (d *pair) database() string {
	d.t.Helper()
	return placeOf(d.t, d.address).Name
}

// placeOf is where the page of an invitation keeps a node.
func placeOf(t testing.TB, address string) web.Place {
	t.Helper()
	return web.PlaceOf(strings.Trim(mustPath(t, address), "/"))
}

// copies puts what one database has in the place of what another has.
func (p *player) copies(from, to string) {
	p.t.Helper()
	await[bool](p, fmt.Sprintf(copying+`(%q, %q)`, from, to))
}

// quota limits what the browser keeps for the page, to so many bytes. It lasts as long
// as the tab that keeper is.
func (d *pair) quota(keeper *player, size float64) {
	d.t.Helper()
	if _, err := chromedp.Call(keeper.tab, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: d.origin(), QuotaSize: &size}); err != nil {
		d.t.Fatal(err)
	}
}

// The browser has no more room. The table says so, and goes on once there is room.
func storageFull(t *testing.T) {
	d := newPair(t, "150")
	d.visit(d.address+"check", 360, 640)
	keeper := *d.player
	d.quota(&keeper, 48<<10) // before the first database: see p2p/store/indexed
	d.opens("about:blank", 360, 640)
	d.sits()
	begun := d.view().Step
	full := func() bool {
		return d.is(`(document.querySelector(".troubles")?.textContent ?? "").includes("no more room")`)
	}
	d.plays("the table says that there is no room", func() bool { return full() || d.over() })
	if d.over() {
		t.Fatalf("the game was over before the room was: %s", await[string](d.player, `navigator.storage.estimate().then(JSON.stringify)`))
	}
	t.Logf("full at step %d, after step %d", d.view().Step, begun)
	d.quota(&keeper, 64<<20)
	d.plays("it goes on by itself", func() bool { return !full() })
	d.ends()
}

// The browser, or its person, clears what the page has kept. It says so at once, and
// what to do.
func storageCleared(t *testing.T) {
	d := newPair(t, "150")
	d.visit("about:blank", 360, 640)
	d.sits()
	before := d.view().Step
	d.plays("a move", func() bool { return d.view().Step > before+4 })
	if _, err := chromedp.Call(d.tab, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: d.origin(), StorageTypes: "indexeddb"}); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	d.says("#banner", "has cleared what this page had kept")
	t.Logf("it is said after %v", time.Since(begun))
	d.again()
	d.shows("#naming")
}

// An older copy of what the page had kept comes back. If it has the secret of the running
// hand, the node hears from the others how far it was before it signs anything, and the
// game goes on. If not, it says so, and offers to go on from the last settled hand.
func storageOlder(t *testing.T) {
	d := newPair(t, "1000") // so that it is not over before that
	d.visit("about:blank", 360, 640)
	d.sits()
	copied := api.Table{}
	d.plays("moves within one hand", func() bool {
		if d.view().Waiting.What != string(record.KindMove) {
			return false
		}
		d.keeps()
		copied = d.view()
		d.plays("two moves", func() bool { return d.view().Step > copied.Step+2 })
		return len(d.view().Hands) == len(copied.Hands)
	})
	d.restores()
	before := d.view().Step
	d.plays("it goes on by itself", func() bool { return d.view().Step > before+2 })
	d.plays("the next hand", func() bool {
		v := d.view()
		return len(v.Hands) > len(copied.Hands) && v.Waiting.What == string(record.KindMove)
	})
	d.restores()
	waittest.Until(t, "the page says what is missing", func() bool {
		moves(t, d.ana, d.table) // it may be her turn
		return strings.Contains(d.text(`document.querySelector("#prompt")?.textContent ?? ""`), "the secret key of this hand is missing")
	})
	d.taps(`#screen [data-sheet$="/onward"]`)
	d.shows("#sheet button.main")
}

// keeps makes a copy of what the page keeps. Its node ends for that, and begins again.
func (d *pair) keeps() {
	d.t.Helper()
	d.do(chromedp.Navigate(d.address + "check"))
	d.copies(d.database(), "older")
	d.again()
	d.shows(".table")
}

// restores puts that copy in the place of what the page keeps.
func (d *pair) restores() {
	d.t.Helper()
	d.do(chromedp.Navigate(d.address + "check"))
	d.copies("older", d.database())
	d.again()
	d.shows(".table")
}

// What the page had kept is mixed with what somebody else has kept.
func storageForeign(t *testing.T) {
	d := newPair(t, "60")
	d.visit("about:blank", 360, 640)
	d.sits()
	d.do(chromedp.Navigate(d.address + "check"))
	d.copies(d.database(), "sound")
	other := d.database() + " 1" // another node of the page's, whose person has begun anew
	node := func(n int) {
		t.Helper()
		d.do(chromedp.Navigate(d.address + "check"))
		eval[bool](d.player, fmt.Sprintf(`(localStorage.setItem("%s node", "%d"), true)`, d.database(), n))
	}
	node(1)
	d.do(chromedp.Navigate(d.address))
	d.named("cleo")
	d.shows(".masthead")
	node(0)
	for _, all := range []bool{false, true} {
		await[bool](d.player, fmt.Sprintf(mixed+`(%q, %q, %v)`, other, d.database(), all))
		d.again()
		d.says("#banner", "was not put there by this node")
		d.says("#banner", "Nothing was changed. Clear the data of this site to begin anew, without its tables.")
		d.do(chromedp.Navigate(d.address + "check"))
		d.copies("sound", d.database())
	}
	d.again()
	d.shows(".table")
	d.ends()
}
