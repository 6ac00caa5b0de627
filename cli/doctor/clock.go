package doctor

import (
	"runtime/debug"
	"time"
)

// skew is how far clocks may differ before people wonder: turn limits and
// claimed times are read by them, nothing else depends on the clock.
const skew = 2 * time.Minute

const setClock = "set the clock, best by network time"

func (e *exam) clock(c *chart) {
	now := time.Now()
	if built := buildTime(); now.Before(built) {
		c.problem(setClock, "it says %s, before this program was made", now.Format(time.RFC1123))
		return
	}
	for _, t := range e.tables.Mine {
		if ahead := time.Unix(int64(t.Time), 0).Sub(now); ahead > skew {
			c.warn(setClock+", here or at the proposer's", "table %.8s was proposed %v from now, by another clock", t.ID, ahead.Round(time.Second))
			return
		}
	}
	c.ok("%s", now.Format(time.RFC1123))
}

// buildTime is when this program's source was committed, the zero time if
// unknown. No clock can rightly be before it.
func buildTime() time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return time.Time{}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			t, err := time.Parse(time.RFC3339, s.Value)
			if err == nil {
				return t
			}
		}
	}
	return time.Time{}
}
