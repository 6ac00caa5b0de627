package games

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
	"fives/cli/layout"
	"fives/cli/setup"
	"fives/engine/games"
	"fives/engine/rules"
)

type gameAnswer struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Summary  string       `json:"summary"`
	MinSeats int          `json:"min_seats"`
	MaxSeats int          `json:"max_seats"`
	Options  rules.Schema `json:"options"`
	Notation []string     `json:"notation"`
	Players  []string     `json:"computer_players"`
}

// List is the command games.
func List(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "games",
		Usage:     "list what can be played; with a name, its options",
		ArgsUsage: "[GAME]",
		Flags:     []cli.Flag{flags.JSON()},
		Action: func(c *cli.Context) error {
			name, err := flags.Operand(c, "game")
			if err != nil {
				return err
			}
			if name != "" {
				rs, err := setup.Game(name)
				if err != nil {
					return err
				}
				return printGame(s, c, rs)
			}
			return printGames(s, c)
		},
	}
}

func printGames(s *console.Streams, c *cli.Context) error {
	t := layout.Grid{}
	for _, rs := range games.All() {
		if c.Bool("json") {
			if err := s.JSON(describeGame(rs)); err != nil {
				return err
			}
			continue
		}
		t.Row(rs.Name, seatsOf(rs), rs.Summary)
	}
	s.Printf("%s", t.Within(s.Columns()))
	return nil
}

func printGame(s *console.Streams, c *cli.Context, rs *rules.RuleSet) error {
	if c.Bool("json") {
		return s.JSON(describeGame(rs))
	}
	style := s.Style(false)
	s.Printf("%s  %s\n%s\n\n", style.Strong(rs.Title), style.Weak(seatsOf(rs)), rs.Summary)
	t := layout.Grid{}
	for _, o := range rs.Schema {
		t.Row("  "+o.Name, rules.Typed(o.Default), o.Domain())
		for _, l := range layout.Wrap(o.Meaning, 70) {
			t.Line("      " + style.Weak(l))
		}
	}
	s.Printf("options, their defaults, what they may be:\n%s\nmoves:\n", t.Text())
	for _, n := range rs.Notation {
		s.Printf("  %s\n", n)
	}
	s.Printf("\nfives rules %s prints the rules; fives host %s --set NAME=VALUE sets an option\n", rs.Name, rs.Name)
	return nil
}

func describeGame(rs *rules.RuleSet) gameAnswer {
	a := gameAnswer{
		Name: rs.Name, Title: rs.Title, Summary: rs.Summary, MinSeats: rs.MinSeats, MaxSeats: rs.MaxSeats,
		Options: rs.Schema, Notation: rs.Notation,
	}
	for _, b := range rs.Bots {
		a.Players = append(a.Players, b.Name)
	}
	return a
}

func seatsOf(rs *rules.RuleSet) string {
	if rs.MinSeats == rs.MaxSeats {
		return fmt.Sprintf("%d seats", rs.MinSeats)
	}
	return fmt.Sprintf("%d to %d seats", rs.MinSeats, rs.MaxSeats)
}
