//go:build !js

package indexed

import (
	"testing"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"fives/p2p/browsertest"
)

// TestInBrowser runs this package's tests for js in Chromium: the ordinary ones, and those in which the browser has no room or clears
// the database.
func TestInBrowser(t *testing.T) {
	browser := browsertest.Start(t)
	pages := browsertest.TestPages(t, ".")
	address := browsertest.Serve(t, pages)
	t.Run("sound", func(t *testing.T) {
		browsertest.Open(t, browser, address+"?-test.v&-test.run=^TestConformance|^TestOther").Passed()
	})
	t.Run("full", func(t *testing.T) {
		// For up to 30 s, Chromium gives a database the room that it had found for it
		// before it asks for its quota again. So the quota is there before the first
		// database of an origin, which is a new one.
		fresh := browsertest.Serve(t, pages)
		keeper := browsertest.Open(t, browser, fresh+"wasm_exec.js") // the quota lasts as long as the tab that has set it
		quota(t, keeper, fresh, 3<<20)
		p := browsertest.Open(t, browser, fresh+"?-test.v&-test.run=^TestFull")
		p.Line("make room")
		quota(t, keeper, fresh, 64<<20)
		browsertest.Eval[bool](p, "room()")
		p.Passed()
	})
	t.Run("cleared", func(t *testing.T) {
		p := browsertest.Open(t, browser, address+"?-test.v&-test.run=^TestCleared")
		p.Line("clear it")
		if _, err := chromedp.Call(p.Context(), storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: address[:len(address)-1], StorageTypes: "indexeddb"}); err != nil {
			t.Fatal(err)
		}
		p.Passed()
	})
}

// quota limits the bytes that an origin may keep.
func quota(t *testing.T, p *browsertest.Page, address string, size float64) {
	t.Helper()
	origin := address[:len(address)-1]
	if _, err := chromedp.Call(p.Context(), storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin, QuotaSize: &size}); err != nil {
		t.Fatal(err)
	}
}
