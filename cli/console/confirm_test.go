package console

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestConfirm: only yes means yes, and nothing after the line is read.
func TestConfirm(t *testing.T) {
	for in, want := range map[string]bool{"y\nrest": true, "YES\nrest": true, "n\nrest": false, "\nrest": false, "yesno\nrest": false, "": false, "y": true} {
		var out bytes.Buffer
		from := strings.NewReader(in)
		err := New(nil, from, &out, io.Discard).Confirm("forget it?")
		if (err == nil) != want || out.String() != "forget it? [y/N] " {
			t.Errorf("%q: %v after %q", in, err, out.String())
		}
		if rest, _ := io.ReadAll(from); strings.Contains(in, "\n") && string(rest) != "rest" {
			t.Errorf("%q: %q is left", in, rest)
		}
	}
}
