package doctor

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"time"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/p2p/api"
)

// skew is how far clocks may differ before people notice: turn limits and claimed times depend
// on the clock, and nothing else does.
const skew = 2 * time.Minute

// latest limits the times that others claim, so that no difference between them overflows.
const latest = 1 << 33

const setClock = "set the clock, best by network time"

// clock compares this machine's clock with what others claim: in their announcements, which say
// what their clock shows now, and at tables. There may be nobody to compare it with.
func (e *exam) clock(c *chart) {
	now := time.Now()
	if built := buildTime(); now.Before(built) {
		c.problem(setClock, "it says %s, before this program was made", now.Format(time.RFC1123))
		return
	}
	for _, t := range e.tables.Mine {
		if ahead := time.Unix(int64(min(t.Time, latest)), 0).Sub(now); ahead > skew {
			c.warn(setClock+", here or at the proposer's", "table %.8s says that it was proposed %v from now", t.ID, ahead.Round(time.Second))
			return
		}
	}
	compared := 0
	for _, p := range e.peers {
		if p.Ahead == nil {
			continue
		}
		compared++
		if by := time.Duration(*p.Ahead) * time.Second; by.Abs() > skew {
			differs(c, nameOf(p), by, "as it announces")
			return
		}
	}
	for _, t := range e.tables.Mine {
		if t.Phase == api.PhasePlaying && t.Me() != "" {
			n, odd := e.compare(c, t.ID)
			if odd {
				return
			}
			compared += n
		}
	}
	if compared == 0 {
		c.ok("%s; there is nothing to compare it with", now.Format(time.RFC1123))
		return
	}
	c.ok("%s; it agrees with those of others", now.Format(time.RFC1123))
}

// compare compares the times that others claim in their receipts of a running game with this
// node's own. It returns how many seats there were to compare, and whether a clock is off.
// Daemons sign a result as soon as they have it, so the least difference over several hands is
// that of the clocks.
func (e *exam) compare(c *chart, id string) (seats int, odd bool) {
	t, err := e.client.Table(e.ctx, id)
	if err != nil || t.Seat < 0 {
		return 0, false
	}
	var file bytes.Buffer
	if err := e.client.Log(e.ctx, id, &file); err != nil {
		return 0, false
	}
	records, err := audit.ReadLog(&file)
	if err != nil {
		return 0, false
	}
	times := receipts(records)
	own := times[t.Seats[t.Seat].Fingerprint]
	for _, s := range t.Seats {
		off, hands := apart(times[s.Fingerprint], own)
		if s.You || s.BotOf != "" || hands < 2 {
			continue
		}
		seats++
		if off.Abs() > skew {
			differs(c, s.Name, off, fmt.Sprintf("by the receipts at table %.8s", id))
			odd = true
		}
	}
	return seats, odd
}

// differs says how far somebody's clock is ahead of or behind this one, and how that is known.
func differs(c *chart, who string, by time.Duration, how string) {
	word := "ahead of"
	if by < 0 {
		word = "behind"
	}
	c.warn(setClock+", here or there", "%s's clock is %v %s this one, %s", who, by.Abs(), word, how)
}

// receipts returns the claimed times of receipts, by fingerprint and hand.
func receipts(records []record.Record) map[string]map[uint64]uint64 {
	times := map[string]map[uint64]uint64{}
	for _, r := range records {
		p, err := r.Peek()
		if err != nil || p.Kind != record.KindReceipt {
			continue
		}
		body, err := record.Decode[record.Receipt](p)
		if err != nil {
			continue
		}
		who := record.Fingerprint(r.Author)
		if times[who] == nil {
			times[who] = map[uint64]uint64{}
		}
		times[who][body.Hand] = min(body.Time, latest)
	}
	return times
}

// apart returns the least difference between two seats' receipts of one hand, and how many
// hands both have signed.
func apart(theirs, own map[uint64]uint64) (least time.Duration, hands int) {
	for hand, at := range theirs {
		mine, ok := own[hand]
		if !ok {
			continue
		}
		off := time.Duration(int64(at)-int64(mine)) * time.Second
		if hands == 0 || off.Abs() < least.Abs() {
			least = off
		}
		hands++
	}
	return least, hands
}

// buildTime returns when this program's source was committed, the zero time if that is unknown.
// No correct clock can be before it.
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
