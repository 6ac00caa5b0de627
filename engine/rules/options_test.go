package rules_test

import (
	"reflect"
	"strings"
	"testing"

	"fives/engine/rules"
)

var schema = rules.Schema{
	{Name: "limit", Kind: rules.Int, Min: 1, Max: 100, Default: 60},
	{Name: "quick", Kind: rules.Bool, Default: false},
	{Name: "ace", Kind: rules.Enum, Values: []string{"low", "high"}, Default: "low"},
	{Name: "points", Kind: rules.Ints, Len: 3, Min: 0, Max: 9, Default: []int{1, 2, 3}},
}

func TestResolve(t *testing.T) {
	got, err := schema.Resolve(map[string]any{"limit": uint64(7), "points": []any{int64(0), 9, 9}})
	want := rules.Options{"limit": 7, "quick": false, "ace": "low", "points": []int{0, 9, 9}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	again, err := schema.Resolve(got)
	if err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("resolved again: %v, %v", again, err)
	}
	points := got.Ints("points")
	points[0] = 5
	if got.Ints("points")[0] != 0 {
		t.Error("an option can be changed from outside")
	}
}

func TestResolveRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		value any
	}{
		{"limit", 0}, {"limit", 101}, {"limit", 7.0}, {"limit", "7"}, {"limit", true}, {"limit", nil},
		{"limit", uint64(1) << 63}, {"limit", []int{7}},
		{"quick", 1}, {"quick", "true"}, {"quick", nil},
		{"ace", "High"}, {"ace", ""}, {"ace", 1},
		{"points", []int{1, 2}}, {"points", []int{1, 2, 10}}, {"points", []any{1, 2, "3"}}, {"points", "1,2,3"}, {"points", nil},
		{"Limit", 7}, {"", 7},
	} {
		if got, err := schema.Resolve(map[string]any{c.name: c.value}); err == nil || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s = %#v: %v, %v", c.name, c.value, got, err)
		}
	}
}

func TestParseOption(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       any
	}{
		{"limit", "7", 7}, {"quick", "true", true}, {"ace", "high", "high"}, {"points", "1, 2,3", []int{1, 2, 3}},
	} {
		if got, err := schema.Parse(c.name, c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s = %s: %v, %v", c.name, c.text, got, err)
		}
	}
	for _, c := range [][2]string{{"limit", "seven"}, {"limit", "7.0"}, {"quick", "maybe"}, {"points", "1,,2"}, {"depth", "7"}} {
		if got, err := schema.Parse(c[0], c[1]); err == nil {
			t.Errorf("%s = %s: %v", c[0], c[1], got)
		}
	}
}
