package control

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
)

// A listener is the unix socket of a daemon. Where the system says who connects, it accepts only
// this process's user and root.
type listener struct {
	path string
	log  *slog.Logger // set before the first Accept

	mu     sync.Mutex
	socket *net.UnixListener
	file   os.FileInfo // of the socket
	closed bool
}

// listen opens a socket.
func listen(path string) (*listener, error) {
	l := &listener{path: path}
	return l, l.open()
}

// open makes the socket. It removes what is already there as stale, since the caller holds the
// lock that its maker held.
func (l *listener) open() error {
	if err := os.Remove(l.path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("control: stale socket: %w", err)
	}
	s, err := net.ListenUnix("unix", &net.UnixAddr{Name: l.path, Net: "unix"})
	if err != nil {
		return fmt.Errorf("control: %w", err)
	}
	s.SetUnlinkOnClose(false) // by then it may be another daemon's
	err = os.Chmod(l.path, 0o600)
	if err == nil {
		l.file, err = os.Lstat(l.path)
	}
	if err != nil {
		s.Close()
		return fmt.Errorf("control: %w", err)
	}
	l.socket = s
	return nil
}

// renew makes the socket anew if its file is gone, as after a cleaner. Who is connected stays so.
func (l *listener) renew() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || same(l.path, l.file) {
		return nil
	}
	before := l.socket
	if err := l.open(); err != nil {
		return err
	}
	return before.Close()
}

// Accept returns the next connection of a user who may connect, and closes those of others.
func (l *listener) Accept() (net.Conn, error) {
	for {
		l.mu.Lock()
		socket, closed := l.socket, l.closed
		l.mu.Unlock()
		c, err := socket.AcceptUnix()
		if errors.Is(err, net.ErrClosed) && !closed {
			continue // it was made anew, or closed
		}
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

// Close closes the socket, and removes its file if it is this one's.
func (l *listener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	if there, err := os.Lstat(l.path); err == nil && os.SameFile(there, l.file) {
		os.Remove(l.path)
	}
	return l.socket.Close()
}

// Addr returns the path of the socket.
func (l *listener) Addr() net.Addr { return &net.UnixAddr{Name: l.path, Net: "unix"} }

// allowed reports whether a user may connect. Root may: it could become any user.
func allowed(uid int) bool { return uid == os.Geteuid() || uid == 0 }
