package cli

import (
	"context"
	"io"
	"os/signal"

	"github.com/urfave/cli/v2"
)

// Main runs the command line in args, whose first element is the program's
// name, and returns the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newStreams(args, stdin, stdout, stderr).main()
}

func (s *streams) main() int {
	ctx, stop := signal.NotifyContext(context.Background(), endSignals...)
	defer stop()
	return s.report(run(ctx, s, s.args))
}

func run(ctx context.Context, s *streams, args []string) error {
	app := newApp(s)
	args, err := arrange(app, args)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, args)
}

func newApp(s *streams) *cli.App {
	app := &cli.App{
		Name:                      "fives",
		Usage:                     "card games on one network, with no server and no trusted dealer",
		Commands:                  commands(s),
		Flags:                     append(nodeFlags(), flagASCII(), flagHome(), cli.HelpFlag),
		Writer:                    s.out,
		ErrWriter:                 s.err,
		Reader:                    s.in,
		HideHelpCommand:           true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		OnUsageError:              badFlag,
		ExitErrHandler:            func(*cli.Context, error) {}, // report does it
		Action:                    s.fullScreen,
	}
	for _, c := range app.Commands {
		c.OnUsageError = badFlag
		c.HideHelpCommand = true
		c.CustomHelpTemplate = commandHelp(c)
	}
	app.CustomAppHelpTemplate = overview(app)
	return app
}
