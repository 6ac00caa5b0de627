package open

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/daemon"
	"fives/cli/doctor"
	"fives/cli/prefs"
	"fives/cli/wasm"
	"fives/cli/web"
	"fives/p2p/api"
)

// Command is the command open.
func Command(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "open",
		Usage:     "play in a browser on this machine, or show the tables to a whole room",
		ArgsUsage: "[TABLE]",
		Description: "It finds your node, or starts it, and opens the page in your browser, through a file that\n" +
			"only you can read and that lets one tab in. Any other tab asks for the code that is shown. Only this\n" +
			"machine can reach the page. It serves until Ctrl-C; your node stays up. The flags of fives up\n" +
			"say how your node is started.\n\n" +
			"With --screen it is a page for a television or a projector that the whole room looks at: what\n" +
			"everybody at the table sees, and no hidden card. Without TABLE, it shows the table where\n" +
			"something happens. A television with a browser of its own opens the address that is printed\n" +
			"while your node invites guests.",
		Flags: append(console.Hide(daemon.Flags()),
			&cli.BoolFlag{DisableDefaultText: true, Name: "screen", Usage: "show the tables to a whole room, with nothing that not everybody may see"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "no-browser", Usage: "only print where the page is"},
		),
		Action: func(c *cli.Context) error {
			table, err := console.TableOf(c)
			if err != nil {
				return err
			}
			p := page{pages: web.New}
			if c.Bool("screen") {
				p = page{path: screenPath, pages: web.NewScreen}
			}
			return run(s, c, table, p)
		},
	}
}

// A page is what is served: that of a player, or a screen.
type page struct {
	path  string // below the address of the guard
	pages func(web.Config) http.Handler
}

func run(s *console.Streams, c *cli.Context, table string, p page) error {
	client, err := daemon.FindOrStart(s, c)
	if err != nil {
		return err
	}
	defer client.Close()
	at := ""
	if table != "" {
		t, err := client.Public(c.Context, table)
		if err != nil {
			return err
		}
		at = "&at=table/" + t.ID
	}
	l, err := net.Listen("tcp", net.JoinHostPort(loopback, "0"))
	if err != nil {
		return console.No("", "the page cannot be served: %v", err)
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return err
	}
	cfg := web.Config{Client: client, Firewall: doctor.Firewall(), Invited: showInvitation(client), Code: drawCode}
	if verifier, err := wasm.Find("proof"); err == nil {
		cfg.Verifier = func(context.Context) (wasm.Program, error) { return verifier, nil }
	} else {
		s.Note("the reports of the page cannot check themselves: %v", err)
	}
	home, err := console.HomeOf(c)
	if err != nil {
		return err
	}
	likes, err := prefs.At(home).Read()
	if err != nil {
		s.Note("your preferences cannot be read: %v", err)
	}
	cfg.Evening = likes.Evening
	guard := NewGuard(p.pages(cfg), port, p.path)
	st := api.Status{} // asked for now, because once the file is there Ctrl-C has to end the command
	if p.path == screenPath {
		if st, err = client.Status(c.Context); err != nil {
			return err
		}
	}
	if door, err := newDoor(doorFolder(c.Context, home), guard, at); err == nil {
		defer door.remove()
		s.Printf("%s\n", door.address())
		if !c.Bool("no-browser") {
			browse(s, door.address())
		}
		s.Note("that file lets one tab in; any other goes to %s and gives the code %s", guard.Address(), guard.Code())
	} else {
		s.Printf("%s\n", guard.Address())
		s.Note("there is no file that lets a browser in (%v): go there and give the code %s", err, guard.Code())
	}
	if p.path == screenPath {
		sayTelevision(s, st.Invitation)
	}
	s.Note("Ctrl-C ends the page; your node stays up")
	return serve(c.Context, l, guard)
}

// sayTelevision says where a television with its own browser finds the screen.
func sayTelevision(s *console.Streams, i *api.Invitation) {
	switch {
	case i == nil:
		s.Note("for a television with a browser of its own, invite guests first: fives invite")
	case len(i.URLs) == 0:
		s.Note("no network yet: a television with a browser of its own finds the screen once this machine is on a network")
	default:
		s.Printf("%s\n", i.URLs[0]+screenPath)
		s.Note("that is for a television with a browser of its own, on this network")
	}
}

// Limits of the server.
const (
	headerTime = 5 * time.Second
	idleTime   = 2 * time.Minute
	maxHeader  = 16 << 10
	endTime    = time.Second
)

// serve answers until ctx is done.
func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: 2 * headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		last, done := context.WithTimeout(context.Background(), endTime)
		defer done()
		if srv.Shutdown(last) != nil {
			srv.Close()
		}
	}()
	err := srv.Serve(l)
	cancel()
	<-stopped
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// browse shows an address in the browser of the system. Meanwhile everybody on the machine can
// read it. The address is also printed, for systems without a browser.
func browse(s *console.Streams, address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		s.Note("no browser was opened (%v): open the address yourself", err)
		return
	}
	go func() { _ = cmd.Wait() }() // it may run as long as the browser
}
