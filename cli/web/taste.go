package web

import (
	"context"
	"net/http"
	"slices"

	"fives/cli/say"
	"fives/cli/shown"
)

// A tasteful choice belongs to the person at the page. The choice stays in the browser
// (static/taste.js); the node is not told. Without a list of choices it is on or off.
type tasteful struct {
	Key, Label string
	Choices    []tasted
}

type tasted struct{ Value, Label string }

func taste(context.Context, *http.Request) (string, any, error) {
	var list []tasteful
	for _, s := range shown.Settings {
		if s.Page == 0 {
			continue
		}
		x := tasteful{Key: s.Key, Label: say.Capital(s.Label)}
		for i, v := range s.Values[:s.Page] {
			t := tasted{v, v}
			if s.Names != nil {
				t.Label = s.Names[i]
			}
			x.Choices = append(x.Choices, t)
		}
		if slices.Equal(s.Values, shown.OnOff) {
			x.Choices = nil
		}
		list = append(list, x)
	}
	return "taste", list, nil
}
