package layout

import (
	"strings"
	"testing"
)

// TestGridWithin: a grid that is too wide is wrapped, and keeps all its words.
func TestGridWithin(t *testing.T) {
	g := Grid{}
	g.Row("6927caa1", "open", "five, 1 of 2 seats taken (ana), jokers=0, lap-cap=100, limit=30", "at ana's node")
	g.Line("  ! a new key: you know another ana")
	g.Row("45c50403", "stopped", "five: ana, ben, cleo", "hand 2")
	if g.Within(0) != g.Text() || g.Within(200) != g.Text() {
		t.Error("a grid that fits is wrapped")
	}
	want := strings.Join([]string{
		"6927caa1  open     five, 1 of 2 seats",
		"                   taken (ana),",
		"                   jokers=0,",
		"                   lap-cap=100,",
		"                   limit=30; at ana's",
		"                   node",
		"  ! a new key: you know another ana",
		"45c50403  stopped  five: ana, ben, cleo;",
		"                   hand 2", "",
	}, "\n")
	if got := g.Within(40); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	for columns := 36; columns < 110; columns++ {
		if n := widest(g.Within(columns)); n > columns {
			t.Errorf("%d columns of %d", n, columns)
		}
	}
}
