package command

import (
	"bytes"
	"strings"
	"testing"

	"fives/cli/console"
	"fives/cli/contract"
	"fives/cli/draw"
	"fives/cli/shown"
)

// TestNews: watch tells each event in the words and as loud as every other front end.
func TestNews(t *testing.T) {
	style := draw.Style{Colour: true, Width: 80}
	plain := func(text string) string { return text }
	look := map[shown.Tone]func(string) string{shown.Calm: plain, shown.Told: plain, shown.Good: style.Strong, shown.Bad: style.Warning}
	for _, c := range contract.News() {
		what := string(c.Event.Kind) + " " + c.Event.What
		var out bytes.Buffer
		s := &console.Streams{Out: &out, Err: &bytes.Buffer{}}
		w := &watcher{s: s, style: style, spin: s.Progress()}
		if err := w.show(c.Event); err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(strings.TrimSuffix(out.String(), "\n"), "  ")
		want := ""
		if c.Text != "" && c.Where != contract.Passing {
			want = look[c.Tone](c.Text)
		}
		if c.Event.Text != "" && c.Event.Fingerprint != "" {
			want = c.Event.Name + ": " + c.Event.Text
		}
		if c.Command != "" {
			want += " (" + c.Command + ")"
		}
		if line != want {
			t.Errorf("%s: %q, want %q", what, line, want)
		}
	}
}
