package control

import (
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
)

// TestProtocolListsEverything: §7.3 of the specification has every call with
// its method, §7.4 every code with its status.
func TestProtocolListsEverything(t *testing.T) {
	b, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(b), "## §7 Control API")
	if !ok {
		t.Fatal("there is no §7")
	}
	for path, r := range newHandler(nil, slog.New(slog.DiscardHandler)).(*handler).routes {
		call := fmt.Sprintf("`%s %s", r.method, path)
		if !strings.Contains(text, call+"`") && !strings.Contains(text, call+"?") {
			t.Errorf("%s`: not in §7.3", call)
		}
	}
	for code, status := range statuses {
		if !strings.Contains(text, fmt.Sprintf("| `%s` | %d |", code, status)) {
			t.Errorf("%s, %d: not in §7.4", code, status)
		}
	}
}
