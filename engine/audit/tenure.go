package audit

import "fives/engine/record"

// A Tenure is the time during which one player has a seat.
type Tenure struct {
	Key                   record.Key
	Name, BotOf, Strength string // as at the last table where the player had the seat
	From, To              int    // numbers of hands of the game; To is 0 if the player has the seat at the end of the log
	// Undone says that the player has the seat at the end of the log but no hand of the
	// tenure stands, because the game went on at another table from before its first hand.
	Undone bool
}

// Changed reports whether the seat has changed hands, as far as the logs show it.
func (s Seat) Changed() bool { return len(s.Tenures) > 1 }

// Since returns the number of the hand from which on the player has the seat: 1 if nobody
// had it before. In a [Report.Orphan] it is the first hand that the log can have.
func (s Seat) Since() int { return s.Tenures[len(s.Tenures)-1].From }

// tenures finds out who has had the seats of the game up to the end of this log. Those of
// the parent are known if all logs that this one goes on from are among the files.
func (r *Report) tenures() {
	var before [][]Tenure
	first := 1
	if r.Parent != nil {
		first = r.Parent.Carry.Hands + 1
	}
	if len(r.parents) > 0 {
		r.parents[0].tenures()
		for _, s := range r.Parent.From {
			before = append(before, r.parents[0].Seats[s].Tenures)
		}
	}
	for i := range r.Seats {
		var had []Tenure
		if before != nil {
			had = until(before[i], first-1)
		}
		r.Seats[i].Tenures = r.Seats[i].takes(had, first)
		if last := &r.Seats[i].Tenures[len(r.Seats[i].Tenures)-1]; r.Continued || r.NeverBegan {
			last.Undone = last.From >= first+r.Stands
		}
	}
}

// until returns the tenures of a seat, as far as its hands stand.
func until(had []Tenure, last int) (kept []Tenure) {
	for _, t := range had {
		if t.From > last {
			break
		}
		if t.To == 0 || t.To > last {
			t.To = last
		}
		kept = append(kept, t)
	}
	return kept
}

// takes adds the player of a seat, who has it from a hand on.
func (s Seat) takes(had []Tenure, first int) []Tenure {
	own := Tenure{Key: s.Key, Name: s.Name, BotOf: s.BotOf, Strength: s.Strength, From: first}
	if n := len(had); n > 0 && had[n-1].Key == s.Key {
		own.From, had = had[n-1].From, had[:n-1]
	}
	return append(had, own)
}
