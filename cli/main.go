package cli

import (
	"context"
	"io"
	"os/signal"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/command"
	"fives/cli/console"
	"fives/cli/daemon"
)

// Main runs the command line in args, whose first element is the program's
// name, and returns the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(console.New(args, stdin, stdout, stderr), nil)
}

// run runs a command. Daemons take the randomness of their tables from rand; nil means the
// system's.
func run(s *console.Streams, rand io.Reader) int {
	ctx, stop := signal.NotifyContext(context.Background(), endSignals...)
	defer stop()
	return s.Report(runApp(ctx, s, rand))
}

func runApp(ctx context.Context, s *console.Streams, rand io.Reader) error {
	app := newApp(s, rand)
	s.JSONErrors = console.AsksJSON(app, s.Args)
	args, err := console.Arrange(app, s.Args)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, args)
}

func newApp(s *console.Streams, rand io.Reader) *cli.App {
	app := &cli.App{
		Name:                      "fives",
		Usage:                     "card games on one network, with no server and no trusted dealer",
		Commands:                  commands(s, rand),
		Flags:                     slices.Concat([]cli.Flag{command.PaceFlag()}, console.Hide(daemon.Flags()), console.Everywhere(), []cli.Flag{versionFlag(), cli.HelpFlag}),
		Writer:                    s.Out,
		ErrWriter:                 s.Err,
		Reader:                    s.In,
		HideHelpCommand:           true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		OnUsageError:              console.OnUsageError,
		ExitErrHandler:            func(*cli.Context, error) {}, // Report does it
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				s.Printf("%s\n", ownVersion())
				return nil
			}
			return command.FullScreen(s, c)
		},
	}
	app.CustomAppHelpTemplate = command.Overview(app)
	return app
}
