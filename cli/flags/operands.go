package flags

import (
	"github.com/urfave/cli/v2"

	"fives/cli/failure"
)

// Operand is the only argument that a command takes, or "".
func Operand(c *cli.Context, what string) (string, error) {
	if c.NArg() > 1 {
		return "", failure.Usage("fives "+c.Command.Name+" --help shows how it is used", "%s takes one %s, not %d", c.Command.Name, what, c.NArg())
	}
	return c.Args().First(), nil
}

// NoOperands refuses arguments.
func NoOperands(c *cli.Context) error {
	if c.NArg() > 0 {
		return failure.Usage("fives "+c.Command.Name+" --help shows how it is used", "%s takes no arguments (%q)", c.Command.Name, c.Args().First())
	}
	return nil
}

// TableOf is the table that a command means: its argument, or --table.
func TableOf(c *cli.Context) (string, error) {
	if c.IsSet("table") && c.String("table") == "" { // as of a variable that is not set
		return "", noValue(c.Command.Name, "table")
	}
	id, err := Operand(c, "table")
	if err == nil && id != "" && c.String("table") != "" {
		return "", failure.Usage("as an argument or with --table", "the table is named twice")
	}
	if id == "" {
		id = c.String("table")
	}
	return id, err
}
