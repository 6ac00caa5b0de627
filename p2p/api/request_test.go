package api

import "testing"

// The ID of a table is read as it was meant. What is no ID at all does not become none, which would
// be another table.
func TestTypedID(t *testing.T) {
	for text, want := range map[string]string{"6927caa1": "6927caa1", "6927CAA1": "6927caa1", " 6927 caa1\n": "6927caa1", "６９２７ｃａａ１": "6927caa1", "": "", " ": " ", "\u200b": "\u200b"} {
		if got := TypedID(text); got != want {
			t.Errorf("%+q: %+q", text, got)
		}
	}
}
