package daemon

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/doctor"
	"fives/cli/guest"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/daemon"
	"fives/p2p/host"
)

// Up is the command up.
func Up(s *console.Streams, rand io.Reader) *cli.Command {
	return &cli.Command{
		Name:  "up",
		Usage: "start the daemon",
		Description: "It runs until fives down or Ctrl-C; with --detach in the background,\n" +
			"with its messages in fives.log in the home folder.\n\n" +
			"If your home was copied and both machines run, neither signs anything. With\n" +
			"--here you play on this one, whether its daemon runs already or is started, and\n" +
			"the other one looks on.",
		Flags: append(Flags(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "detach", Aliases: []string{"d"}, Usage: "run in the background"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "here", Usage: "play here, and not on another machine where the same node runs"},
			console.JSONFlag(),
		),
		Action: func(c *cli.Context) error {
			if err := console.NoOperands(c); err != nil {
				return err
			}
			cfg, err := config(s, c)
			if err != nil {
				return err
			}
			if c.Bool("here") {
				if done, err := takeOver(s, c, cfg.Home); done || err != nil {
					return err
				}
			}
			if c.Bool("detach") {
				return detach(s, c, cfg)
			}
			cfg.Rand = rand
			return run(s, c, cfg)
		},
	}
}

// run runs a daemon in this process. If it is alone, run says once why.
func run(s *console.Streams, c *cli.Context, cfg daemon.Config) error {
	ctx, stop := context.WithCancel(c.Context)
	var looks sync.WaitGroup
	err := daemon.Run(c.Context, cfg, func(st api.Status) {
		_ = printStatus(s, c, api.CleanAll(st)) // cleaned as the client would; nobody may be reading
		looks.Go(func() { sayAlone(ctx, s, st) })
	})
	stop()
	looks.Wait()
	return explainUp(err)
}

// takeOver makes the daemon that runs play here. It returns false if none does.
func takeOver(s *console.Streams, c *cli.Context, home string) (done bool, err error) {
	client, err := control.Dial(home)
	if control.IsDown(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer client.Close()
	spin := s.Progress()
	spin.Say("asking the other device to look on")
	st, err := client.Here(c.Context)
	spin.Done()
	if err != nil {
		return false, err
	}
	return true, printStatus(s, c, st)
}

// sayAlone waits until a daemon of this process has looked for others for a while. If nobody is
// there, it says why.
func sayAlone(ctx context.Context, s *console.Streams, st api.Status) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(time.Until(st.Started.Add(say.AloneAfter))):
	}
	client, err := control.Dial(st.Home)
	if err != nil {
		return // the daemon is just ending
	}
	defer client.Close()
	s.Notes(doctor.Alone(ctx, client))
}

// explainUp adds what to do about a daemon that does not start.
func explainUp(err error) error {
	if err == nil {
		return nil
	}
	f := console.Explain(err)
	if f.Hint == "" {
		f.Hint = "fives up --help lists what can be chosen: --port (0 for any), --iface, --name, --peer, --home"
	}
	return f
}

// Flags returns the flags that say how to run a daemon.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "name", Usage: "your `NAME` at tables", DefaultText: "the last one, else the user's"},
		&cli.StringSliceFlag{Name: "iface", Usage: "a network `INTERFACE` to use; may be given several times; all that fit without it"},
		console.NetworkFlag(),
		&cli.IntFlag{Name: "port", Value: host.DefaultPort, Usage: "TCP and UDP `PORT`; the next free one if it is taken, any if it is 0"},
		&cli.StringSliceFlag{Name: "peer", Usage: "connect to the node at this `MULTIADDR`; may be given several times"},
		&cli.DurationFlag{Name: "bot-delay", Value: defaultBotDelay, Usage: "the `TIME` that computer players seem to think at tables with people"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "verbose", Aliases: []string{"v"}, Usage: "log in detail"},
	}
}

const defaultBotDelay = 700 * time.Millisecond

func config(s *console.Streams, c *cli.Context) (daemon.Config, error) {
	home, err := console.HomeOf(c)
	if err != nil {
		return daemon.Config{}, err
	}
	if p := c.Int("port"); p < 0 || p > 65535 {
		return daemon.Config{}, console.Usage("give a number from 1024 to 65535, or 0 for any", "port %d does not exist", p)
	}
	for _, addr := range c.StringSlice("peer") {
		if err := daemon.CheckAddr(addr); err != nil {
			return daemon.Config{}, console.Usage("as in /ip4/192.168.1.7/tcp/45355/p2p/12D3…; fives status on the other machine prints its addresses", "--peer takes the address of a node, not %q", addr)
		}
	}
	network, err := console.NetworkOf(c)
	if err != nil {
		return daemon.Config{}, err
	}
	level := slog.LevelWarn
	if c.Bool("verbose") {
		level = slog.LevelDebug
	}
	return daemon.Config{
		Home:     home,
		Name:     c.String("name"),
		Ifaces:   c.StringSlice("iface"),
		Network:  network,
		Port:     c.Int("port"),
		Peers:    c.StringSlice("peer"),
		Version:  api.ProgramVersion(),
		Pages:    guest.New(),
		Here:     c.Bool("here"),
		BotDelay: c.Duration("bot-delay"),
		Log:      slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: level})),
	}, nil
}
