package shown

import (
	"fives/p2p/control"
)

// CoverHelps reports whether the hand waits for one device only, and would not wait at a
// table with cover: three or more have to play.
func CoverHelps(t control.Table) bool {
	if t.Cover || t.Phase != control.PhasePlaying {
		return false
	}
	devices, away, waits := map[string]bool{}, map[string]bool{}, false
	for _, s := range t.Seats {
		if s.Left {
			return false // then the hand is over for good
		}
		if !s.Active {
			continue
		}
		device := s.Name
		if s.BotOf != "" {
			device = s.BotOf
		}
		devices[device] = true
		if Away(s) {
			away[device] = true
			waits = waits || s.Owes
		}
	}
	return len(devices) >= 3 && len(away) == 1 && waits
}
