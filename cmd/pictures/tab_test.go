package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A window is the size of one, in pixels of CSS.
type window struct{ width, height int64 }

func (z window) String() string { return fmt.Sprintf("%dx%d", z.width, z.height) }

// A tab is a page in a browser.
type tab struct {
	ctx context.Context
	end func()
}

// visit opens an address in a new tab. Nothing moves there, so that a picture does not depend on
// when it is taken.
func visit(browser context.Context, address string, z window) (*tab, error) {
	t := &tab{}
	t.ctx, t.end = chromedp.NewContext(browser)
	if err := t.dress(z, "light"); err != nil {
		return t, err
	}
	return t, chromedp.Do(t.ctx, chromedp.Navigate(address))
}

// dress gives the page a size and a colour scheme.
func (t *tab) dress(z window, scheme string) error {
	if err := chromedp.Do(t.ctx, chromedp.EmulateViewport(z.width, z.height)); err != nil {
		return err
	}
	_, err := chromedp.Call(t.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: scheme},
	}})
	return err
}

// ask has the page find something out; it may take its time.
func ask[T any](t *tab, script string) (T, error) {
	v, err := chromedp.Run(t.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		err = fmt.Errorf("%s: %w", script, err)
	}
	return v, err
}

// redrawn waits until the page has drawn itself anew. What a window does when its size changes
// comes with the first frame or the next.
const redrawn = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 150))))`

// shoot takes a picture of the page as it is in a window of a size.
func (t *tab) shoot(z window, scheme, picture string) error {
	if err := t.dress(z, scheme); err != nil {
		return err
	}
	if _, err := ask[bool](t, redrawn); err != nil {
		return err
	}
	png, err := chromedp.Run(t.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(picture, png, 0o644)
}

// serve runs a command that serves a page, and returns the address that it prints. The command
// ends with the context.
func serve(ctx context.Context, fives string, args ...string) (address string, err error) {
	page := exec.CommandContext(ctx, fives, args...)
	out, err := page.StdoutPipe()
	if err == nil {
		err = page.Start()
	}
	if err != nil {
		return "", err
	}
	go func() { <-ctx.Done(); _ = page.Wait() }()
	address, err = bufio.NewReader(out).ReadString('\n')
	return strings.TrimSpace(address), err
}

// until waits until something is so.
func until(ctx context.Context, what string, is func() (bool, error)) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	for {
		yes, err := is()
		if yes || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not in time: %s", what)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// patience is how long one thing may take.
const patience = 2 * time.Minute

// named is the file of a picture.
func named(folder, screen string, z window, scheme string) string {
	return filepath.Join(folder, fmt.Sprintf("%s-%s-%s.png", screen, z, scheme))
}
