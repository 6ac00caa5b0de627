package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/teach"
	"fives/p2p/api"
	"fives/p2p/control"
)

// printHabits says which kinds of moves have cost the player most, over the latest hands.
func printHabits(s *console.Streams, c *cli.Context, client *control.Client, mine []api.Summary) error {
	hands, err := latest(c.Context, client, shown.Finished(mine), c.Int("hands"))
	if err != nil {
		return err
	}
	h, err := shown.HabitsIn(hands)
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return s.JSON(h)
	case h.Hands == 0:
		s.Note("no hand has been played to its end yet")
		return nil
	}
	s.Printf("%s looked back at: your moves cost about %.1f points a hand", say.Count(h.Hands, "hand"), h.Cost)
	if half := h.Hands / 2; half > 0 {
		s.Printf(", %.1f in the first %d and %.1f in the last %d", h.Earlier, half, h.Later, h.Hands-half)
	}
	s.Printf(".\n")
	g := layout.Grid{}
	for _, m := range h.Moves {
		rs, err := games.Find(m.Game)
		if err != nil {
			return err
		}
		g.Row("  "+rs.Title, m.Phrase(rs), say.Count(m.Times, "time"), fmt.Sprintf("%.1f points", m.Points))
	}
	s.Printf("%s", g.Text())
	return nil
}

// latest lists at most n of the latest hands that the player had a seat in and that teach
// something, the earliest first.
func latest(ctx context.Context, client *control.Client, mine []api.Summary, n int) (hands []shown.Seated, err error) {
	slices.SortStableFunc(mine, func(a, b api.Summary) int { return cmp.Compare(b.Time, a.Time) })
	for _, sum := range mine {
		if sum.Seat < 0 || len(hands) >= n {
			continue
		}
		log, err := client.Records(ctx, sum.ID) // the tables before it are in the list themselves
		if err != nil {
			return nil, err
		}
		stories, err := story.Read([][]record.Record{log}, games.Find, audit.Options{Parallel: cores.Parallel})
		if len(stories) == 0 {
			return nil, err
		}
		one := stories[0]
		for _, h := range slices.Backward(one.Hands) {
			if len(hands) < n && teach.Teaches(h) && slices.Contains(h.Active, sum.Seat) {
				hands = append(hands, shown.Seated{Story: one, Hand: h, Seat: sum.Seat})
			}
		}
	}
	slices.Reverse(hands)
	return hands, nil
}
