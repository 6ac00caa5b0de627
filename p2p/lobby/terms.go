package lobby

import (
	"strings"

	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/api"
)

// badTerms says that there can be no such table.
func badTerms(err error) error {
	text := strings.TrimPrefix(api.Plain(err.Error()), api.Plain(table.ErrTerms.Error())+": ")
	return api.Fail(api.ReasonBadTerms, api.Data{Detail: text})
}

// badOption says that a game does not take an option.
func badOption(rs *rules.RuleSet, err error) error {
	return api.Fail(api.ReasonBadOption, api.Data{Game: rs.Name, Detail: api.Plain(err.Error())})
}
