package control

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
)

func TestOneDaemonForAHome(t *testing.T) {
	_, c := serve(t)
	_, err := NewClaim(c.home)
	var e *api.Error
	if !errors.Is(err, api.ErrInUse) || !errors.As(err, &e) || e.Code != api.CodeInUse {
		t.Fatalf("second claim: %v", err)
	}
	if e.Process != strconv.Itoa(os.Getpid()) || e.Home != c.home {
		t.Errorf("%+v does not say who has which home", e)
	}
	if _, err := c.Status(context.Background()); err != nil {
		t.Errorf("the first daemon after a second claim: %v", err)
	}
}

func TestStaleSocketIsReplaced(t *testing.T) {
	home := t.TempDir()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: SocketPath(home), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	if _, err := Dial(home); !errors.Is(err, api.ErrNotRunning) {
		t.Fatalf("dialling a stale socket: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Serve(ctx, home, &fake{}, slog.New(slog.DiscardHandler)) }()
	dial(t, home)
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(SocketPath(home)); !os.IsNotExist(err) {
		t.Errorf("the socket is left behind: %v", err)
	}
}

// looked returns a claim whose daemon looks after the home all the time, and how Serve ended.
func looked(t *testing.T, home string) <-chan error {
	t.Helper()
	c, err := NewClaim(home)
	if err != nil {
		t.Fatal(err)
	}
	c.look = time.Millisecond
	store := filepath.Join(home, "store")
	if err := errors.Join(os.WriteFile(store, nil, 0o600), c.Keep("store")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		ended <- c.Serve(ctx, &fake{}, slog.New(slog.DiscardHandler))
		close(done)
	}()
	t.Cleanup(func() { cancel(); <-done; c.Close() })
	return ended
}

// TestSocketIsMadeAnew: a cleaner may remove the socket's file, or put another thing in its
// place. Until the daemon has seen that, a client says that it does not answer, and which
// process it is; who was connected stays so.
func TestSocketIsMadeAnew(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"removed":  os.Remove,
		"replaced": func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600)) },
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			ended := looked(t, home)
			before := dial(t, home)
			if err := harm(SocketPath(home)); err != nil {
				t.Fatal(err)
			}
			dial(t, home)
			for _, c := range []*Client{before, dial(t, home)} {
				if _, err := c.Status(t.Context()); err != nil {
					t.Error(err)
				}
			}
			if info, err := os.Stat(SocketPath(home)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the new socket: %v, %v", info, err)
			}
			select {
			case err := <-ended:
				t.Errorf("the daemon has ended: %v", err)
			default:
			}
		})
	}
}

// TestSilentDaemon: a home whose daemon does not answer is not called one without a daemon.
func TestSilentDaemon(t *testing.T) {
	home := t.TempDir()
	c, err := NewClaim(home)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := os.Remove(SocketPath(home)); err != nil {
		t.Fatal(err)
	}
	_, err = Dial(home)
	var e *api.Error
	if !errors.As(err, &e) || e.Reason != api.ReasonDaemonSilent || e.Process != strconv.Itoa(os.Getpid()) || e.Home != home || IsDown(err) {
		t.Errorf("%#v", err)
	}
	c.Close()
	if _, err := Dial(home); !IsDown(err) {
		t.Errorf("without a daemon: %v", err)
	}
}

// TestHomeIsGone: a daemon whose home was removed or moved away ends, and says why. It leaves
// alone what another daemon has made in its place by then.
func TestHomeIsGone(t *testing.T) {
	for name, harm := range map[string]func(home string) error{
		"removed": os.RemoveAll,
		"moved":   func(home string) error { return os.Rename(home, home+".moved") },
		"moved, and a file in its place": func(home string) error {
			return errors.Join(os.Rename(home, home+".moved"), os.WriteFile(home, nil, 0o600))
		},
		"without its store": func(home string) error { return os.Remove(filepath.Join(home, "store")) },
		"another store": func(home string) error { // as a copy is put back
			path := filepath.Join(home, "store")
			return errors.Join(os.WriteFile(path+".copy", nil, 0o600), os.Rename(path+".copy", path))
		},
		"another lock": func(home string) error {
			path := filepath.Join(home, lockName)
			return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "ana")
			ended := looked(t, home)
			dial(t, home)
			if err := harm(home); err != nil {
				t.Fatal(err)
			}
			var e *api.Error
			if err := <-ended; !errors.As(err, &e) || e.Reason != api.ReasonHomeGone || e.Home != home || e.Code != api.CodeHome {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// TestSuccessorKeepsItsSocket: a daemon that ends late does not take away the socket of the one
// that has the home's place by then.
func TestSuccessorKeepsItsSocket(t *testing.T) {
	home := filepath.Join(t.TempDir(), "ana")
	before, err := NewClaim(home)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(home, home+".moved"); err != nil {
		t.Fatal(err)
	}
	looked(t, home)
	dial(t, home)
	if before.ours() {
		t.Error("the lock in its place counts as its own")
	}
	if err := before.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Dial(home); err != nil {
		t.Errorf("the new daemon: %v", err)
	}
}

func TestModes(t *testing.T) {
	_, c := serve(t)
	for path, want := range map[string]os.FileMode{c.home: 0o700, SocketPath(c.home): 0o600, filepath.Join(c.home, lockName): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", filepath.Base(path), got, want)
		}
	}
}

func TestHomesThatWillNotDo(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(dir, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		home   string
		reason api.Reason
	}{
		"long":   {filepath.Join(dir, strings.Repeat("x", 120)), api.ReasonHomePathTooLong},
		"a file": {file, api.ReasonHomeUnusable},
		"shared": {open, api.ReasonHomeOpenToAll},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewClaim(tt.home)
			var e *api.Error
			if !errors.As(err, &e) || e.Reason != tt.reason || e.Code != api.CodeHome || e.Home != tt.home {
				t.Errorf("got %#v, want %s", err, tt.reason)
			}
		})
	}
	for _, home := range []string{file, filepath.Join(file, "below")} {
		var e *api.Error
		if _, err := Dial(home); !errors.As(err, &e) || e.Reason != api.ReasonHomeUnusable || e.Home != home {
			t.Errorf("dialling %s: %v", home, err)
		}
	}
	var e *api.Error
	if _, err := Dial(filepath.Join(dir, strings.Repeat("x", 120))); !errors.As(err, &e) || e.Reason != api.ReasonHomePathTooLong {
		t.Errorf("dialling a long path: %v", err)
	}
}

// foreign returns a folder that belongs to another user.
func foreign(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if os.Chown(dir, 1, 1) == nil { // as root
		return dir
	}
	if info, err := os.Stat("/usr"); err == nil && !ours(info) { // which this user cannot change
		return "/usr"
	}
	t.Skip("no folder belongs to somebody else")
	return ""
}

// TestForeignHome: a folder of another user is no home, not even for root, and it stays as it is.
func TestForeignHome(t *testing.T) {
	dir := foreign(t)
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, claimed := NewClaim(dir)
	_, dialled := Dial(dir)
	for what, err := range map[string]error{"claimed": claimed, "dialled": dialled, "asked": CheckOwner(dir)} {
		var e *api.Error
		if !errors.As(err, &e) || e.Reason != api.ReasonHomeOfAnotherUser || e.Code != api.CodeHome || e.Home != dir || e.Detail == "" || e.Detail != owner(before) {
			t.Errorf("%s: %#v", what, err)
		}
	}
	after, err := os.Stat(dir)
	if err != nil || after.Mode() != before.Mode() || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("it was changed: %v, %v, %v", before, after, err)
	}
	own := t.TempDir()
	if err := errors.Join(CheckOwner(own), CheckOwner(filepath.Join(own, "not-there"))); err != nil {
		t.Errorf("one's own: %v", err)
	}
}

// TestHomeBelowForeignFolder: a home that this user may not make, because somebody else has the
// folder above it, is refused as that folder is; one below a folder that everybody may write into
// is not.
func TestHomeBelowForeignFolder(t *testing.T) {
	if err := CheckOwner(filepath.Join(os.TempDir(), "not-there", "h")); err != nil {
		t.Errorf("below %s: %v", os.TempDir(), err)
	}
	if os.Geteuid() <= 0 {
		t.Skip("root may write everywhere")
	}
	_, claimed := NewClaim("/usr/not-there/h")
	_, dialled := Dial("/usr/not-there/h")
	for what, err := range map[string]error{"claimed": claimed, "dialled": dialled} {
		var e *api.Error
		if !errors.As(err, &e) || e.Reason != api.ReasonHomeOfAnotherUser || e.Home != "/usr" {
			t.Errorf("%s: %#v", what, err)
		}
	}
}
