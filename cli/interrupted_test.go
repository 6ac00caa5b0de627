package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/p2p/waittest"
)

// TestLookingBackInterrupted: whoever waits for what the own moves have cost sees how far that is. A
// signal ends it at once, with what there is, and that this is not all.
func TestLookingBackInterrupted(t *testing.T) {
	home := newHome(t, "ana")
	if status, _, said := run(t, "up", "--detach", "--home", home, "--name", "ana", "--iface", "lo", "--port", "0", "--bot-delay", "0s"); status != 0 {
		t.Fatal(said)
	}
	if status, _, said := run(t, "host", "all-fives", "--home", home, "--seats", "2", "--bots", "1", "--play", "easy", "--set", "target=250"); status != 0 {
		t.Fatal(said)
	}
	hands := 0
	waittest.Until(t, "a game is over", func() bool {
		_, out, _ := run(t, "stats", "--home", home, "--json")
		if counted := regexp.MustCompile(`"hands":(\d+)`).FindStringSubmatch(out); counted != nil {
			hands, _ = strconv.Atoi(counted[1])
		}
		return hands > 0
	})
	if hands < 4 {
		t.Fatalf("the game has %d hands", hands)
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			p := sit(t, home, "stats", "--lessons", "--hands", strconv.Itoa(10*hands))
			far := regexp.MustCompile(fmt.Sprintf(`[1-9]\d* hands? of at most %d`, 10*hands))
			waittest.Until(t, "it says how far it is", func() bool { return far.MatchString(p.Written()) })
			if err := p.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := p.cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != console.StatusNo {
				t.Errorf("it ends with %v", err)
			}
			p.Says("interrupted")
			said := regexp.MustCompile(`(\d+) hands? looked back at: your moves`).FindStringSubmatch(p.Written())
			if said == nil {
				t.Fatalf("it says nothing of what it has: %q", p.Written())
			}
			if n, _ := strconv.Atoi(said[1]); n >= hands {
				t.Errorf("it looked back at %d of %d hands before it ended", n, hands)
			}
		})
	}
	status, out, said := run(t, "stats", "--home", home, "--lessons", "--hands", "1", "--json")
	var h shown.Habits
	if err := json.Unmarshal([]byte(out), &h); status != 0 || err != nil || h.Hands != 1 {
		t.Errorf("undisturbed it says %d, %s %s", status, out, said)
	}
}
