package command

import (
	"embed"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
)

//go:embed shell
var shellScripts embed.FS

var shells = []string{"bash", "zsh", "fish"}

// Completion is the command completion.
func Completion(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print what makes a shell complete commands, tables and moves",
		ArgsUsage: "bash|zsh|fish",
		Action: func(c *cli.Context) error {
			shell, err := console.NeededOperand(c, "shell", "the name of a shell", "there are: bash zsh fish")
			if err != nil {
				return err
			}
			script, err := shellScripts.ReadFile("shell/fives." + shell)
			if err != nil {
				return console.Usage("there are: bash zsh fish", "there is no completion for %q", shell)
			}
			_, err = s.Out.Write(script)
			return err
		},
	}
}
