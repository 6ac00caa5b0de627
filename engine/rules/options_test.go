package rules_test

import (
	"encoding/json"
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

// The error says what is wrong, not only what would be right.
func TestResolveSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name  string
		value any
		why   string
	}{
		{"limit", "61", `option limit: "61" is a text, not a whole number`},
		{"limit", json.Number("61.0"), "option limit: 61.0 is not written as a whole number"},
		{"limit", true, "option limit: true is a truth value, not a whole number"},
		{"limit", nil, "option limit: null is no value, not a whole number"},
		{"limit", 101, "option limit: 101 is not 1 to 100"},
		{"quick", 1, "option quick: 1 is a number, not false or true"},
		{"ace", "High", `option ace: "High" is not low, high`},
		{"ace", 1, "option ace: 1 is a number, not low, high"},
		{"points", []any{1, 2}, "option points: a list of 2, not 3 whole numbers from 0 to 9"},
		{"points", []any{1, "2", 3}, `option points: number 2 of the list: "2" is a text, not a whole number`},
		{"points", 7, "option points: 7 is a number, not 3 whole numbers from 0 to 9"},
	} {
		if _, err := schema.Resolve(map[string]any{c.name: c.value}); err == nil || err.Error() != c.why {
			t.Errorf("%s = %#v: %v", c.name, c.value, err)
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

// TestTypedIsAsItIsTyped: a value has one spelling, whether it comes from a rule set or
// through JSON.
func TestTypedIsAsItIsTyped(t *testing.T) {
	for want, values := range map[string][]any{
		"1,2,30": {[]int{1, 2, 30}, []any{1., 2., 30.}},
		"":       {"", []int{}, []any{}},
		"a, [b]": {"a, [b]"},
		"7":      {7, 7., uint8(7)},
		"true":   {true},
	} {
		for _, v := range values {
			if got := rules.Typed(v); got != want {
				t.Errorf("%#v: %q, want %q", v, got, want)
			}
		}
	}
}
