package control

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"fives/p2p/api"
)

// A Claim makes this process the daemon of a home. It holds the home's lock file until it is
// closed or the process ends, however that happens.
type Claim struct {
	home string
	lock *flock.Flock
}

// Together these outlast the moment in which [InUse] may hold the lock.
const (
	lockTries = 5
	lockPause = 20 * time.Millisecond
)

// NewClaim claims a home, and makes its folder if there is none. The error is an *[api.Error],
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
			return &Claim{home: home, lock: l}, nil
		}
		time.Sleep(lockPause)
	}
	return nil, api.Fail(api.ReasonHomeInUse, api.Data{Home: home, Process: holder(path)})
}

func holder(path string) string {
	b, err := os.ReadFile(path)
	pid := strings.TrimSpace(string(b))
	if _, bad := strconv.Atoi(pid); err != nil || bad != nil {
		return ""
	}
	return pid
}

// Home returns the absolute path of the home.
func (c *Claim) Home() string { return c.home }

// Close gives up the home.
func (c *Claim) Close() error { return c.lock.Close() }

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
