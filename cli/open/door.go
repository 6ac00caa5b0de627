package open

import (
	"context"
	"errors"
	"html/template"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// A door is a file that leads this user's browser to the page and lets it in. Everybody may see
// its name, which is an argument of a program; only this user may see its content.
type door struct{ path string }

// doorPage is what a door has in it.
const doorPage = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={{.}}">
<title>fives</title>
<p><a href="{{.}}">To the table</a></p>
`

// newDoor makes a door to a place on the page of a guard, in a folder that nobody else can
// read. The door is removed once somebody has come in.
func newDoor(folder string, g *Guard, at string) (d door, err error) {
	page, err := template.New("door").Parse(doorPage)
	if err != nil {
		return d, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return d, err
	}
	if err := os.Chmod(folder, 0o700); err != nil {
		return d, err
	}
	if d.path, err = filepath.Abs(filepath.Join(folder, g.port+".html")); err != nil {
		return d, err
	}
	d.remove() // a page that was killed may have left its door behind
	f, err := os.OpenFile(d.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return d, err
	}
	if err := errors.Join(page.Execute(f, g.AddressOnce(d.remove)+at), f.Close()); err != nil {
		d.remove()
		return d, err
	}
	return d, nil
}

// address returns the door as a browser opens it.
func (d door) address() string {
	path := filepath.ToSlash(d.path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/…
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// remove removes the door, if it is still there.
func (d door) remove() { _ = os.Remove(d.path) }

const (
	doors    = "open"          // the folder for doors, in the home
	snapped  = "fives"         // the folder for doors, in that of a browser
	settings = 2 * time.Second // for the desktop to say which browser it uses
)

// snap matches the name that the desktop gives a program from a snap.
var snap = regexp.MustCompile(`^([a-z0-9-]+)_[A-Za-z0-9-]+\.desktop$`)

// doorFolder returns a folder in which the browser of this desktop can read a file. A browser
// from a snap, as on Ubuntu, can read neither /tmp nor folders that begin with a dot, only its
// own folder.
func doorFolder(ctx context.Context, home string) string {
	own := filepath.Join(home, doors)
	if runtime.GOOS != "linux" {
		return own
	}
	ctx, cancel := context.WithTimeout(ctx, settings)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xdg-settings", "get", "default-web-browser")
	cmd.WaitDelay = settings
	out, _ := cmd.Output() // empty if there is no desktop
	name := snap.FindStringSubmatch(strings.TrimSpace(string(out)))
	user, err := os.UserHomeDir()
	if name == nil || err != nil {
		return own
	}
	common := filepath.Join(user, "snap", name[1], "common")
	if info, err := os.Stat(common); err != nil || !info.IsDir() {
		return own
	}
	return filepath.Join(common, snapped)
}
