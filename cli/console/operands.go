package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/p2p/api"
)

// called returns the words by which a command is called, as in "seat give".
func called(c *cli.Context) string { return strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ") }

// Operand returns the only argument that a command takes, or "".
func Operand(c *cli.Context, what string) (string, error) {
	if c.NArg() > 1 {
		return "", Usage("fives "+called(c)+" --help shows how it is used", "%s takes one %s, not %d", called(c), what, c.NArg())
	}
	return c.Args().First(), nil
}

// NeededOperand returns the only argument of a command that needs one; hint says where to find
// such a thing.
func NeededOperand(c *cli.Context, what, meaning, hint string) (string, error) {
	text, err := Operand(c, what)
	if err == nil && text == "" {
		err = Usage(hint, "%s needs %s", called(c), meaning)
	}
	return text, err
}

// NoOperands refuses arguments.
func NoOperands(c *cli.Context) error {
	if c.NArg() > 0 {
		return Usage("fives "+called(c)+" --help shows how it is used", "%s takes no arguments (%q)", called(c), c.Args().First())
	}
	return nil
}

// TableOf returns the table that a command means by its argument.
func TableOf(c *cli.Context) (string, error) {
	if id := JoinedID(c.Args().Slice()); id != "" {
		return id, nil
	}
	return Operand(c, "table")
}

// JoinedID returns the ID, or its beginning, that several arguments are together: people type it in
// groups, as it is read out, without quotes. It is "" if they are none.
func JoinedID(args []string) string {
	id := api.TypedID(strings.Join(args, ""))
	if len(args) < 2 || slices.Contains(args, "") || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}
