package screentest

import "testing"

func TestBox(t *testing.T) {
	const table = "stock 41   ╭──╮\n           │7♥│\n           ╰──╯\n"
	const page = "sto╭─ Step ─╮──╮\n   │ Draw.  │♥│  12 s\n   ╰────────╯─╯\n"
	if got := Box(table); got != "" {
		t.Errorf("a table has %q", got)
	}
	if got := Box(page); got != "╭─ Step ─\n│ Draw.  \n╰────────" {
		t.Errorf("the page is %q", got)
	}
	if got := Box("sto╭─ Step ─╮──╮\n   │ Draw.  │♥│\n           ╰──╯\n"); got != "" {
		t.Errorf("half of a page is %q", got)
	}
	if Box(page) != Box("   ╭─ Step ─╮\n   │ Draw.  │  13 s\n   ╰────────╯\n") {
		t.Error("what is beside it counts")
	}
	for now, want := range map[string]bool{
		"":    false, // being drawn
		page:  false,
		table: true,
		"stock 41   ╭──╮\n           │7♥│\n   ╰─ Draw. ╯\n":    false, // half of it
		"sto╭─ Step ─╮──╮\n   │ Take.  │♥│\n   ╰────────╯─╯\n": true,
	} {
		if Closed(page, now) != want {
			t.Errorf("closed %v:\n%s", !want, now)
		}
	}
}
