package control_test

import (
	"context"
	"fmt"

	"fives/p2p/api"
	"fives/p2p/control"
)

// A daemon is whatever answers the calls; this one knows who it is and refuses to play.
type daemon struct{ control.Daemon }

func (daemon) Status() api.Status { return api.Status{Name: "ana"} }

func (daemon) Play(context.Context, string, string, ...uint64) error {
	return api.Fail(api.ReasonNotYourTurn, api.Data{})
}

// A front end asks a daemon, here in the same process; control.Dial finds the daemon of a home.
func Example() {
	c := control.Within(daemon{})
	defer c.Close()
	ctx := context.Background()
	status, err := c.Status(ctx)
	fmt.Println(status.Name, err)
	fmt.Println(c.Play(ctx, "", "drop 7h draw"))
	// Output:
	// ana <nil>
	// not-your-turn
}
