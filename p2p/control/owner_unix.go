//go:build unix

package control

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// ours reports whether a file belongs to the user of this process.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) == os.Geteuid()
}

// mayWrite reports whether this user is allowed to make files in a folder.
func mayWrite(folder string) bool {
	return !errors.Is(unix.Access(folder, unix.W_OK|unix.X_OK), fs.ErrPermission)
}

// owner returns the name of the user who owns a file, "" if it is not known.
func owner(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	u, err := user.LookupId(strconv.Itoa(int(stat.Uid)))
	if err != nil {
		return ""
	}
	return u.Username
}
