package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fives/cli/shown"
)

// Below the result of a hand, w says what should have been played, from the log of the node. Any
// other key goes on, and then nothing comes over the table.
func TestResultTeaches(t *testing.T) {
	h := newHouse(t, 3)
	g := newMatch(t, find(t, "five"), 2, 3)
	h.match = g
	m := blank(80, 24, false)
	m.call = caller{t.Context(), h}
	m = at(m, g)
	for len(g.hands) == 0 {
		g.bots(1)
	}
	m = at(m, g.until())
	if !strings.Contains(screenText(m), "w why · enter next hand") {
		t.Fatalf("w is not offered:\n%s", screenText(m))
	}
	gone, _ := press(m, "space")
	asked, cmd := press(m, "w")
	if cmd == nil || !strings.Contains(screenText(asked), "Looking back at the hand…") {
		t.Fatalf("w does nothing:\n%s", screenText(asked))
	}
	answer := m.call.teaches(m.table.id, 1, shown.You(m.table.t))()
	taught, _ := asked.Update(answer)
	fits(t, taught.(model))
	if text := screenText(taught.(model)); !strings.Contains(text, " got ") {
		t.Errorf("it teaches\n%s", text)
	}
	if late, _ := gone.Update(answer); late.(model).popup.sheet != nil {
		t.Error("it comes over what the player has gone on to")
	}
	missing := m.call.teaches(m.table.id, 9, "")().(taughtMsg)
	if missing.err == nil || missing.hand != 9 {
		t.Errorf("a hand that is not in the log: %+v", missing)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if ended := (caller{ctx, h}).teaches(m.table.id, 1, "")().(taughtMsg); !errors.Is(ended.err, context.Canceled) {
		t.Errorf("the screen has ended, and looking back at the hand returns %v", ended.err)
	}
}
