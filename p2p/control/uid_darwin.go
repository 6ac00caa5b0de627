package control

import (
	"errors"
	"net"

	"golang.org/x/sys/unix"
)

// uidOf asks the system which user is at the other end; known is always true here.
func uidOf(c *net.UnixConn) (uid int, known bool, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, true, err
	}
	var cred *unix.Xucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	})
	if err != nil || failed != nil {
		return 0, true, errors.Join(err, failed)
	}
	return int(cred.Uid), true, nil
}
