package console

import (
	"io"
	"testing"

	"fives/cli/draw"
)

// Suits are drawn where the locale has them, and where none is named.
func TestOnlyASCII(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{}, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "POSIX"}, true},
		{map[string]string{"LANG": "C.UTF-8"}, false},
		{map[string]string{"LANG": "de_DE.utf8"}, false},
		{map[string]string{"LANG": "en_US.ISO-8859-1"}, true},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "C"}, true},
		{map[string]string{"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, false},
	} {
		if got := onlyASCII(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v", c.env, got)
		}
	}
}

// The environment says what the terminal writes on, as rxvt, Konsole and others put it.
func TestGround(t *testing.T) {
	for said, want := range map[string]draw.Ground{
		"": draw.Unknown, "15;0": draw.Dark, "0;15": draw.Light, "0;default;15": draw.Light, "12;8": draw.Dark, "0;7": draw.Light, "0;11": draw.Light,
		"7;6": draw.Dark, "default;default": draw.Unknown, "0;16": draw.Unknown, "0;-1": draw.Unknown, "0;": draw.Unknown, "15": draw.Light,
	} {
		if got := Ground(func(string) string { return said }); got != want {
			t.Errorf("%q: %d", said, got)
		}
	}
}

// A command has hues only on a ground that is known, and in a terminal with 256 colours.
func TestHues(t *testing.T) {
	t.Setenv("COLORTERM", "")
	for _, c := range []struct {
		term, said string
		want       draw.Ground
	}{
		{"xterm-256color", "0;15", draw.Light}, {"xterm-256color", "", draw.Unknown}, {"xterm", "0;15", draw.Unknown}, {"linux", "15;0", draw.Unknown},
	} {
		t.Setenv("TERM", c.term)
		t.Setenv("COLORFGBG", c.said)
		if got := New(nil, nil, io.Discard, io.Discard).Style(false).Ground; got != c.want {
			t.Errorf("%s, %q: %d", c.term, c.said, got)
		}
	}
}
