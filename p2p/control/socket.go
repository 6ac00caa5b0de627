package control

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"fives/p2p/api"
)

// Files in a home that belong to this package.
const (
	socketName = "fives.sock"
	lockName   = "fives.lock"
)

// SocketPath is the daemon's socket in a home. It follows from the home alone,
// so that one home never has two daemons.
func SocketPath(home string) string { return filepath.Join(home, socketName) }

// longestSocket is the room that the system has for a socket's path; a longer
// one gives a bare "invalid argument".
func longestSocket() int {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 103
	}
	return 107
}

// CheckOwner refuses a folder of another user with an *[api.Error]; it need not be there. Root
// has no more homes than others: what root writes into a home, its owner cannot read again.
// Where somebody else keeps this user out above the folder, it is that one's.
func CheckOwner(home string) error {
	at := home
	info, err := os.Stat(at)
	for errors.Is(err, fs.ErrPermission) && at != filepath.Dir(at) {
		at = filepath.Dir(at)
		info, err = os.Stat(at)
	}
	if err == nil && !ours(info) {
		return api.Fail(api.ReasonHomeOfAnotherUser, api.Data{Home: at, Detail: owner(info)})
	}
	return nil
}

// place makes a home's path absolute and checks that this user can have a daemon there.
func place(home string) (string, error) {
	abs, err := filepath.Abs(home)
	if err != nil {
		return "", unusable(home, err)
	}
	if n, most := len(SocketPath(abs)), longestSocket(); n > most {
		return "", api.Fail(api.ReasonHomePathTooLong, api.Data{Home: abs, Length: n, Limit: most})
	}
	return abs, CheckOwner(abs)
}

// prepare makes the home, for its owner alone.
func prepare(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return unusable(home, err)
	}
	info, err := os.Stat(home)
	if err != nil {
		return unusable(home, err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o002 != 0 {
		return api.Fail(api.ReasonHomeOpenToAll, api.Data{Home: home})
	}
	if err := os.Chmod(home, 0o700); err != nil {
		return unusable(home, err)
	}
	return nil
}

// unusable is what the system says of a home.
func unusable(home string, err error) *api.Error {
	return api.Fail(api.ReasonHomeUnusable, api.Data{Home: home, Detail: err.Error()})
}
