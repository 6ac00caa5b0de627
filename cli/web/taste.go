package web

import (
	"context"
	"net/http"
)

// A tasteful choice belongs to the person at the page. The choice stays in the browser
// (static/taste.js); the node is not told. Without a list of choices it is on or off.
type tasteful struct {
	Key, Label string
	Choices    []tasted
}

type tasted struct{ Value, Label string }

func taste(context.Context, *http.Request) (string, any, error) {
	return "taste", []tasteful{
		{"colours", "Colours of suits", []tasted{{"four", "four"}, {"two", "two"}}},
		{"pace", "How long a move is shown", []tasted{{"0", "not at all"}, {"300", "0.3 s"}, {"600", "0.6 s"}, {"1000", "1 s"}, {"2000", "2 s"}}},
		{"cards", "Size of your cards", []tasted{{"auto", "to fit"}, {"small", "small"}, {"large", "large"}}},
		{"thumb", "Thumb that plays", []tasted{{"right", "right"}, {"left", "left"}}},
		{Key: "sound", Label: "Sound"},
		{Key: "vibration", Label: "Vibration"},
		{Key: "motion", Label: "Motion"},
	}, nil
}
