package console

import "testing"

// TestNearest: a guess is made only if little is wrong.
func TestNearest(t *testing.T) {
	words := []string{"play", "show", "tables", "continue", "connect", "host", "up", "status"}
	for typed, want := range map[string]string{
		"paly": "play", "plya": "play", "pla": "play", "SHOW": "show", "shwo": "show", "sohw": "show", "table": "tables",
		"cont": "continue", "conect": "connect", "continnue": "continue", "hots": "host", "u": "", "pu": "up", "statsu": "status",
		"frobnicate": "", "xyz": "", "deal": "", "x": "", "p": "", "": "", "rules": "", "wait": "", "lobby": "",
	} {
		if got := nearest(typed, words); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"abc", ""}: 3, {"abc", "abc"}: 0, {"abc", "acb"}: 1, {"abc", "ab"}: 1, {"abc", "axc"}: 1, {"kitten", "sitting"}: 3,
	} {
		if got := distance(pair[0], pair[1]); got != want {
			t.Errorf("%q: %d, want %d", pair, got, want)
		}
	}
}
