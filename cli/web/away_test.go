package web

import (
	"html/template"
	"strings"
	"testing"

	"fives/cli/screentest"
	"fives/p2p/api"
)

// TestStates: the page shows each way in which a table can stand as it is told everywhere: the
// headline, who is missing, whether going on without somebody is offered. While this device is cut off
// there is nothing to press, and nothing is red.
func TestStates(t *testing.T) {
	for _, s := range screentest.States() {
		html, err := render("table", newTablePage(s.Table, api.Moves{Moves: []string{"draw"}}))
		if err != nil {
			t.Fatal(s.Name, err)
		}
		page := string(html)
		if !strings.Contains(page, template.HTMLEscapeString(s.Headline)+"</h2>") {
			t.Errorf("%s: the headline is not %q: %s", s.Name, s.Headline, page)
		}
		missing := 0
		for _, x := range s.Absent {
			if who, what, _ := strings.Cut(x, ": "); who != "ana" {
				missing++
				if _, after, _ := strings.Cut(page, `data-seat="`+who+`"`); !strings.Contains(strings.SplitN(after, "</li>", 2)[0], what) {
					t.Errorf("%s: %s is not shown as %s", s.Name, who, what)
				}
			}
		}
		if n := strings.Count(page, `class="seat away`) + strings.Count(page, `class="seat turn away`); n != missing && s.Table.Phase != api.PhaseOver {
			t.Errorf("%s: %d are shown as missing, not %d", s.Name, n, missing)
		}
		if strings.Contains(page, "/ask/continue") || strings.Contains(page, ">Go on<") != (s.Stuck && s.Table.Call == nil) {
			t.Errorf("%s: going on is offered: %v", s.Name, !s.Stuck)
		}
		if strings.Contains(page, "banner bad") {
			t.Errorf("%s: red", s.Name)
		}
		if dock := strings.Contains(page, `id="dock"`); dock != (s.Headline == "Your turn") {
			t.Errorf("%s: there are moves: %v", s.Name, dock)
		}
	}
}
