package api

import (
	"runtime/debug"
	"testing"
)

// A build says what it is by the best that it has.
func TestVersionOf(t *testing.T) {
	const rev = "0123456789abcdef0123456789abcdef01234567"
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: rev}, {Key: "vcs.modified", Value: modified}}
	}
	for name, c := range map[string]struct {
		main     string
		settings []debug.BuildSetting
		id, want string
	}{
		"a tag":                  {"v1.2.3", vcs("true"), "x", "v1.2.3"},
		"a revision":             {"(devel)", vcs("false"), "x", "devel-0123456789ab"},
		"a revision, and more":   {"", vcs("true"), "x", "devel-0123456789ab-2d711642"},
		"nothing but its linker": {"(devel)", nil, "x", "devel-2d711642"},
		"another linking":        {"(devel)", nil, "y", "devel-a1fce436"},
		"nothing":                {"", nil, "", "devel"},
	} {
		got := versionOf(&debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings}, func() string { return c.id })
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
