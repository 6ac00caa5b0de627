package cli

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fives/cli/console"
)

func quiet() *console.Streams {
	return console.New([]string{"fives"}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
}

func TestArrange(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "fives",
		"--help":                       "fives --help",
		"show":                         "fives show --",
		"show 3f --json":               "fives show --json -- 3f",
		"--json show 3f":               "fives show --json -- 3f",
		"--home x show 3f":             "fives show --home x -- 3f",
		"play drop 7h -t 3f draw":      "fives play -t 3f -- drop 7h draw",
		"play --table=3f end":          "fives play --table=3f -- end",
		"play -- --json":               "fives play -- --json",
		"export -o -":                  "fives export -o - --",
		"verify -":                     "fives verify -- -",
		"host g --set a=1,2 --set b=3": "fives host --set a=1,2 --set b=3 -- g",
		"rules g -h":                   "fives help -- rules",
		"seat give zoe -t 3f":          "fives seat give -t 3f -- zoe",
		"--table 3f seat give zoe":     "fives seat give --table 3f -- zoe",
		"seat --table 3f give zoe":     "fives seat give --table 3f -- zoe",
		"peers --json":                 "fives peers --json --",
		"peers -h trust":               "fives help -- peers trust",
	} {
		got, err := console.Arrange(newApp(quiet(), nil), append([]string{"fives"}, strings.Fields(in)...))
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, %v, want %q", in, strings.Join(got, " "), err, want)
		}
	}
}

// Wherever a flag stands among the arguments, it means the same.
func TestFlagsStandAnywhere(t *testing.T) {
	app := newApp(quiet(), nil)
	words := rapid.StringMatching(`[a-z0-9=,]{1,5}`)
	rapid.Check(t, func(t *rapid.T) {
		operands := rapid.SliceOfN(words, 0, 5).Draw(t, "operands")
		flag := rapid.SampledFrom([][]string{{"--json"}, {"--table", "x"}, {"-t", "-1"}, {"--home=y"}}).Draw(t, "flag")
		at := rapid.IntRange(0, len(operands)).Draw(t, "at")
		got, err := console.Arrange(app, slices.Concat([]string{"fives", "play"}, operands[:at], flag, operands[at:]))
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Concat([]string{"fives", "play"}, flag, []string{"--"}, operands)
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
