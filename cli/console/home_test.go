package console

import (
	"path/filepath"
	"testing"
)

// TestHomeAt: "~/" at the beginning means the user's folder, wherever it was written; no folder
// called ~ is made.
func TestHomeAt(t *testing.T) {
	user := t.TempDir()
	t.Setenv("HOME", user)
	t.Setenv("USERPROFILE", user)
	t.Setenv("XDG_DATA_HOME", "")
	for named, want := range map[string]string{
		"~/x":       filepath.Join(user, "x"),
		"~":         user,
		"~ana":      "~ana",
		"./~/x":     "./~/x",
		"x":         "x",
		"":          filepath.Join(user, ".local", "share", "fives"),
		"/tmp/~/ab": "/tmp/~/ab",
	} {
		if got, err := HomeAt(named); err != nil || got != want {
			t.Errorf("HomeAt(%q) = %q, %v, want %q", named, got, err, want)
		}
	}
}
