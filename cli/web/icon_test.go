package web

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
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
