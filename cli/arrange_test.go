package cli

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"pgregory.net/rapid"

	"fives/cli/command"
	"fives/cli/console"
	"fives/cli/daemon"
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

// TestFlagsOfTheProgram: each flag of fives itself, without a command and before one that has it too,
// with its value behind a blank and behind "=".
func TestFlagsOfTheProgram(t *testing.T) {
	tried := 0
	for _, f := range newApp(quiet(), nil).Flags {
		value := "x"
		switch f.(type) {
		case *cli.DurationFlag:
			value = "1s"
		case *cli.IntFlag:
			value = "1"
		}
		for _, name := range f.Names() {
			name = strings.Repeat("-", min(2, len(name))) + name
			for _, args := range [][]string{{name, value}, {name + "=" + value}} {
				if !f.(cli.DocGenerationFlag).TakesValue() {
					args = []string{name}
				}
				var out, said bytes.Buffer
				status := run(console.New(append([]string{"fives"}, args...), nil, &out, &said), nil)
				if want := map[bool]string{false: "COMMANDS:", true: "protocol"}[name == "--version"]; status != 0 || said.Len() > 0 || !strings.Contains(out.String(), want) {
					t.Errorf("%q: status %d, %q, %q", args, status, out.String(), said.String())
				}
				got, err := console.Arrange(newApp(quiet(), nil), slices.Concat([]string{"fives"}, args, []string{"up"}))
				if want := slices.Concat([]string{"fives", "up"}, args, []string{"--"}); !slices.Contains([]string{"--help", "-h", "--version", "--pace"}, name) && (err != nil || !slices.Equal(got, want)) {
					t.Errorf("%q: %q, %v", args, got, err)
				}
				tried++
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestFlagsStandOnce: the help explains the flags of the node, and those of all commands, in one place;
// a table has one way to be named; and one thing has one name.
func TestFlagsStandOnce(t *testing.T) {
	names := map[string][]string{}
	var count func(c *cli.Command, path string)
	count = func(c *cli.Command, path string) {
		for _, f := range c.Flags {
			if !console.IsHidden(f) {
				names[f.Names()[0]] = append(names[f.Names()[0]], path)
			}
		}
		for _, below := range c.Subcommands {
			count(below, path+" "+below.Name)
		}
	}
	app := newApp(quiet(), nil)
	for _, c := range app.VisibleCommands() {
		count(c, c.Name)
	}
	other := []string{"doctor", "invite"} // where --port, --iface and --network say what to look at, or where the page is
	for _, f := range daemon.Flags() {
		if in := slices.DeleteFunc(names[f.Names()[0]], func(c string) bool { return slices.Contains(other, c) }); !slices.Equal(in, []string{"up"}) {
			t.Errorf("--%s stands in the help of %q", f.Names()[0], in)
		}
	}
	for _, f := range console.Everywhere() {
		if in := names[f.Names()[0]]; len(in) > 0 || !strings.Contains(command.Overview(app), "--"+f.Names()[0]) {
			t.Errorf("--%s stands in the help of %q, or not in that of the program", f.Names()[0], in)
		}
	}
	for _, c := range app.VisibleCommands() {
		if strings.Contains(c.ArgsUsage, "TABLE") && slices.Contains(names["table"], c.Name) {
			t.Errorf("%s takes a table as an argument and with --table", c.Name)
		}
	}
	for wrong, right := range map[string]string{"out": "output", "eyes": "seat", "of": "seat", "sure": "yes"} {
		if in := names[wrong]; len(in) > 0 {
			t.Errorf("--%s of %q is --%s elsewhere", wrong, in, right)
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

// TestLinksInOtherPlaces: a friend's link is refused wherever no command takes it, in one sentence that
// names the one that does, and without its secret.
func TestLinksInOtherPlaces(t *testing.T) {
	const link = "far:1.2.3.2:45354/aeaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaadq/beaaaaaaaaaaaaaaaaaaaaaa74tpqz3t"
	app := newApp(quiet(), nil)
	tried := 0
	refused := func(words ...string) {
		t.Helper()
		tried++
		_, err := console.Arrange(app, append([]string{"fives"}, words...))
		var f *console.Failure
		if !errors.As(err, &f) || f.Status != console.StatusUsage || f.Text != "that is a link, by which one connects to a friend's node" || !strings.Contains(f.Hint, "fives connect") || strings.Contains(f.Text+f.Hint, "beaa") {
			t.Errorf("%q: %v", words, err)
		}
	}
	var each func(above []string, all []*cli.Command)
	each = func(above []string, all []*cli.Command) {
		for _, c := range all {
			path := append(slices.Clone(above), c.Name)
			if each(path, c.Subcommands); slices.Contains([]string{"connect", "peers add", "say", console.Completes}, strings.Join(path, " ")) {
				if got, err := console.Arrange(app, append(append([]string{"fives"}, path...), link)); err != nil || got[len(got)-1] != link {
					t.Errorf("%q: %q, %v", path, got, err)
				}
				continue
			}
			refused(append(path, link)...)
			refused(append(path, "--", "x", "fives connect '"+link+"'")...)
			refused(append(path, "--home", link)...)
			refused(append(path, "--home="+link)...)
		}
	}
	each(nil, app.Commands)
	refused(link)
	refused("Far:1.2.3.2:45354", "/aeaa")
	refused("--peer", link)
	if tried < 100 {
		t.Errorf("%d tried", tried)
	}
}
