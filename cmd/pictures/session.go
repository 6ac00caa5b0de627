package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A frame is a screen, and how long it stays.
type frame struct {
	screen screen
	stays  time.Duration
}

// A session is two people at a table; the picture is what ana sees.
type session struct {
	fives, homes string
	network      string // one that nobody else is on
	ana, ben     *terminal
	frames       []frame
}

func (s *session) home(name string) string { return filepath.Join(s.homes, name) }

// sit opens the full-screen table for somebody who has never played.
func (s *session) sit(ctx context.Context, name string) (*terminal, error) {
	cmd := exec.CommandContext(ctx, s.fives, "--home", s.home(name), "--iface", "lo", "--network", s.network, "--port", "0")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORFGBG=15;0")
	return open(cmd)
}

// keep adds what ana sees to the picture, once a text is shown.
func (s *session) keep(ctx context.Context, text string, stays time.Duration) error {
	seen, err := s.ana.shows(ctx, text)
	s.frames = append(s.frames, frame{seen, stays})
	return err
}

// play plays the whole session: two first starts, and a hand or two.
func (s *session) play(ctx context.Context) (err error) {
	if s.ana, err = s.sit(ctx, "ana"); err != nil {
		return err
	}
	if s.ben, err = s.sit(ctx, "ben"); err != nil {
		return err
	}
	return errors.Join(s.meet(ctx), s.hand(ctx))
}

// meet goes from the first start to the table.
func (s *session) meet(ctx context.Context) error {
	if err := s.keep(ctx, "Your name at tables", time.Second); err != nil {
		return err
	}
	if _, err := s.ben.shows(ctx, "Your name at tables"); err != nil {
		return err
	}
	if err := errors.Join(s.ana.types("ana"), s.ben.types("ben\r"), s.keep(ctx, "ana", time.Second), s.ana.types("\r")); err != nil {
		return err
	}
	if err := s.keep(ctx, "ben", 2*time.Second); err != nil {
		return err
	}
	if err := errors.Join(s.ana.types("n"), s.keep(ctx, "esc back", 2*time.Second), s.ana.types("\r")); err != nil {
		return err
	}
	if err := s.keep(ctx, "of 2 seats", time.Second); err != nil {
		return err
	}
	_, err := s.ben.shows(ctx, "of 2 seats")
	return errors.Join(err, s.ben.types("\r"))
}

// invite returns what ana sees of an invitation, back in the lobby.
func (s *session) invite(ctx context.Context) (screen, error) {
	for range 3 { // whatever lies over the table, and the table itself
		if err := s.ana.types("\x1b"); err != nil {
			return screen{}, err
		}
		time.Sleep(400 * time.Millisecond)
	}
	if err := s.ana.types("i"); err != nil {
		return screen{}, err
	}
	return s.ana.shows(ctx, "your node:")
}

// turns is the least number of ana's turns that the picture shows.
const turns = 3

// hand plays what the computer player would, until a hand is settled in which there was
// something to see.
func (s *session) hand(ctx context.Context) error {
	for taken := 0; ; {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case settled(s.ana) && taken >= turns:
			return s.keep(ctx, onward, 5*time.Second)
		case settled(s.ana):
			if err := errors.Join(s.keep(ctx, onward, 3*time.Second), s.ana.types("\r")); err != nil {
				return err
			}
		case settled(s.ben):
			if err := s.ben.types("\r"); err != nil {
				return err
			}
		case myTurn(s.ana.screen()):
			taken++
			if err := s.turn(ctx, s.ana, true); err != nil {
				return err
			}
		case myTurn(s.ben.screen()):
			if err := s.turn(ctx, s.ben, false); err != nil {
				return err
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// onward is what a settlement says at its foot.
const onward = "enter next hand"

func settled(t *terminal) bool { return strings.Contains(t.screen().String(), onward) }

func myTurn(s screen) bool {
	text := s.String()
	return strings.Contains(text, "legal move") && !strings.Contains(text, "playing ")
}

// turn takes the hint.
func (s *session) turn(ctx context.Context, t *terminal, kept bool) error {
	before, err := t.shows(ctx, "legal move")
	if err != nil {
		return err
	}
	if err := t.types("h"); err != nil {
		return err
	}
	time.Sleep(500 * time.Millisecond)
	if kept {
		s.frames = append(s.frames, frame{before, time.Second}, frame{t.screen(), 1500 * time.Millisecond})
	}
	for range 2 { // the first puts the cards of the hint forward
		if err := t.types("\r"); err != nil {
			return err
		}
		time.Sleep(400 * time.Millisecond)
		if !myTurn(t.screen()) {
			break
		}
	}
	return nil
}

// end stops the daemons.
func (s *session) end() {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	for name, t := range map[string]*terminal{"ana": s.ana, "ben": s.ben} {
		if t != nil {
			t.close()
			_ = exec.CommandContext(ctx, s.fives, "down", "--home", s.home(name)).Run() // the error that matters has been reported
		}
	}
}
