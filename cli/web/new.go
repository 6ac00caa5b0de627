package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
)

// A newPage is the form of a new table.
type newPage struct {
	Game    shown.Field
	Games   []offered     // to choose from
	Chairs  []shown.Field // how many there are, and how many of them the computer takes
	Screen  *shown.Field  // whether the big screen shows it, if there is one
	More    []shown.Field // the other fields
	About   string        // the game
	Playing string        // the name of the game, for its rules
	Me      person
	Bot     person
	// Lengths are the proposed ones, values of the option Main. Pace is how many seconds a move
	// is assumed to take.
	Lengths []length
	Main    string
	Pace    int
	Here    bool // Pace is how long people took in the games here
}

// An offered game can be chosen.
type offered struct {
	At                         int
	Game, Badge, Title, People string
	On                         bool
}

// A length is how long a game may be.
type length struct {
	Name, Value, Says string
	Minutes           string // for each number of seats, from the fewest up: "7,9,10"
	Now               string // at the chosen number of seats
	On                bool
}

func (s *site) newTable(ctx context.Context, r *http.Request) (string, any, error) {
	peers, err := s.client.Peers(ctx)
	if err != nil {
		return "", nil, err
	}
	screen := slices.ContainsFunc(peers, func(x api.Peer) bool { return x.Screen })
	f := fillForm(r.URL.Query(), say.Others(peers), screen)
	p := newPage{Game: *f.Field(shown.FieldGame), Playing: f.Rules().Name, About: say.Sentence(f.Rules().Summary) + " " + say.Sentence(f.Rules().Goal)}
	for i, rs := range games.All() {
		p.Games = append(p.Games, offered{i, rs.Name, badge(rs.Title), rs.Title, fmt.Sprintf("%d to %d people", rs.MinSeats, rs.MaxSeats), rs == f.Rules()})
	}
	for _, x := range f {
		switch x.Name {
		case shown.FieldSeats, shown.FieldBots:
			p.Chairs = append(p.Chairs, x)
		case shown.FieldGame:
		case shown.FieldSpectators:
			if screen {
				p.Screen = &x
				continue
			}
			fallthrough
		default:
			p.More = append(p.More, x)
		}
	}
	st, err := s.client.Status(ctx)
	if err != nil {
		return "", nil, err
	}
	p.Me, p.Bot = s.draws(ctx)([]api.Seat{{Name: st.Name, Fingerprint: st.Fingerprint}})[0], person{Robot: true}
	mine, err := s.client.Mine(ctx)
	if err != nil {
		return "", nil, err
	}
	p.Pace, p.Here = shown.Pace(mine.Mine)
	p.lengths(f)
	return "new", p, nil
}

// lengths proposes how long the game may be.
func (p *newPage) lengths(f shown.Form) {
	rs, seats := f.Rules(), f.Field(shown.FieldSeats)
	o := rs.Main()
	if o == nil {
		return
	}
	at := slices.IndexFunc(f, func(x shown.Field) bool { return x.Option == o })
	p.Main = prefix + o.Name
	for _, preset := range rs.Presets() {
		x := length{Name: preset.Name, Value: strconv.Itoa(preset.Value)}
		x.Says, x.On = o.Tell(x.Value), f[at].Typed == x.Value
		var all []string
		for n := rs.MinSeats; n <= rs.MaxSeats; n++ {
			text := ""
			if l, ok := rs.Lasting(preset.Value, n); ok {
				text = strconv.Itoa(l.At(p.Pace))
			}
			all = append(all, text)
		}
		x.Minutes, x.Now = strings.Join(all, ","), all[seats.At]
		p.Lengths = append(p.Lengths, x)
	}
}

// prefix distinguishes the options of a game from the fields of every table.
const prefix = "option-"

// fillForm returns the form as it was filled in. Fields that were left out, or that belong to
// another game, are as proposed.
func fillForm(q url.Values, here int, screen bool) shown.Form {
	game, err := strconv.Atoi(q.Get(shown.FieldGame))
	if err != nil || game < 0 || game >= len(games.All()) {
		game = 0
	}
	f := shown.NewForm(game, here)
	if screen {
		f.Screened()
	}
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
