package teach

import (
	"fmt"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// Says is what a lesson tells a player, or of one, a sentence each, without full stops: how the
// hand went and through what, and the move that cost most, by what could be seen then and in
// hindsight. name is the player's; you says that it is the player who reads.
func (l Lesson) Says(p Player, name string, you bool) []card.Sentence {
	who, own := name, "own moves"
	if you {
		who, own = "you", "your own moves"
	}
	all := []card.Sentence{card.Text(who + " " + l.result(p))}
	if p.Judged > 0 {
		all = append(all, l.sum(p, who, own))
	}
	if p.Then != nil {
		all = append(all, l.loss("", *p.Then, name, you))
	}
	if p.Now != nil && (p.Then == nil || p.Then.Turn != p.Now.Turn || p.Then.Better != p.Now.Better) {
		all = append(all, l.loss("with all hands known, ", *p.Now, name, you))
	}
	for _, why := range []Skip{StoodIn, Unseen} {
		if n := p.Skipped[why]; n > 0 {
			all = append(all, card.Text(fmt.Sprintf("%s not judged: %s", turns(n), why)))
		}
	}
	return all
}

// result says what a player got, as the result of the hand does, and how that compares.
func (l Lesson) result(p Player) string {
	switch n := p.Points; {
	case l.Hand.Rules.Chips && n > 0:
		return "won " + l.Hand.Rules.Amount(n)
	case l.Hand.Rules.Chips && n < 0:
		return "lost " + l.Hand.Rules.Amount(-n)
	case l.Hand.Rules.Chips:
		return "won nothing and lost nothing"
	}
	text, others := "got "+l.Hand.Rules.Amount(p.Points), "the others on average"
	if len(l.Hand.Active) == 2 {
		others = "the other player"
	}
	switch {
	case len(l.Hand.Active) < 2:
		return text
	case nearest(p.Result) > 0:
		return fmt.Sprintf("%s, %d better than %s", text, nearest(p.Result), others)
	case nearest(p.Result) < 0:
		return fmt.Sprintf("%s, %d worse than %s", text, -nearest(p.Result), others)
	}
	return text + ", as " + others
}

// sum says through what that came, and whether any move was a mistake.
func (l Lesson) sum(p Player, who, own string) card.Sentence {
	var parts []string
	add := func(what string, n int) {
		switch {
		case n > 0:
			parts = append(parts, what+": about "+l.Hand.Rules.Amount(n)+" better")
		case n < 0:
			parts = append(parts, what+": about "+l.Hand.Rules.Amount(-n)+" worse")
		}
	}
	play, gifts := nearest(p.Play), nearest(p.Gifts)
	add("the cards and the rest", nearest(p.Result)-play-gifts) // so that what is said adds up
	if add(own, play); p.Capped && play < 0 {
		parts[len(parts)-1] += ", as much as a hand can cost"
	}
	add("mistakes of others", gifts)
	switch {
	case p.Then == nil && p.Clear:
		parts = append(parts, "no move was a clear mistake")
	case p.Then == nil:
		parts = append(parts, fmt.Sprintf("no move was a clear mistake, by what %s could see", who))
	case play == 0:
		parts = append(parts, own+": worse for winning the game")
	}
	return card.Text(strings.Join(parts, "; "))
}

// half a point: less is not told.
const half = 50

// nearest makes whole points of hundredths, halves away from 0.
func nearest(hundredths int) int {
	if hundredths < 0 {
		return -nearest(-hundredths)
	}
	return (hundredths + half) / 100
}

// whole makes whole points of hundredths, at least one.
func whole(hundredths int) int { return max(1, nearest(hundredths)) }

// about writes hundredths of a point as people say points that are estimates.
func (l Lesson) about(hundredths int) string {
	return "about " + l.Hand.Rules.Amount(whole(hundredths))
}

func turns(n int) string {
	if n == 1 {
		return "1 turn is"
	}
	return fmt.Sprintf("%d turns are", n)
}

// loss tells a move, a better one, and why.
func (l Lesson) loss(when string, loss Loss, name string, you bool) card.Sentence {
	t := l.Hand.Turns[loss.Turn]
	worse := l.about(loss.Points) + " worse than "
	if loss.Points < half {
		worse = "worse for winning the game than "
	}
	s := card.Text(when + "in " + l.turn(loss.Turn, name, you) + ", ").With(l.Quoted(t, t.Move)).Text(" was " + worse).With(l.Quoted(t, loss.Better))
	if why := rules.ReasonFor(t.Position, t.Seat, t.Own, loss.Better); why != "" {
		s = s.Text(" (").With(card.Spelled(why)).Text(")")
	}
	s = s.Text(". Tried with other unknown cards, the other move " + tried(loss))
	switch {
	case loss.Turned && -loss.Lay >= half:
		return s.Text("; as the cards lay, it would have cost " + l.about(-loss.Lay))
	case loss.Turned:
		return s.Text("; as the cards lay, it would have been no better")
	}
	return s
}

// tried says how often the better move was so.
func tried(loss Loss) string {
	better := percent(loss.Worse, loss.Worlds)
	switch {
	case loss.Always:
		return "always came out better"
	case better == 100:
		return "nearly always came out better"
	}
	said := fmt.Sprintf("came out better %d times in 100", better)
	switch worse := min(percent(loss.Worlds-loss.Worse-loss.Even, loss.Worlds), 100-better); worse { // both may be rounded up
	case 0:
		return said + ", and hardly ever worse"
	case 1:
		return said + ", and worse once"
	default:
		return said + fmt.Sprintf(", and worse %d times", worse)
	}
}

// turn says which turn of its seat one is: moves are numbered nowhere else.
func (l Lesson) turn(turn int, name string, you bool) string {
	n := 0
	for _, t := range l.Hand.Turns[:turn+1] {
		if t.Seat == l.Hand.Turns[turn].Seat {
			n++
		}
	}
	whose := name + "'s"
	if you {
		whose = "your"
	}
	return whose + " " + ordinal(n) + " turn"
}

func ordinal(n int) string {
	switch ends := n % 10; {
	case n/10%10 == 1 || ends < 1 || ends > 3:
		return fmt.Sprintf("%dth", n)
	default:
		return fmt.Sprintf("%d%s", n, []string{"st", "nd", "rd"}[ends-1])
	}
}

func percent(n, of int) int { return (100*n + of/2) / max(1, of) }

// Quoted is what a move of a turn would do, in quotation marks.
func (l Lesson) Quoted(t Turn, move string) card.Sentence {
	named, _ := t.Position.Named(move)
	return card.Text("“").With(l.Hand.Rules.Do(move, named...)).Text("”")
}

// Decisive tells a moment that decided the hand, given the name of the seat that moved; you says
// that it is the reader. It names the move only if that is said to have cost something, or if nothing else happened: a
// reader takes what is named for the cause.
func (l Lesson) Decisive(w Swing, name string, you bool) card.Sentence {
	t := l.Hand.Turns[w.Turn]
	turn := l.turn(w.Turn, name, you)
	if you {
		name = "you"
	}
	verb, through := "better", "the cards and the rest"
	if w.Points < 0 {
		verb = "worse"
	}
	moved := !l.Hand.came(w.Turn)
	if w.Turn == 0 {
		through = "the deal"
	}
	cost, known, named := l.cost(w.Turn)
	how := l.about(max(w.Points, -w.Points)) + " " + verb
	if !named && !moved {
		return card.Text(fmt.Sprintf("%s stood %s after %s, through %s", name, how, turn, through))
	}
	cards, _ := t.Position.Named(t.Move)
	s := card.Text(name + " ").With(l.Hand.Rules.Tell(t.Move, cards...)).Text(fmt.Sprintf(" in %s: %s, through ", turn, how))
	costs, another := "cost "+l.about(cost), l.about(cost)+" better"
	if cost < half {
		costs, another = "was worse for winning the game", "better for winning the game"
	}
	switch {
	case w.Points > 0 && moved && named:
		return s.Text(fmt.Sprintf("that move, although%s another was %s", known, another))
	case w.Points > 0 && !moved:
		return s.Text(fmt.Sprintf("%s, although%s the move %s", through, known, costs))
	case moved || 2*cost >= -w.Points:
		return s.Text("that move" + strings.TrimSuffix(known, ","))
	}
	return s.Text(fmt.Sprintf("%s, and%s the move %s", through, known, costs))
}

// cost is what the move of a turn is said to have cost, with all hands known, as known says, or if it did not by
// that, by what could be known then; named is false if it is not said to have cost anything.
func (l Lesson) cost(turn int) (points int, known string, named bool) {
	for _, by := range []struct {
		losses []Loss
		known  string
	}{{l.Now, ", with all hands known,"}, {l.Then, ""}} {
		if i := slices.IndexFunc(by.losses, func(x Loss) bool { return x.Turn == turn }); i >= 0 {
			return by.losses[i].Points, by.known, true
		}
	}
	return 0, "", false
}
