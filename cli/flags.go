package cli

import (
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/p2p/control"
	"fives/p2p/discovery"
)

// Flags that several commands have. Each command gets values of its own.
func flagHome() cli.Flag {
	return &cli.StringFlag{Name: "home", Usage: "the node's `FOLDER`: identity, tables, socket", DefaultText: homeDefault, EnvVars: []string{"FIVES_HOME"}}
}

func flagNetwork() cli.Flag {
	return &cli.StringFlag{Name: "network", Usage: "the `NAME` of the network: nodes find those of the same name only", DefaultText: "none", EnvVars: []string{networkEnv}}
}

// networkEnv names the network where --network does not.
const networkEnv = "FIVES_NETWORK"

// networkOf is the name of the network that a command means.
func networkOf(c *cli.Context) (string, error) {
	name := c.String("network")
	if discovery.CheckNetwork(name) != nil {
		return "", failure.Usage("it has 1 to 9 letters from a to z and digits, as in club7", "no network can be called %q", name)
	}
	return name, nil
}

func flagJSON() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "json", Usage: "print JSON"}
}

func flagASCII() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "ascii", Usage: "draw with letters only"}
}

func flagTable() cli.Flag {
	return &cli.StringFlag{Name: "table", Aliases: []string{"t"}, Usage: "which table: its `ID`, or a beginning of it"}
}

func flagSet() cli.Flag {
	return &cli.StringSliceFlag{Name: "set", Usage: "an option as `NAME=VALUE`; may be given several times"}
}

func flagPlay() cli.Flag {
	return &cli.StringFlag{Name: "play", Usage: "let a computer player of this `STRENGTH` take your own seat"}
}

// Of a daemon that answers questions.
func daemonFlags(more ...cli.Flag) []cli.Flag {
	return append(more, flagHome(), flagJSON())
}

const homeDefault = "$XDG_DATA_HOME/fives, else ~/.local/share/fives"

// homeOf is the home that a command means.
func homeOf(c *cli.Context) (string, error) { return homeAt(c.String("home")) }

// homeAt is the named home, or the usual one.
func homeAt(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "fives"), nil
	}
	user, err := os.UserHomeDir()
	if err != nil {
		return "", failure.Usage("name a folder with --home or FIVES_HOME", "there is no home folder: %v", err)
	}
	return filepath.Join(user, ".local", "share", "fives"), nil
}

// dial finds the daemon, and says so if it is another build.
func dial(s *console.Streams, c *cli.Context) (*control.Client, error) {
	home, err := homeOf(c)
	if err != nil {
		return nil, err
	}
	client, err := control.Dial(home)
	if err != nil {
		return nil, err
	}
	if theirs := client.Version(); theirs != control.Version() {
		s.Note("note: the daemon is version %s, this command %s; to restart it: fives down; fives up --detach", theirs, control.Version())
	}
	return client, nil
}

// dialFor is dial, for a command about the table that is named, "" for none.
func dialFor(s *console.Streams, c *cli.Context) (client *control.Client, table string, err error) {
	if table, err = tableOf(c); err != nil {
		return nil, "", err
	}
	client, err = dial(s, c)
	return client, table, err
}

// operand is the only argument that a command takes, or "".
func operand(c *cli.Context, what string) (string, error) {
	if c.NArg() > 1 {
		return "", failure.Usage("fives "+c.Command.Name+" --help shows how it is used", "%s takes one %s, not %d", c.Command.Name, what, c.NArg())
	}
	return c.Args().First(), nil
}

// noOperands refuses arguments.
func noOperands(c *cli.Context) error {
	if c.NArg() > 0 {
		return failure.Usage("fives "+c.Command.Name+" --help shows how it is used", "%s takes no arguments (%q)", c.Command.Name, c.Args().First())
	}
	return nil
}

// tableOf is the table that a command means: its argument, or --table.
func tableOf(c *cli.Context) (string, error) {
	id, err := operand(c, "table")
	if err == nil && id != "" && c.String("table") != "" {
		return "", failure.Usage("as an argument or with --table", "the table is named twice")
	}
	if id == "" {
		id = c.String("table")
	}
	return id, err
}
