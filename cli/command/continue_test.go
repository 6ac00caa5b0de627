package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fives/cli/console"
	"fives/p2p/api"
)

// Of two who are called the same, one has to say whom one means; the label of the first is the bare
// name, which is no answer to that.
func TestNamesakesAreAskedAbout(t *testing.T) {
	seats := func(names ...string) (m api.Summary) {
		for i, n := range names {
			m.Seats = append(m.Seats, api.Seat{Name: n, Fingerprint: strings.Repeat(string(rune('a'+i)), 4)})
		}
		return m
	}
	two, one, odd := seats("pi", "ana", "pi~2"), seats("pi", "ana"), seats("pi~2", "ana", "pi~1")
	both := seats("Ada", "ada")
	for name, c := range map[string]struct {
		tables []api.Summary
		typed  []string
		want   []string // nil for a refusal
	}{
		"one of that name":        {[]api.Summary{one}, []string{"pi"}, []string{"pi"}},
		"two of that name":        {[]api.Summary{two}, []string{"ana", "pi"}, nil},
		"the first":               {[]api.Summary{two}, []string{"pi~1"}, []string{"pi"}},
		"the second":              {[]api.Summary{two}, []string{"pi~2"}, []string{"pi~2"}},
		"both":                    {[]api.Summary{two}, []string{"pi~1", "pi~2"}, []string{"pi", "pi~2"}},
		"at another table":        {[]api.Summary{one, two}, []string{"pi"}, nil},
		"names that look like it": {[]api.Summary{odd}, []string{"pi~1", "pi~2"}, []string{"pi~1", "pi~2"}},
		"nobody":                  {[]api.Summary{two}, []string{"zoe"}, []string{"zoe"}},
		"with a space":            {[]api.Summary{two}, []string{" pi "}, nil},
		"in capitals":             {[]api.Summary{two}, []string{"PI"}, nil},
		"the first in capitals":   {[]api.Summary{two}, []string{"PI~1", "Ana"}, []string{"pi", "ana"}},
		"exactly":                 {[]api.Summary{both}, []string{"ada", "Ada"}, []string{"ada", "Ada"}},
	} {
		var tables [][]player
		for _, m := range c.tables {
			tables = append(tables, playersOf(m))
		}
		got, err := labelsOf(tables, "--without", c.typed)
		if c.want != nil && (err != nil || !slices.Equal(got, c.want)) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if c.want != nil {
			continue
		}
		var f *console.Failure
		if !errors.As(err, &f) || f.Status != console.StatusUsage || f.Text != "2 players are called pi: pi~1 (aaaa), pi~2 (cccc)" || f.Hint != "--without pi~1 or --without pi~2" {
			t.Errorf("%s: %q, %+v", name, got, err)
		}
	}
}
