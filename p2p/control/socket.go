package control

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"fives/p2p/api"
)

// Files in a home that belong to this package.
const (
	socketName = "fives.sock"
	lockName   = "fives.lock"
)

// SocketPath returns the path of the daemon's socket in a home. It depends on the home alone, so
// that a home never has two daemons.
func SocketPath(home string) string { return filepath.Join(home, socketName) }

// longestSocket returns the longest path in bytes that the system takes for a socket; for a
// longer one it only says "invalid argument".
func longestSocket() int {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 103
	}
	return 107
}

// CheckOwner returns an *[api.Error] if a home belongs to another user; the folder need not exist.
// Root is no exception: the owner of a home could not read what root writes into it. If this user
// may not look into a folder above the home, or not make the home in it, the owner of that folder
// counts.
func CheckOwner(home string) error {
	at := home
	info, err := os.Stat(at)
	missing := errors.Is(err, fs.ErrNotExist)
	for (errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist)) && at != filepath.Dir(at) {
		at = filepath.Dir(at)
		info, err = os.Stat(at)
	}
	if err == nil && !ours(info) && !(missing && mayWrite(at)) {
		return api.Fail(api.ReasonHomeOfAnotherUser, api.Data{Home: at, Detail: owner(info)})
	}
	return nil
}

// place returns the absolute path of a home, after checking that this user can have a daemon there.
func place(home string) (string, error) {
	abs, err := filepath.Abs(home)
	if err != nil {
		return "", unusable(home, err)
	}
	if n, most := len(SocketPath(abs)), longestSocket(); n > most {
		return "", api.Fail(api.ReasonHomePathTooLong, api.Data{Home: abs, Length: n, Limit: most})
	}
	if info, err := os.Stat(abs); errors.Is(err, syscall.ENOTDIR) || err == nil && !info.IsDir() {
		return "", unusable(abs, syscall.ENOTDIR)
	}
	return abs, CheckOwner(abs)
}

// prepare makes the folder of a home, for its owner only.
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
	if info, err = os.Stat(home); err != nil {
		return unusable(home, err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 { // as on exFAT
		return api.Fail(api.ReasonHomeWithoutModes, api.Data{Home: home})
	}
	return nil
}

// withoutSocket returns the error for a home in which no socket can be made. A disk that is full
// or may not be written to could hold one.
func withoutSocket(home string, err error) *api.Error {
	switch {
	case errors.Is(err, syscall.EPERM): // the disk has no sockets; it is a kind of ErrPermission
	case errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOSPC), errors.Is(err, fs.ErrPermission):
		return unusable(home, err)
	}
	return api.Fail(api.ReasonHomeWithoutSocket, api.Data{Home: home}).Because(err)
}

// unusable returns the error for a home that the system cannot use.
func unusable(home string, err error) *api.Error {
	return api.Fail(api.ReasonHomeUnusable, api.Data{Home: home}).Because(err)
}
