package console

import "github.com/urfave/cli/v2"

// HomeFlag says which node the command is about. Every call makes a new flag, as do the
// functions below, because the library keeps state in it.
func HomeFlag() cli.Flag {
	return &cli.StringFlag{Name: "home", Usage: "the node's `FOLDER`: identity, tables, socket", DefaultText: HomeDefault, EnvVars: []string{"FIVES_HOME"}}
}

// NetworkFlag names the network that a daemon is in.
func NetworkFlag() cli.Flag {
	return &cli.StringFlag{Name: "network", Usage: "the `NAME` of the network: nodes find those of the same name only", DefaultText: "none", EnvVars: []string{NetworkEnv}}
}

// NetworkEnv names the network if --network does not.
const NetworkEnv = "FIVES_NETWORK"

// JSONFlag asks for an answer that programs can read.
func JSONFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "json", Usage: "print JSON"}
}

// ASCIIFlag asks for a drawing with letters only.
func ASCIIFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "ascii", Usage: "draw with letters only"}
}

// TableFlag names the table that the command is about.
func TableFlag() cli.Flag {
	return &cli.StringFlag{Name: "table", Aliases: []string{"t"}, Usage: "which table: its `ID`, or a beginning of it"}
}

// SetFlag sets options of a game; package command reads them.
func SetFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "set", Usage: "an option as `NAME=VALUE`; may be given several times"}
}

// DaemonFlags adds the flags of all commands that ask the daemon to more.
func DaemonFlags(more ...cli.Flag) []cli.Flag {
	return append(more, HomeFlag(), JSONFlag())
}
