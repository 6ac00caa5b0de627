package report

import (
	"time"

	"fives/engine/record"
)

// A calendar writes times in UTC and, beside that, in a zone.
type calendar struct{ zone *time.Location }

// date writes a claimed time, "" if there is none.
func (c calendar) date(seconds uint64) string {
	if seconds == 0 || seconds > record.LatestTime {
		return ""
	}
	const day = "2 January 2006, "
	utc := time.Unix(int64(seconds), 0).UTC()
	text, local := utc.Format(day+"15:04:05 UTC"), utc.In(c.zone)
	switch _, offset := local.Zone(); {
	case offset == 0:
		return text
	case local.Day() != utc.Day():
		return text + local.Format(" ("+day+"15:04 MST)")
	}
	return text + local.Format(" (15:04 MST)")
}
