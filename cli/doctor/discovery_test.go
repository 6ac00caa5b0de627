package doctor

import (
	"testing"

	"fives/p2p/api"
)

// TestStarting: doctor waits for discovery that has not come to a verdict, and does not call it
// broken if it takes too long.
func TestStarting(t *testing.T) {
	starting := api.Link{Name: "lo", Problems: []api.Warning{{Code: api.WarnStarting}}}
	looks := 0
	links, err := new(exam).untilSettled(func() ([]api.Link, error) {
		if looks++; looks < 3 {
			return []api.Link{{Name: "eth0", Discovery: true}, starting}, nil
		}
		return []api.Link{{Name: "eth0", Discovery: true}, {Name: "lo", Discovery: true}}, nil
	})
	if err != nil || looks != 3 || links[1].Starting() {
		t.Errorf("after %d looks %+v, %v", looks, links, err)
	}
	c := &chart{check: "discovery"}
	judge(c, starting, false)
	if f := c.findings[0]; f.State != Warning || f.Text != "discovery on lo is still starting" {
		t.Errorf("%+v", f)
	}
}
