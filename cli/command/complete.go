package command

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/control"
)

// completeTime limits how long completion keeps a person at a prompt waiting, unless
// [PatienceEnv] says otherwise.
const completeTime = 700 * time.Millisecond

// PatienceEnv is the environment variable with another such limit, for a slow machine.
const PatienceEnv = "FIVES_COMPLETION_TIME"

func patience() time.Duration {
	if d, err := time.ParseDuration(os.Getenv(PatienceEnv)); err == nil {
		return d
	}
	return completeTime
}

// Candidates is what the scripts in shell call. Its arguments are the words after the program's
// name up to the cursor; the last one may be empty. It prints candidates for the last word, one
// a line, each followed by a tab and an explanation; ":files" stands for names of files. It
// never fails.
func Candidates(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:   console.Completes,
		Hidden: true,
		Action: func(c *cli.Context) error {
			ctx, cancel := context.WithTimeout(c.Context, patience())
			defer cancel()
			found := make(chan []candidate, 1)
			go func() { found <- newCompleter(ctx, c).candidates() }()
			select {
			case list := <-found:
				for _, one := range list {
					s.Printf("%s\n", one)
				}
			case <-ctx.Done():
			}
			return nil
		},
	}
}

// A candidate is a word to which the word at the cursor can be completed.
type candidate struct{ word, meaning string }

var files = candidate{word: ":files"}

func (c candidate) String() string {
	if c.meaning == "" {
		return say.Clean(c.word)
	}
	return say.Clean(c.word) + "\t" + say.Clean(c.meaning)
}

// A completer looks for candidates for one word.
type completer struct {
	ctx      context.Context
	c        *cli.Context
	app      *cli.App
	cmd      *cli.Command // nil until one is named
	path     string       // by which it is called, as in "seat give"
	flags    map[string]string
	operands []string // of the command, before the word at the cursor
	awaited  string   // the flag whose value that word is, "" for none
	word     string
}

func newCompleter(ctx context.Context, c *cli.Context) *completer {
	words := c.Args().Slice()
	if len(words) == 0 {
		words = []string{""}
	}
	k := &completer{ctx: ctx, c: c, app: c.App, flags: map[string]string{}, word: words[len(words)-1]}
	for _, w := range words[:len(words)-1] {
		k.take(w)
	}
	if name, value, ok := strings.Cut(k.word, "="); ok && console.IsFlag(name) && k.awaited == "" {
		k.awaited, k.word = strings.TrimLeft(name, "-"), value
		k.flags["="] = name + "=" // the shell has already typed this before the value
	}
	return k
}

// take reads a word before the cursor.
func (k *completer) take(w string) {
	switch name, value, ok := strings.Cut(strings.TrimLeft(w, "-"), "="); {
	case k.awaited != "":
		k.flags[k.awaited], k.awaited = w, ""
	case console.IsFlag(w) && ok:
		k.flags[name] = value
	case console.IsFlag(w) && console.TakesValue(k.knownFlags(), w):
		k.awaited = name
	case console.IsFlag(w):
		k.flags[name] = "true"
	case k.cmd == nil:
		k.cmd, k.path = k.app.Command(w), w
		if k.cmd == nil {
			k.cmd = &cli.Command{} // a command of which nothing is known
		}
	default:
		if below := k.cmd.Command(w); below != nil && len(k.operands) == 0 {
			k.cmd, k.path = below, k.path+" "+w
			return
		}
		k.operands = append(k.operands, w)
	}
}

func (k *completer) knownFlags() []cli.Flag {
	if k.cmd != nil {
		return k.cmd.Flags
	}
	return slices.Concat(k.app.Flags, console.AllFlags(k.app))
}

// candidates lists the candidates that begin with the word, in the order of their source.
func (k *completer) candidates() []candidate {
	var fit []candidate
	for _, one := range k.source() {
		if one == files {
			fit = append(fit, one)
			continue
		}
		if strings.HasPrefix(one.word, k.word) {
			one.word = k.flags["="] + one.word
			fit = append(fit, one)
		}
	}
	return fit
}

func (k *completer) source() []candidate {
	switch {
	case k.awaited != "":
		return k.values(k.awaited)
	case strings.HasPrefix(k.word, "-"):
		return k.flagNames()
	case k.cmd == nil:
		return commandNames(k.app.Commands)
	case len(k.cmd.Subcommands) > 0:
		return commandNames(k.cmd.Subcommands)
	}
	return k.arguments(k.path)
}

func commandNames(all []*cli.Command) []candidate {
	var list []candidate
	for _, c := range all {
		if !c.Hidden {
			list = append(list, candidate{c.Name, c.Usage})
		}
	}
	return list
}

func (k *completer) flagNames() []candidate {
	known := k.app.Flags
	if k.cmd != nil {
		known = append(slices.Clone(k.cmd.Flags), cli.HelpFlag)
	}
	var list []candidate
	for _, f := range known {
		if console.IsHidden(f) && len(k.word) <= len("--") {
			continue // of those that all commands have, people know the beginning
		}
		_, use, _ := strings.Cut(f.String(), "\t")
		list = append(list, candidate{"--" + f.Names()[0], use})
	}
	return list
}

// ask asks the daemon of this command line. It does not report errors, in particular not that
// there is no daemon.
func ask[T any](k *completer, question func(*control.Client, context.Context) (T, error)) (answer T) {
	home, err := console.HomeAt(cmp.Or(k.flags["home"], k.c.String("home")))
	if err != nil {
		return answer
	}
	client, err := control.Dial(home)
	if err != nil {
		return answer
	}
	defer client.Close()
	if got, err := question(client, k.ctx); err == nil {
		answer = got
	}
	return answer
}
