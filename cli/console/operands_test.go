package console

import "testing"

// An ID in groups is one ID, as in quotes; anything else is not joined.
func TestJoinedID(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"1cb3", "d455"}, "1cb3d455"}, {[]string{"1C", "b3", "D455"}, "1cb3d455"}, {[]string{"１ｃｂ３", "d4 55"}, "1cb3d455"},
		{[]string{"1cb3d455"}, ""}, {nil, ""}, {[]string{"1cb3", "zoe"}, ""}, {[]string{"1cb3", ""}, ""}, {[]string{"", ""}, ""},
		{[]string{" ", " "}, ""}, {[]string{"log.jsonl", "d455"}, ""},
	} {
		if got := JoinedID(c.args); got != c.want {
			t.Errorf("%q: %q, not %q", c.args, got, c.want)
		}
	}
}
