package present

import (
	"fives/engine/rules"
	"fives/p2p/control"
)

// Strength is how well a computer player of a game is to play: the strongest unless it is said.
func Strength(rs *rules.RuleSet, name string) (string, error) {
	if name == "" {
		return rs.Strongest().Name, nil
	}
	if _, err := rs.Bot(name); err != nil {
		return "", control.Fail(control.ReasonNoStrength, control.Data{Game: rs.Name, Name: name})
	}
	return name, nil
}
