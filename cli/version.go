package cli

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
)

type versionAnswer struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	API      int    `json:"api"`
	Protocol int    `json:"protocol"`
	Go       string `json:"go"`
	Daemon   string `json:"daemon,omitempty"`
}

func ownVersion() versionAnswer {
	return versionAnswer{Version: api.ProgramVersion(), Commit: commit(), API: api.Newest, Protocol: record.Version, Go: runtime.Version()}
}

func (a versionAnswer) String() string {
	return fmt.Sprintf("fives %s (%sprotocol %d, API %d, %s)", a.Version, shortCommit(a.Commit), a.Protocol, a.API, a.Go)
}

// versionFlag is --version, which most programs have. It exists beside the command that also
// asks the daemon.
func versionFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "version", Usage: "print the version of this program"}
}

func versionCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the versions of this program and of the daemon",
		Flags: []cli.Flag{console.JSONFlag()},
		Action: func(c *cli.Context) error {
			if err := console.NoOperands(c); err != nil {
				return err
			}
			a := ownVersion()
			askDaemon(s, c, &a)
			if c.Bool("json") {
				return s.JSON(a)
			}
			s.Printf("%s\n", a)
			if a.Daemon != "" && a.Daemon != a.Version {
				s.Printf("the daemon is version %s\n", a.Daemon)
			}
			return nil
		},
	}
}

// askDaemon adds the version of the daemon, if there is one. Without a home folder there is
// none.
func askDaemon(s *console.Streams, c *cli.Context, a *versionAnswer) {
	home, err := console.HomeOf(c)
	if err != nil {
		return
	}
	client, err := control.Dial(home)
	switch {
	case err == nil:
		a.Daemon = client.Version()
	case errors.Is(err, api.ErrVersion):
		s.Note("%v", err)
	}
}

// commit returns the revision of the source from which this program was built, "" if the build
// does not say.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// shortCommit shortens a commit for a line with other things.
func shortCommit(commit string) string {
	if commit == "" {
		return ""
	}
	return fmt.Sprintf("commit %.12s, ", commit)
}
