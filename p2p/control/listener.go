package control

import (
	"fmt"
	"log/slog"
	"net"
	"os"
)

// A listener is the unix socket of a daemon. Where the system says who connects, it accepts only
// this process's user and root.
type listener struct {
	*net.UnixListener
	log *slog.Logger
}

// listen opens a socket. It removes one that is already there as stale, since the caller holds
// the lock that its maker held.
func listen(path string, log *slog.Logger) (*listener, error) {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("control: stale socket: %w", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("control: %w", err)
	}
	return &listener{UnixListener: l, log: log}, nil
}

// Accept returns the next connection of a user who may connect, and closes those of others.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.AcceptUnix()
		if err != nil {
			return nil, err
		}
		uid, known, err := uidOf(c)
		if !known || err == nil && allowed(uid) {
			return c, nil
		}
		l.log.Warn("control: connection of another user refused", "uid", uid, "err", err)
		c.Close()
	}
}

// allowed reports whether a user may connect. Root may: it could become any user.
func allowed(uid int) bool { return uid == os.Geteuid() || uid == 0 }
