package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"fives/cli/shown"
	"fives/engine/games"
)

// A newPage is the form of a new table.
type newPage struct {
	Game   shown.Field
	Fields []shown.Field // of every table
	More   []shown.Field // of the game
	Goal   string
}

func (s *site) newTable(ctx context.Context, r *http.Request) (string, any, error) {
	peers, err := s.client.Peers(ctx)
	if err != nil {
		return "", nil, err
	}
	here := 0
	for _, x := range peers {
		if x.Connected {
			here++
		}
	}
	f := filled(r.URL.Query(), here)
	p := newPage{Game: *f.Field(shown.FieldGame), Goal: f.Rules().Goal}
	for _, x := range f {
		switch {
		case x.Option != nil:
			p.More = append(p.More, x)
		case x.Name != shown.FieldGame:
			p.Fields = append(p.Fields, x)
		}
	}
	return "new", p, nil
}

// prefix tells the options of a game from the fields of every table.
const prefix = "option-"

// filled is the form as it was filled in; what was not, or for another game, is as
// proposed.
func filled(q url.Values, here int) shown.Form {
	game, err := strconv.Atoi(q.Get(shown.FieldGame))
	if err != nil || game < 0 || game >= len(games.All()) {
		game = 0
	}
	f := shown.NewForm(game, here)
	for i := range f {
		x := &f[i]
		key := x.Name
		if x.Option != nil {
			key = prefix + key
		}
		switch v := q.Get(key); {
		case !q.Has(key) || x.Name == shown.FieldGame && x.Option == nil:
		case x.Choices == nil:
			x.Typed = v
		default:
			if at := slices.Index(x.Choices, v); at >= 0 {
				x.At = at
			}
		}
	}
	f.Balance()
	return f
}
