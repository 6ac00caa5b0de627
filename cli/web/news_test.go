package web

import (
	"html"
	"strings"
	"testing"

	"fives/cli/contract"
	"fives/cli/say"
	"fives/cli/shown"
)

// TestNews: the page tells each event in the words and as loud as every other front end.
func TestNews(t *testing.T) {
	class := map[shown.Tone]string{shown.Calm: "", shown.Told: "", shown.Good: ` class="big"`, shown.Bad: ` class="bad"`}
	for _, c := range contract.News() {
		what := string(c.Event.Kind) + " " + c.Event.What
		h, err := happeningOf(c.Event, contract.Table, strangers)
		if err != nil {
			t.Fatal(err)
		}
		line, want := string(h.Log), "<li"+class[c.Tone]+">"
		if h.Text != "" {
			want = `<li class="chat">`
		}
		story := c.Where == contract.Story || c.Where == contract.Shown
		if text := strings.Join(strings.Fields(check(t, what, line).text), " "); story && (!strings.EqualFold(text, c.Text) || !strings.HasPrefix(line, want)) || !story && line != "" {
			t.Errorf("%s: the story says %s, want %q as %s", what, line, c.Text, want)
		}
		if heard := story || c.Where == contract.Heard; heard != (h.Say != "") || heard && h.Text == "" && h.Say != say.Sentence(c.Text) {
			t.Errorf("%s: %q is read aloud", what, h.Say)
		}
		if h.There != say.Sentence(c.Elsewhere) || h.Bad != (c.Tone == shown.Bad) || h.Here && !story && c.Elsewhere == "" {
			t.Errorf("%s: elsewhere it says %q, want %q", what, h.There, c.Elsewhere)
		}
		room, err := publicHappening(c.Event, strangers)
		if err != nil {
			t.Fatal(err)
		}
		c.Event.Yours = false // a room reads names
		if h, err = happeningOf(c.Event, contract.Table, strangers); err != nil {
			t.Fatal(err)
		}
		if told := string(room.Log); c.Room() && told != string(h.Log) || !c.Room() && told != "" {
			t.Errorf("%s: the big screen says %s", what, told)
		}
		if told := h.Say + line + h.There; c.Command != "" && strings.Contains(told, "fives ") {
			t.Errorf("%s: the page names a command: %s", what, told)
		}
	}
}

// TestResults: page and big screen say of a settled hand what every other front end says, and the page offers the
// same.
func TestResults(t *testing.T) {
	for _, r := range contract.Results() {
		page, err := render("sheet", signed(shown.Settled(r.Table, 1, 1), strangers))
		if err != nil {
			t.Fatal(err)
		}
		room, err := render("screen", newPublicTable(r.Table, strangers))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(r.Says, r.Below, say.Capital(r.On)+"</button>") {
			if !strings.Contains(html.UnescapeString(string(page)), want) {
				t.Errorf("%s: the page does not say %q: %s", r.Name, want, page)
			}
		}
		for _, want := range r.Says {
			if !strings.Contains(html.UnescapeString(string(room)), want) {
				t.Errorf("%s: the big screen does not say %q: %s", r.Name, want, room)
			}
		}
		if n := strings.Count(string(page), "data-deed="); n != len(r.Offers) {
			t.Errorf("%s: the page offers %d deeds: %s", r.Name, n, page)
		}
		for _, act := range r.Offers {
			if !strings.Contains(string(page), `data-deed="`+string(act)+`"`) {
				t.Errorf("%s: the page does not offer %s: %s", r.Name, act, page)
			}
		}
	}
}
