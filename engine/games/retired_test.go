package games

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/rules"
)

// A retired game is not listed, but found by its name, so that its logs are verified.
func TestRetired(t *testing.T) {
	before := all
	defer func() { all = before }()
	old := *before[0]
	old.Name, old.Retired = "old-"+old.Name, true
	all = slices.Insert(slices.Clone(before), 1, &old)
	if slices.ContainsFunc(All(), func(rs *rules.RuleSet) bool { return rs.Retired }) || len(All()) != len(before) {
		t.Error("it is listed")
	}
	if rs, err := Find(old.Name); err != nil || rs != &old {
		t.Errorf("%v, %v", rs, err)
	}
	if _, err := Find("no-such"); err == nil || strings.Contains(err.Error(), old.Name) {
		t.Errorf("the error proposes it: %v", err)
	}
}
