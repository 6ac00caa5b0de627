package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A player is somebody whom a name can mean: the label at a table, and what tells namesakes apart.
type player struct{ label, mark string }

// ownPlayers returns the players of this node's tables that are not over: of those whose ID begins
// with id.
func ownPlayers(ctx context.Context, client *control.Client, id string) (tables [][]player, err error) {
	all, err := client.Mine(ctx)
	for _, m := range all.Mine {
		if m.Phase != api.PhaseOver && strings.HasPrefix(m.ID, api.TypedID(id)) {
			tables = append(tables, playersOf(m))
		}
	}
	return tables, err
}

func playersOf(m api.Summary) (list []player) {
	for _, s := range m.Seats {
		list = append(list, player{s.Name, s.Fingerprint})
	}
	return list
}

// openPlayers is [ownPlayers] for the tables of others at which seats can be asked for.
func openPlayers(ctx context.Context, client *control.Client, id string) (tables [][]player, err error) {
	all, err := client.Tables(ctx)
	for _, o := range all.Open {
		if o.Running && strings.HasPrefix(o.ID, api.TypedID(id)) {
			tables = append(tables, playersAsked(o))
		}
	}
	return tables, err
}

func playersAsked(o api.Offer) (list []player) {
	for _, s := range o.OpenSeats {
		mark := say.Count(s.Score, "point")
		if s.BotOf != "" {
			mark = "a computer player of " + say.Name(s.BotOf) + "'s, " + mark
		}
		list = append(list, player{s.Name, mark})
	}
	for _, name := range o.Taken {
		if !slices.ContainsFunc(list, func(p player) bool { return p.label == name }) {
			list = append(list, player{name, "this seat cannot be asked for"})
		}
	}
	return list
}

// seatNamed returns the label of the player whom the user names with --seat, "" for none; of returns
// those whom the name can mean at the table with that ID.
func seatNamed(c *cli.Context, client *control.Client, id string, of func(context.Context, *control.Client, string) ([][]player, error)) (string, error) {
	typed := c.String("seat")
	if typed == "" {
		return "", nil
	}
	tables, err := of(c.Context, client, id)
	if err != nil {
		return "", err
	}
	labels, err := labelsOf(tables, "--seat", []string{typed})
	if err != nil {
		return "", err
	}
	return labels[0], nil
}

// labelsOf returns the labels of the players at tables who are named with a flag. Of several with one
// name, the first has the name as a label, and the others pi~2 and so on: then the name says nothing,
// and pi~1 is the first.
func labelsOf(tables [][]player, flag string, typed []string) ([]string, error) {
	labels := slices.Clone(typed)
	for i, name := range typed {
		for _, players := range tables {
			if at := called(players, name); at != "" {
				labels[i] = at
			} else if first, is := strings.CutSuffix(strings.TrimSpace(name), "~1"); is && len(namesakes(players, called(players, first))) > 1 {
				labels[i] = called(players, first)
				continue
			}
			if same := namesakes(players, labels[i]); len(same) > 1 {
				var each, flags []string
				for n, p := range same {
					one := fmt.Sprintf("%s~%d", labels[i], n+1)
					each, flags = append(each, one+" ("+p.mark+")"), append(flags, flag+" "+one)
				}
				return nil, console.Usage(strings.Join(flags, " or "), "%d players are called %s: %s", len(same), say.Name(labels[i]), strings.Join(each, ", "))
			}
		}
	}
	return labels, nil
}

// called returns the label that somebody has typed, "" for none.
func called(players []player, typed string) string {
	labels := make([]string, len(players))
	for i, p := range players {
		labels[i] = p.label
	}
	if i := table.Called(labels, typed); i >= 0 {
		return labels[i]
	}
	return ""
}

// namesakes returns those who are called by a name: the first one's label is the name, the others'
// the name and a number.
func namesakes(players []player, name string) (same []player) {
	for label := name; ; label = fmt.Sprintf("%s~%d", name, len(same)+1) {
		i := slices.IndexFunc(players, func(p player) bool { return p.label == label })
		if i < 0 {
			return same
		}
		same = append(same, players[i])
	}
}
