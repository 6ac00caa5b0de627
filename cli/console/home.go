package console

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/p2p/daemon"
	"fives/p2p/discovery"
)

// HomeDefault is the home without --home, as texts describe it.
const HomeDefault = "$XDG_DATA_HOME/fives, else ~/.local/share/fives"

// HomeOf returns the home that a command means.
func HomeOf(c *cli.Context) (string, error) { return HomeAt(c.String("home")) }

// HomeAt returns the named home, or the usual one. "~/" at its beginning means the user's own
// folder: no shell has expanded it within quotation marks, after "--home=", or in a systemd
// unit.
func HomeAt(named string) (string, error) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(named), "~"); ok && (rest == "" || rest[0] == '/') {
		return underUser(rest)
	}
	if named != "" {
		return named, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "fives"), nil
	}
	return underUser(".local/share/fives")
}

// underUser returns a path below the user's own folder.
func underUser(path string) (string, error) {
	user, err := os.UserHomeDir()
	if err != nil {
		return "", Usage("name a folder with --home or FIVES_HOME, from the root on", "there is no home folder: %v", err)
	}
	return filepath.Join(user, filepath.FromSlash(path)), nil
}

// NetworkOf returns the name of the network that a command means.
func NetworkOf(c *cli.Context) (string, error) {
	name := c.String("network")
	if daemon.IsLink(name) {
		return "", IsLink()
	}
	if discovery.CheckNetwork(name) != nil {
		return "", Usage("it has 1 to 9 letters from a to z and digits, as in club7", "no network can be called %q", name)
	}
	return name, nil
}
