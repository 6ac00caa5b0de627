package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// moves is how many moves ana makes before the pictures of the browser table.
const moves = 4

// bigScreens are the sizes in which the screen of a room is shown.
var bigScreens = []string{"1280,720", "1920,1080", "3840,2160"}

// browser takes pictures of a table in a browser, as on a phone, on a desk and on the
// screen of a room.
func browser(ctx context.Context, s *session, game, into string) (err error) {
	home := s.home("zoe")
	fives := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, s.fives, append(args, "--home", home)...).Output()
		if err != nil {
			return "", fmt.Errorf("fives %s: %w", strings.Join(args, " "), err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	if _, err := fives("up", "--detach", "--name", "zoe", "--iface", "lo", "--port", "0", "--network", s.network, "--bot-delay", "0s"); err != nil {
		return err
	}
	defer func() {
		_, end := fives("down")
		err = errors.Join(err, end)
	}()
	said, err := fives("host", game, "--bots", "2")
	if err != nil {
		return err
	}
	_, table, _ := strings.Cut(said, "(") // "Five (3f9a…) is open"
	table, _, _ = strings.Cut(table, ")")
	for range moves {
		if _, err := fives("wait"); err != nil {
			return err
		}
		hint, err := fives("hint")
		if err != nil {
			return err
		}
		if _, err := fives("play", strings.SplitN(hint, "\n", 2)[0]); err != nil {
			return err
		}
	}
	if _, err := fives("wait"); err != nil {
		return err
	}
	if _, err := fives("invite"); err != nil { // the screens show the way in
		return err
	}
	err = errors.Join(
		shootOwn(ctx, s, nil, home, table, "360,640", "2", filepath.Join(into, "phone.png")),
		shootOwn(ctx, s, nil, home, table, "1200,760", "1", filepath.Join(into, "browser.png")),
	)
	for _, size := range bigScreens {
		_, height, _ := strings.Cut(size, ",")
		err = errors.Join(err, shootOwn(ctx, s, []string{"--screen"}, home, table, size, "1", filepath.Join(into, "screen-"+height+".png")))
	}
	return err
}

// shootOwn takes a picture of a table on the page of fives open, with some flags.
func shootOwn(ctx context.Context, s *session, flags []string, home, table, size, scale, picture string) error {
	page := exec.CommandContext(ctx, s.fives, append([]string{"open", "--no-browser", "--home", home, table}, flags...)...)
	out, err := page.StdoutPipe()
	if err == nil {
		err = page.Start()
	}
	if err != nil {
		return err
	}
	defer page.Wait()         //nolint:errcheck // it has been killed
	defer page.Process.Kill() //nolint:errcheck // it may have ended
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return err
	}
	return shoot(ctx, s, strings.TrimSpace(address), size, scale, picture)
}

// shoot takes a picture of a page once it has had time to show everything.
func shoot(ctx context.Context, s *session, address, size, scale, picture string) error {
	out, err := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(s.homes, "browser-"+size), "--window-size="+size, "--force-device-scale-factor="+scale,
		"--virtual-time-budget=6000", "--screenshot="+picture, address).CombinedOutput()
	if err != nil {
		return fmt.Errorf("chromium: %w: %s", err, out)
	}
	return nil
}
