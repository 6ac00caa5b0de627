package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/prefs"
)

// Man is the command man.
func Man(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "man",
		Hidden:      true,
		Usage:       "print the manual page",
		Description: "It is in the format of man(7), for a file fives.6 in a folder man6.",
		Action: func(c *cli.Context) error {
			if err := console.NoOperands(c); err != nil {
				return err
			}
			s.Printf("%s", manual(c.App))
			return nil
		},
	}
}

// A page is a manual page in the format of man(7).
type page struct{ strings.Builder }

// manual writes the page from the commands' own definitions.
func manual(app *cli.App) string {
	p := &page{}
	p.macro("TH", "FIVES", "6", "", "fives", "Games")
	p.macro("SH", "NAME")
	p.text(app.Name + " - " + app.Usage)
	p.macro("SH", "SYNOPSIS")
	p.verbatim(synopsis)
	p.macro("SH", "DESCRIPTION")
	p.text("Everybody at the table runs a node. Nodes find each other on the local network, shuffle and deal together so that nobody sees what is not theirs, and check every move of all others. What happened can be proved afterwards from the log alone.")
	p.verbatim(firstSteps)
	p.text("The same by commands:")
	p.verbatim(sameByCommands)
	p.macro("SH", "OPTIONS")
	p.flags(app.Flags)
	for group, commands := range groups(app) {
		p.macro("SH", strings.ToUpper(group))
		for _, c := range commands {
			p.command(c, c.Name)
		}
	}
	p.macro("SH", "EXIT STATUS")
	p.verbatim(exitStatuses)
	p.macro("SH", "ENVIRONMENT")
	p.item("FIVES_HOME", "the home folder, like --home")
	p.item(console.NetworkEnv, "the name of the network, like --network")
	p.item(PatienceEnv, "how long the completion of a word may take, 700ms if it is not set")
	p.item("NO_COLOR", "if set, no colours")
	p.item("COLORFGBG", "what the terminal writes on, as in 0;15 for black on white, if it does not say so when it is asked; without either, it writes in its own colours")
	p.macro("SH", "FILES")
	p.item(console.HomeDefault, "the home folder: identity.pem is who you are, fives.db holds the tables (with fives.db-wal, its newest part, which is there while the daemon runs and after a crash, and fives.db-mark, by which a part that is missing is noticed: copy all three), fives.log the daemon's messages, "+prefs.Name+" your preferences")
	return p.String()
}

func (p *page) command(c *cli.Command, path string) {
	p.macro("SS", strings.TrimSpace("fives "+path+" "+c.ArgsUsage))
	p.text(strings.ToUpper(c.Usage[:1]) + c.Usage[1:] + ".")
	p.text(strings.ReplaceAll(c.Description, "\n", " "))
	p.flags(c.Flags)
	if len(Examples[path]) > 0 {
		p.verbatim(strings.Join(Examples[path], "\n"))
	}
	for _, below := range c.Subcommands {
		p.command(below, path+" "+below.Name)
	}
}

func (p *page) flags(flags []cli.Flag) {
	for _, f := range flags {
		if console.IsHidden(f) {
			continue
		}
		// The library's own text is "--name VALUE, -n VALUE<tab>usage".
		names, use, _ := strings.Cut(f.String(), "\t")
		p.item(names, use)
	}
}

func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, a := range args {
		fmt.Fprintf(p, ` "%s"`, strings.ReplaceAll(roff(a), `"`, `\(dq`))
	}
	p.WriteByte('\n')
}

func (p *page) text(text string) {
	if text != "" {
		p.WriteString(".PP\n" + roff(text) + "\n")
	}
}

func (p *page) item(name, text string) {
	p.WriteString(".TP\n\\fB" + roff(name) + "\\fR\n" + roff(text) + "\n")
}

func (p *page) verbatim(text string) {
	p.WriteString(".PP\n.RS\n.nf\n")
	for line := range strings.SplitSeq(text, "\n") {
		p.WriteString(roff(line) + "\n")
	}
	p.WriteString(".fi\n.RE\n")
}

// roff escapes a text so that nothing in it is a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
