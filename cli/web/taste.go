package web

import (
	"context"
	"net/http"
	"slices"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// A tasteful choice belongs to the person at the page. The choice stays in the browser
// (static/taste.js); the node is not told. Without a list of choices it is on or off.
type tasteful struct {
	Key, Label string
	Choices    []tasted
}

type tasted struct{ Value, Label string }

// A tastePage is who the person is, and what they choose.
type tastePage struct {
	Status  *api.Status // nil while the node does not say
	Me      person
	Choices []tasteful
}

func (s *site) taste(ctx context.Context, _ *http.Request) (string, any, error) {
	var p tastePage
	if st, err := s.client.Status(ctx); err == nil {
		p.Status, p.Me = &st, s.draws(ctx)([]api.Seat{{Name: st.Name, Fingerprint: st.Fingerprint}})[0]
	}
	for _, set := range shown.Settings {
		if set.Page == 0 {
			continue
		}
		x := tasteful{Key: set.Key, Label: say.Capital(set.Label)}
		for i, v := range set.Values[:set.Page] {
			t := tasted{v, v}
			if set.Names != nil {
				t.Label = set.Names[i]
			}
			x.Choices = append(x.Choices, t)
		}
		if slices.Equal(set.Values, shown.OnOff) {
			x.Choices = nil
		}
		p.Choices = append(p.Choices, x)
	}
	return "taste", p, nil
}
