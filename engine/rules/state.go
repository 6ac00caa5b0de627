package rules

import "fives/engine/card"

// State returns the state of a game in the scenario format, given an observation: the
// common keys and the game's own. An unknown card is written "?".
func State(p Position, names []string, s Observation) map[string]any {
	st := p.Status()
	state := p.Keys(names, s)
	state["hand"] = st.Hand
	state["turn"] = nil
	if st.Turn != None {
		state["turn"] = names[st.Turn]
	}
	hands := map[string][]card.Card{}
	for seat, hand := range st.Hands {
		hands[names[seat]] = s.Cards(hand)
	}
	state["hands"] = hands
	state["stock"] = st.Stock
	scores := map[string]int{}
	for seat, score := range st.Scores {
		scores[names[seat]] = score
	}
	state["scores"] = scores
	state["active"] = namesOf(names, st.Active)
	state["winners"] = nil
	if st.Winners != nil {
		state["winners"] = namesOf(names, st.Winners)
	}
	return state
}

func namesOf(names []string, seats []int) []string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = names[s]
	}
	return list
}
