package open

import (
	"errors"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// leads is where a door leads.
func leads(t *testing.T, d door) string {
	t.Helper()
	page, err := os.ReadFile(d.path)
	if err != nil {
		t.Fatal(err)
	}
	to := regexp.MustCompile(`content="0; url=([^"]*)"`).FindStringSubmatch(string(page))
	if to == nil {
		t.Fatalf("it leads nowhere: %s", page)
	}
	return html.UnescapeString(to[1])
}

// A door is this user's alone, says nothing by its name, and is gone once somebody came in.
func TestDoor(t *testing.T) {
	g := guarded(t)
	folder := filepath.Join(t.TempDir(), "öpen ?#%")
	if err := os.Mkdir(folder, 0o777); err != nil { // as one who wants to look in might leave it
		t.Fatal(err)
	}
	d, err := newDoor(folder, g, "&at=table/ab")
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" { // which has no such modes
		for path, want := range map[string]fs.FileMode{folder: fs.ModeDir | 0o700, d.path: 0o600} {
			if info, err := os.Stat(path); err != nil || info.Mode() != want {
				t.Errorf("%s: %v %v, not %v", path, info.Mode(), err, want)
			}
		}
	}
	u, err := url.Parse(d.address())
	if err != nil || u.Scheme != "file" || u.Host != "" || !strings.HasSuffix(u.Path, "/öpen ?#%/4242.html") || u.RawQuery != "" || u.Fragment != "" {
		t.Errorf("its address is %s, %v", d.address(), err)
	}
	to, err := url.Parse(leads(t, d))
	if err != nil {
		t.Fatal(err)
	}
	q, err := url.ParseQuery(to.Fragment)
	if err != nil || "http://"+to.Host+"/" != g.Address() || q.Get("at") != "table/ab" {
		t.Errorf("it leads to %s, %v", to, err)
	}
	if session(t, enter(g, q.Get("token"))) == "" {
		t.Error("it does not lead in")
	}
	if _, err := os.Stat(d.path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}

// A door that was left by a page that was killed, or put there by somebody, is replaced,
// never written to.
func TestDoorLeft(t *testing.T) {
	g := guarded(t)
	folder := t.TempDir()
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("of somebody"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, filepath.Join(folder, "4242.html")); err != nil {
		t.Skip(err)
	}
	d, err := newDoor(folder, g, "")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(other); err != nil || string(b) != "of somebody" {
		t.Errorf("the other file has %q, %v", b, err)
	}
	if info, err := os.Lstat(d.path); err != nil || !info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A browser that came as a snap reads in its own folder; any other, in the home.
func TestDoorFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("snaps are of Linux")
	}
	bin, user, home := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv("HOME", user)
	own := filepath.Join(home, doors)
	if err := os.MkdirAll(filepath.Join(user, "snap", "firefox", "common"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := doorFolder(t.Context(), home); got != own {
		t.Errorf("without a desktop: %s", got)
	}
	for browser, want := range map[string]string{
		"firefox-esr.desktop": own, "firefox_firefox.desktop": filepath.Join(user, "snap", "firefox", "common", snapped),
		"chromium_chromium.desktop": own, "../x_y.desktop": own, "org.mozilla.firefox.desktop": own, "": own, ".._x.desktop": own,
	} {
		if err := os.WriteFile(filepath.Join(bin, "xdg-settings"), []byte("#!/bin/sh\necho '"+browser+"'\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if got := doorFolder(t.Context(), home); got != want {
			t.Errorf("with %q: %s, not %s", browser, got, want)
		}
	}
}
