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
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/teach"
	"fives/p2p/api"
	"fives/p2p/control"
)

// printHabits says which kinds of moves have cost the player most, over the latest hands. If it is
// interrupted, it says so of what it has.
func printHabits(s *console.Streams, c *cli.Context, client *control.Client, mine []api.Summary) error {
	b := &lookingBack{client: client, most: c.Int("hands"), spin: s.Progress()}
	err := b.games(c.Context, shown.Finished(mine))
	b.spin.Done()
	if c.Context.Err() != nil {
		err = console.No("", "interrupted: this is of %s only, of at most %d", say.Count(len(b.looks), "hand"), b.most)
		if len(b.looks) == 0 {
			return c.Context.Err()
		}
	} else if err != nil {
		return err
	}
	slices.Reverse(b.looks)
	h := shown.HabitsIn(b.looks)
	switch {
	case c.Bool("json"):
		if wrong := s.JSON(h); wrong != nil {
			return wrong
		}
	case h.Hands == 0:
		s.Note("no hand has been played to its end yet")
	default:
		if wrong := writeHabits(s, h); wrong != nil {
			return wrong
		}
	}
	return err
}

func writeHabits(s *console.Streams, h shown.Habits) error {
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
		g.Row("  "+rs.Title, say.Count(m.Times, "time"), fmt.Sprintf("%.1f points", m.Points), m.Phrase(rs))
		g.Row("", "", "", "as "+m.Worst.Says().Write(say.Clean, card.Card.String))
	}
	s.Printf("%s", g.Text())
	return nil
}

// A lookingBack looks back at the latest hands that the player had a seat in and that teach
// something, the latest first.
type lookingBack struct {
	client *control.Client
	most   int
	spin   *console.Progress
	looks  []shown.Look
}

func (b *lookingBack) games(ctx context.Context, mine []api.Summary) error {
	slices.SortStableFunc(mine, func(a, b api.Summary) int { return cmp.Compare(b.Time, a.Time) })
	for _, sum := range mine {
		if sum.Seat < 0 {
			continue
		}
		if len(b.looks) >= b.most {
			return nil
		}
		b.say()
		log, err := b.client.Records(ctx, sum.ID) // the tables before it are in the list themselves
		if err != nil {
			return err
		}
		stories, err := shown.Stories(ctx, [][]record.Record{log})
		if stories == nil {
			return err
		}
		if err := b.hands(ctx, stories[0], sum.Seat); err != nil {
			return err
		}
	}
	return nil
}

// hands looks back at the hands of a game.
func (b *lookingBack) hands(ctx context.Context, one *story.Story, seat int) error {
	for _, h := range slices.Backward(one.Hands) {
		if len(b.looks) >= b.most || !teach.Teaches(h) || !slices.Contains(h.Active, seat) {
			continue
		}
		look, err := shown.Seated{Story: one, Hand: h, Seat: seat}.Look(ctx)
		if err != nil {
			return err
		}
		b.looks = append(b.looks, look)
		b.say()
	}
	return nil
}

func (b *lookingBack) say() {
	b.spin.Say(fmt.Sprintf("%s of at most %d looked back at; Ctrl-C shows what there is", say.Count(len(b.looks), "hand"), b.most))
}
