package web

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"fives/engine/games"
)

// TestIcon: the page has an icon and a manifest in itself, which its policy allows.
func TestIcon(t *testing.T) {
	var b strings.Builder
	if err := Shell(&b, "web/", "", Place{Name: "fives"}, nil, Landing{}); err != nil {
		t.Fatal(err)
	}
	inside := func(link, kind string) string {
		m := regexp.MustCompile(`<link rel="` + link + `" href="data:` + regexp.QuoteMeta(kind) + `;base64,([^"]*)"`).FindStringSubmatch(html.UnescapeString(b.String()))
		if m == nil {
			t.Fatalf("no %s in the page: %s", link, b.String())
		}
		content, err := base64.StdEncoding.DecodeString(m[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	if inside("icon", "image/svg+xml") != Icon || !strings.HasPrefix(Icon, "<svg ") {
		t.Error("the icon is another one")
	}
	var m struct {
		Name  string
		Icons []struct{ Src string }
	}
	if err := json.Unmarshal([]byte(inside("manifest", "application/manifest+json")), &m); err != nil || m.Name != "fives" || len(m.Icons) != 1 || m.Icons[0].Src != string(iconAddress()) {
		t.Errorf("the manifest: %+v, %v", m, err)
	}
	if !strings.Contains(Policy, "manifest-src data:") || !strings.Contains(Policy, "img-src 'self' data:") {
		t.Errorf("the policy lets them not be read: %s", Policy)
	}
}

// TestPicturesAreFound: a picture of a card is found by its id, so nothing else on a page has it; and
// every sign is drawn in lines.
func TestPicturesAreFound(t *testing.T) {
	var b strings.Builder
	if err := Shell(&b, "web/", "browser.wasm", Place{Name: "fives"}, nil, Landing{Below: "what there is"}); err != nil {
		t.Fatal(err)
	}
	for _, rs := range games.All() {
		if _, guide, _ := strings.Cut(b.String(), `data-guide="`+rs.Name+`" hidden`); !strings.Contains(guide, "How "+rs.Title+" is played") {
			t.Errorf("it does not say how %s is played", rs.Title)
		}
	}
	page, pictures, _ := strings.Cut(b.String(), "<defs>")
	_, after, _ := strings.Cut(pictures, "</defs>")
	id := regexp.MustCompile(` id="([^"]*)"`)
	cards := map[string]bool{}
	for _, m := range id.FindAllStringSubmatch(string(cardPictures()), -1) {
		cards[m[1]] = true
	}
	if !cards["back"] || !cards["c5s"] {
		t.Fatalf("no pictures: %v", cards)
	}
	for _, m := range id.FindAllStringSubmatch(page+after, -1) {
		if cards[m[1]] {
			t.Errorf("%q is a card, and something else", m[1])
		}
	}
	files, _ := pages.ReadDir("pages")
	for _, f := range files {
		text, _ := pages.ReadFile("pages/" + f.Name())
		for _, sign := range regexp.MustCompile(`<svg viewBox="0 0 24 24"[^>]*><path d="M[^>]*>`).FindAllString(string(text), -1) {
			t.Errorf("%s: %s has no class", f.Name(), sign)
		}
	}
}
