package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
)

type gameAnswer struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Summary  string       `json:"summary"`
	MinSeats int          `json:"min_seats"`
	MaxSeats int          `json:"max_seats"`
	Options  rules.Schema `json:"options"`
	Notation []string     `json:"notation"`
	// ComputerPlayers lists their strengths, the weakest first.
	ComputerPlayers []string `json:"computer_players"`
	// Lengths is empty for a game whose lengths were not measured.
	Lengths []gameLength `json:"lengths"`
}

type gameLength struct {
	rules.Length
	Minutes int `json:"minutes"`
}

// Games is the command games.
func Games(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "games",
		Usage:     "list what can be played; with a name, its options",
		ArgsUsage: "[GAME]",
		Flags:     []cli.Flag{console.JSONFlag()},
		Action: func(c *cli.Context) error {
			name, err := console.Operand(c, "game")
			if err != nil {
				return err
			}
			if name != "" {
				rs, err := findGame(name)
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
		t.Row(rs.Name, seatsOf(rs), minutesOf(rs), rs.Summary)
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
		for _, l := range layout.Wrap(rs.Explain(o), 70) {
			t.Line("      " + style.Weak(l))
		}
	}
	s.Printf("options, their defaults, what they may be:\n%s\n", t.Text())
	printLengths(s, rs)
	s.Printf("moves:\n")
	for _, n := range rs.Notation {
		s.Printf("  %s\n", n)
	}
	s.Printf("\nfives rules %s prints the rules; fives host %s --set NAME=VALUE sets an option\n", rs.Name, rs.Name)
	return nil
}

func describeGame(rs *rules.RuleSet) gameAnswer {
	a := gameAnswer{
		Name: rs.Name, Title: rs.Title, Summary: rs.Summary, MinSeats: rs.MinSeats, MaxSeats: rs.MaxSeats,
		Options: rs.Schema, Notation: rs.Notation, Lengths: []gameLength{},
	}
	for _, b := range search.Levels(rs) {
		a.ComputerPlayers = append(a.ComputerPlayers, b.Name)
	}
	for _, l := range rs.Lengths() {
		a.Lengths = append(a.Lengths, gameLength{l, l.Minutes()})
	}
	return a
}

// printLengths prints how long a game lasts, for some values of the option that ends it.
func printLengths(s *console.Streams, rs *rules.RuleSet) {
	t := layout.Grid{}
	for _, l := range rs.Lengths() {
		row := []string{fmt.Sprintf("%d seats", l.Seats), say.Count(l.Hands, "hand"), fmt.Sprintf("%d min", l.Minutes())}
		if o := rs.Main(); o != nil {
			row = append([]string{fmt.Sprintf("%s=%d", o.Name, l.Value)}, row...)
		}
		row[0] = "  " + row[0]
		t.Row(row...)
	}
	if text := t.Text(); text != "" {
		s.Printf("how long a game is on average, at %d s a move:\n%s\n", rules.Pace, text)
	}
}

// minutesOf says how long a game usually takes, from few seats to many.
func minutesOf(rs *rules.RuleSet) string {
	switch all := rs.Usual(); len(all) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%d min", all[0].Minutes())
	default:
		return fmt.Sprintf("%d to %d min", all[0].Minutes(), all[1].Minutes())
	}
}

func seatsOf(rs *rules.RuleSet) string {
	if rs.MinSeats == rs.MaxSeats {
		return fmt.Sprintf("%d seats", rs.MinSeats)
	}
	return fmt.Sprintf("%d to %d seats", rs.MinSeats, rs.MaxSeats)
}
