package main

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// measured makes parts that take so many milliseconds each.
func measured(parts map[string]float64) measurements {
	m := measurements{values: map[string]float64{}}
	for name, ms := range parts {
		m.values[name+" ms/op"] = ms
	}
	return m
}

// How often each part occurs in a deal is written down a second time: in the longest chain, and
// in the work of all nodes.
func TestDeal(t *testing.T) {
	for _, c := range []struct {
		seats, cards, hand int
		parts              map[string][2]float64
	}{
		{4, 52, 5, map[string][2]float64{
			"Parts/seats=4/cards=52/read":    {3, 12},
			"Parts/seats=4/cards=52/mask":    {4, 4},
			"Parts/seats=4/cards=52/prove":   {1, 4},
			"Parts/seats=4/cards=52/verify":  {1, 4},
			"Parts/seats=4/shares=1/make":    {1, 4},
			"Parts/seats=4/shares=1/verify":  {1, 4},
			"Parts/seats=4/shares=15/make":   {1, 4},
			"Parts/seats=4/shares=15/verify": {1, 4},
			"Commit":                         {8, 0},
			"Hop":                            {8, 0},
		}},
		{14, 232, 3, map[string][2]float64{
			"Parts/seats=14/cards=232/read":   {13, 182},
			"Parts/seats=14/cards=232/mask":   {14, 14},
			"Parts/seats=14/cards=232/prove":  {1, 14},
			"Parts/seats=14/cards=232/verify": {1, 14},
			"Parts/seats=14/shares=1/make":    {1, 14},
			"Parts/seats=14/shares=1/verify":  {1, 14},
			"Parts/seats=14/shares=39/make":   {1, 14},
			"Parts/seats=14/shares=39/verify": {1, 14},
			"Commit":                          {18, 0},
			"Hop":                             {18, 0},
		}},
	} {
		t.Run(fmt.Sprint(c.seats), func(t *testing.T) {
			f := deal(c.seats, c.cards, c.hand)
			if len(f) != len(c.parts) {
				t.Errorf("%d parts, want %d", len(f), len(c.parts))
			}
			for name, want := range c.parts {
				only := map[string]float64{}
				for other := range c.parts {
					only[other] = 0
				}
				only[name] = 2
				chain, work, ok := f.times(measured(only), 4)
				if !ok || chain != 2*want[0] || work != 2*want[1]/4 {
					t.Errorf("of %s: %v in the chain and %v in the work on 4 cores, %v; it stands there %v and %v times", name, chain, work, ok, want[0], want[1])
				}
				delete(only, name)
				if _, _, ok := f.times(measured(only), 4); ok {
					t.Errorf("there is a floor without %s", name)
				}
			}
		})
	}
}

// Whether the floor is the chain or the work depends on the cores.
func TestTheLongerOne(t *testing.T) {
	f := figure{what: "a time", benchmark: "A", unit: "ms", times: 2, floor: floor{{"B", 1, 6}}}
	m := measured(map[string]float64{"B": 10})
	m.values["A ms"] = 30
	for cores, want := range map[int][]string{1: {"60", "0.5×"}, 4: {"15", "2×"}, 6: {"10", "missed: 3×"}, 60: {"10", "missed: 3×"}} {
		m.cores = map[string]int{"A": cores}
		if _, floor, ratio := f.cells(m); !slices.Equal([]string{floor, ratio}, want) {
			t.Errorf("on %d cores the floor is %s, the ratio %s, want %s", cores, floor, ratio, want)
		}
	}
}

// What verifies a deal is part of the deal's floor.
func TestVerification(t *testing.T) {
	parts := map[string]float64{}
	for _, term := range deal(14, 232, 3) {
		parts[term.part] = 0
	}
	for name, times := range map[string]float64{"shares=1/verify": 1, "cards=232/read": 13, "cards=232/verify": 1, "shares=39/verify": 1} {
		name = "Parts/seats=14/" + name
		parts[name] = 2
		got, _, ok := verification.times(measured(parts), 1)
		if parts[name] = 0; !ok || math.Abs(got-2*times) > 1e-9 {
			t.Errorf("of %s: %v, %v, want %v", name, got, ok, 2*times)
		}
	}
}
