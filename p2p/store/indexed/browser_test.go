//go:build !js

package indexed

import (
	"testing"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"fives/p2p/chromiumtest"
)

// TestInBrowser runs the tests of this package that are for js in Chromium: alone,
// and those in which the browser has no room, or takes the database away.
func TestInBrowser(t *testing.T) {
	browser := chromiumtest.Start(t)
	address := chromiumtest.Tests(t, ".")
	t.Run("sound", func(t *testing.T) {
		chromiumtest.Open(t, browser, address+"?-test.v&-test.run=^TestConformance|^TestOther").Passed()
	})
	t.Run("full", func(t *testing.T) {
		size := float64(3 << 20)
		origin := address[:len(address)-1]
		p := chromiumtest.Open(t, browser, address+"?-test.v&-test.run=^TestFull")
		p.Line("limit it")
		if _, err := chromedp.Call(p.Context(), storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: origin, QuotaSize: &size}); err != nil {
			t.Fatal(err)
		}
		p.Passed()
	})
	t.Run("cleared", func(t *testing.T) {
		p := chromiumtest.Open(t, browser, address+"?-test.v&-test.run=^TestCleared")
		p.Line("clear it")
		if _, err := chromedp.Call(p.Context(), storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: address[:len(address)-1], StorageTypes: "indexeddb"}); err != nil {
			t.Fatal(err)
		}
		p.Passed()
	})
}
