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
	if Box(page) != Box("   ╭─ Step ─╮\n   │ Draw.  │  13 s\n   ╰────────╯\n") {
		t.Error("what is beside it counts")
	}
}
