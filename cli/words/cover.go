package words

import (
	"fives/cli/phrase"
	"fives/p2p/api"
)

// Price is what sitting down at an open table costs, "" if that is nothing.
func Price(o api.Offer) string {
	if !o.Cover || o.Running {
		return ""
	}
	return phrase.CoverPrice + "; " + phrase.CoverTakes
}
