package control

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"fives/p2p/api"
)

// A Claim makes this process the daemon of a home. It holds the home's lock file until it is
// closed or the process ends, however that happens. Who connects to its socket waits until
// [Claim.Serve].
type Claim struct {
	home   string
	lock   *flock.Flock
	socket *listener
	kept   map[string]os.FileInfo // files of the home by their paths; the lock is one
	look   time.Duration          // how often Serve looks whether these and the socket are still there
}

// lookEvery is how often a daemon looks after its home, which costs a call of stat a file.
const lookEvery = 30 * time.Second

// Together these outlast the moment in which [InUse] may hold the lock.
const (
	lockTries = 5
	lockPause = 20 * time.Millisecond
)

// NewClaim claims a home, with its socket, and makes its folder if there is none. It looks first
// whether the disk can hold what belongs into a home. The error is an *[api.Error],
// which wraps [api.ErrInUse] if another daemon has the home.
func NewClaim(home string) (*Claim, error) {
	home, err := place(home)
	if err != nil {
		return nil, err
	}
	if err := prepare(home); err != nil {
		return nil, err
	}
	path := filepath.Join(home, lockName)
	l := flock.New(path, flock.SetPermissions(0o600))
	for range lockTries {
		ok, err := l.TryLock()
		if err != nil {
			return nil, unusable(home, err)
		}
		if ok {
			// Only for the message to whoever comes second; Windows refuses the write.
			_ = os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
			c := &Claim{home: home, lock: l, kept: map[string]os.FileInfo{}, look: lookEvery}
			if c.kept[path], err = l.Stat(); err != nil {
				l.Close()
				return nil, unusable(home, err)
			}
			if c.socket, err = listen(SocketPath(home)); err != nil {
				l.Close()
				return nil, withoutSocket(home, err)
			}
			return c, nil
		}
		time.Sleep(lockPause)
	}
	return nil, api.Fail(api.ReasonHomeInUse, api.Data{Home: home, Process: holder(home)})
}

// holder returns the process ID of the daemon that has a home, "" if it is not known.
func holder(home string) string {
	b, err := os.ReadFile(filepath.Join(home, lockName))
	pid := strings.TrimSpace(string(b))
	if _, bad := strconv.Atoi(pid); err != nil || bad != nil {
		return ""
	}
	return pid
}

// Home returns the absolute path of the home.
func (c *Claim) Home() string { return c.home }

// Close gives up the home.
func (c *Claim) Close() error { return errors.Join(c.socket.Close(), c.lock.Close()) }

// Keep counts another file of the home among those without which the home is gone: one that the
// daemon has open, such as its store. It is called before [Claim.Serve].
func (c *Claim) Keep(name string) error {
	path := filepath.Join(c.home, name)
	info, err := os.Stat(path)
	if err != nil {
		return unusable(c.home, err)
	}
	c.kept[path] = info
	return nil
}

// ours reports whether the home is still what was claimed: all kept files are in their places.
func (c *Claim) ours() bool {
	for path, file := range c.kept {
		if !same(path, file) {
			return false
		}
	}
	return true
}

// same reports whether a path names a file, and not another one or none, be it that a folder on the
// way has become a file. Any other error of the system is no reason to give a file up.
func same(path string, file os.FileInfo) bool {
	there, err := os.Stat(path)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
	}
	return os.SameFile(there, file)
}

// keep looks after the home until ctx is done: it makes the socket anew if its file is gone. If
// the home is gone, or another one is in its place, keep says so and returns.
func (c *Claim) keep(ctx context.Context, gone func(error), log *slog.Logger) {
	for next := time.NewTicker(c.look); ; {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
		}
		if !c.ours() {
			gone(api.Fail(api.ReasonHomeGone, api.Data{Home: c.home}))
			return
		}
		if err := c.socket.renew(); err != nil {
			log.Warn("control: the socket's file is gone, and cannot be made anew", "err", err)
		}
	}
}

// InUse reports whether a daemon has the home, even one that does not answer yet, or no longer
// answers.
func InUse(home string) bool {
	path := filepath.Join(home, lockName)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	l := flock.New(path, flock.SetFlag(os.O_RDWR))
	ok, err := l.TryRLock()
	if err != nil {
		return false
	}
	defer l.Close()
	return !ok
}
