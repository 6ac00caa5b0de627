package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fives/p2p/control"
)

// Summary says how a table of one's own stands; what waits for its player is strong.
func Summary(m control.Summary, strong func(string) string) string {
	switch {
	case m.Call != "":
		return strong(fmt.Sprintf("fives continue %s agrees to go on %s", Short(m.ID), m.Call))
	case m.Phase == control.PhaseOver:
		return Won(m.Winners)
	case m.Turn != "" && m.Turn == m.You:
		return strong(fmt.Sprintf("hand %d, your turn", m.Hand))
	case m.Turn != "":
		return fmt.Sprintf("hand %d, %s's turn", m.Hand, Name(m.Turn))
	case m.Hand > 0:
		return fmt.Sprintf("hand %d", m.Hand)
	}
	return ""
}

// Offer says what an open table is, in one line.
func Offer(o control.Offer) string {
	if o.Game == "" && o.Running {
		return "a game that goes on from another, spectators"
	}
	if o.Game == "" {
		return "private"
	}
	parts := []string{o.Game, fmt.Sprintf("%d of %d seats taken", len(o.Taken), o.Seats)}
	if len(o.Taken) > 0 {
		parts[1] += " (" + Names(o.Taken, ", ") + ")"
	}
	for _, name := range slices.Sorted(maps.Keys(o.Options)) {
		parts = append(parts, name+"="+Value(o.Options[name]))
	}
	if o.TurnLimit > 0 {
		parts = append(parts, fmt.Sprintf("%d s a turn", o.TurnLimit))
	}
	if o.Private {
		parts = append(parts, "private")
	}
	if o.Spectators {
		parts = append(parts, "spectators")
	}
	return strings.Join(parts, ", ")
}

// Value writes an option as it is typed, whether it comes from a rule set or
// through JSON.
func Value(v any) string {
	switch v := v.(type) {
	case []int:
		return joined(v)
	case []any:
		return joined(v)
	}
	return fmt.Sprint(v)
}

func joined[T any](list []T) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ",")
}
