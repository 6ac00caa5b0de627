package console

import (
	"github.com/urfave/cli/v2"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/daemon"
)

// Dial connects to the daemon, and says so if that is another build. If no daemon runs and none
// can start because of which version wrote the home's store, the error says that.
func Dial(s *Streams, c *cli.Context) (*control.Client, error) {
	home, err := HomeOf(c)
	if err != nil {
		return nil, err
	}
	client, err := control.Dial(home)
	if control.IsDown(err) {
		if age := daemon.Age(home); age != nil {
			f := Explain(age)
			f.Status = StatusUnreachable
			return nil, f
		}
	}
	if err != nil {
		return nil, err
	}
	s.daemon = client
	if theirs := client.Version(); theirs != api.ProgramVersion() {
		s.Note("note: the daemon is version %s, this command %s; to restart it: fives down; fives up --detach", theirs, api.ProgramVersion())
	}
	return client, nil
}

// OnNode returns the action of a command about the node, which takes no arguments.
func OnNode(s *Streams, do func(c *cli.Context, client *control.Client) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if err := NoOperands(c); err != nil {
			return err
		}
		client, err := Dial(s, c)
		if err != nil {
			return err
		}
		return do(c, client)
	}
}

// OnTable returns the action of a command about the table that it names, "" for none.
func OnTable(s *Streams, do func(c *cli.Context, client *control.Client, table string) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		client, table, err := DialTable(s, c)
		if err != nil {
			return err
		}
		return do(c, client, table)
	}
}

// DialTable is [Dial] for a command about the table that it names, "" for none.
func DialTable(s *Streams, c *cli.Context) (client *control.Client, table string, err error) {
	if table, err = TableOf(c); err != nil {
		return nil, "", err
	}
	client, err = Dial(s, c)
	return client, table, err
}
