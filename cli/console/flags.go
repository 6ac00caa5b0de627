package console

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// Everywhere returns the flags that the program and all its commands have; the help of the program
// explains them. Every call makes new ones, as do the functions below, because the library keeps state
// in them.
func Everywhere() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "home", Usage: "the node's `FOLDER`: identity, tables, socket", DefaultText: HomeDefault, EnvVars: []string{"FIVES_HOME"}},
		&cli.BoolFlag{DisableDefaultText: true, Name: "ascii", Usage: "draw with letters only"},
	}
}

// Hide returns flags that the help does not list.
func Hide(flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.StringFlag:
			f.Hidden = true
		case *cli.StringSliceFlag:
			f.Hidden = true
		case *cli.BoolFlag:
			f.Hidden = true
		case *cli.IntFlag:
			f.Hidden = true
		case *cli.DurationFlag:
			f.Hidden = true
		default:
			panic(fmt.Sprintf("a %T cannot be hidden", f))
		}
	}
	return flags
}

// NetworkFlag names the network that a daemon is in.
func NetworkFlag() cli.Flag {
	return &cli.StringFlag{Name: "network", Usage: "the `NAME` of the network: nodes find those of the same name only", DefaultText: "none", EnvVars: []string{NetworkEnv}}
}

// NetworkEnv names the network if --network does not.
const NetworkEnv = "FIVES_NETWORK"

// IsHidden reports whether the help does not list a flag.
func IsHidden(f cli.Flag) bool {
	v, ok := f.(cli.VisibleFlag)
	return ok && !v.IsVisible()
}

// JSONFlag asks for an answer that programs can read.
func JSONFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "json", Usage: "print JSON"}
}

// AndJSON adds the flag for an answer that programs can read to more.
func AndJSON(more ...cli.Flag) []cli.Flag { return append(more, JSONFlag()) }

// TableFlag names the table that the command is about, where its arguments are something else.
func TableFlag() cli.Flag {
	return &cli.StringFlag{Name: "table", Aliases: []string{"t"}, Usage: "which table: its `ID`, or a beginning of it"}
}

// SetFlag sets options of a game; package command reads them.
func SetFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "set", Usage: "an option as `NAME=VALUE`; may be given several times"}
}
