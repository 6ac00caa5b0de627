package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// enough is how long all of it may take.
const enough = 4 * time.Minute

func main() {
	fives := flag.String("fives", "bin/fives", "the program")
	game := flag.String("game", "", "the game that the report shows")
	into := flag.String("into", ".", "the folder for the pictures")
	screens := flag.String("screens", "", "draw the golden screens of this folder, and nothing else")
	flag.Parse()
	if *screens != "" {
		end(goldens(*screens, *into))
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), enough)
	defer stop()
	end(draw(ctx, *fives, *game, *into))
}

// end ends the program if there is an error.
func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// draw makes all pictures.
func draw(ctx context.Context, fives, game, into string) error {
	homes, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(homes)
	if fives, err = filepath.Abs(fives); err != nil {
		return err
	}
	if into, err = filepath.Abs(into); err != nil {
		return err
	}
	s := &session{fives: fives, homes: homes, network: strings.ToLower(rand.Text()[:9])}
	defer s.end()
	if err := s.play(ctx); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(into, "table.svg"), animate(s.frames), 0o644); err != nil {
		return err
	}
	invitation, err := s.invite(ctx)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(into, "invitation.svg"), still("An invitation on the screen of a host", invitation), 0o644); err != nil {
		return err
	}
	return errors.Join(
		browser(ctx, s, game, into),
		report(ctx, fives, game, homes, filepath.Join(into, "report.png")),
	)
}

// report takes a picture of the report of a whole game.
func report(ctx context.Context, fives, game, folder, picture string) error {
	log, page := filepath.Join(folder, "game.jsonl"), filepath.Join(folder, "report.html")
	for _, c := range []*exec.Cmd{
		exec.CommandContext(ctx, fives, "demo", "--game", game, "-o", log),
		exec.CommandContext(ctx, fives, "export", "--html", "--from", log, "-o", page),
		exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
			"--user-data-dir="+filepath.Join(folder, "browser"), "--window-size=800,1500", "--screenshot="+picture, "file://"+page),
	} {
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(c.Args, " "), err, out)
		}
	}
	return nil
}
