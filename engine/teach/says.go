package teach

import (
	"fmt"

	"fives/engine/card"
	"fives/engine/rules"
)

// Says is what a lesson tells a player, a sentence each, without full stops: how the hand went,
// and the move that cost most, by what could be known and by what all know now.
func (l Lesson) Says(p Player, name string) []card.Sentence {
	all := []card.Sentence{l.sum(p, name)}
	if p.Then != nil {
		all = append(all, l.loss(*p.Then, p.Seat, fmt.Sprintf(" by what %s could know", name)))
	}
	if p.Now != nil && (p.Then == nil || p.Then.Turn != p.Now.Turn || p.Then.Better != p.Now.Better) {
		all = append(all, l.loss(*p.Now, p.Seat, " by what all know now"))
	}
	for _, why := range []Skip{StoodIn, Unseen} {
		if n := p.Skipped[why]; n > 0 {
			all = append(all, card.Text(fmt.Sprintf("%s not judged: %s", turns(n), why)))
		}
	}
	return all
}

// sum tells luck and play apart.
func (l Lesson) sum(p Player, name string) card.Sentence {
	if p.Judged == 0 {
		return card.Text(fmt.Sprintf("%s: nothing to judge", name))
	}
	text := fmt.Sprintf("%s ended %s", name, l.ended(p.Result))
	switch {
	case p.Then == nil && p.Now == nil:
		text += "; no move was clearly worse than another"
	case p.Then == nil:
		text += "; no move was clearly worse by what could be known"
	case p.Play > -half:
		text += "; own moves cost chances to win the game"
	default:
		text += fmt.Sprintf("; own moves cost %s", l.about(-p.Play))
	}
	if p.Gifts >= half {
		text += fmt.Sprintf(", moves of others brought %s", l.about(p.Gifts))
	}
	switch {
	case p.Luck >= half:
		text += fmt.Sprintf(", and the cards brought %s", l.about(p.Luck))
	case p.Luck <= -half:
		text += fmt.Sprintf(", and the cards cost %s", l.about(-p.Luck))
	}
	return card.Text(text)
}

func (l Lesson) ended(result int) string {
	switch {
	case result >= half:
		return l.about(result) + " ahead"
	case result <= -half:
		return l.about(-result) + " behind"
	}
	return "level"
}

// half a point: less is not told.
const half = 50

// about writes hundredths of a point as whole points, at least one.
func (l Lesson) about(hundredths int) string {
	return l.Hand.Rules.Amount(max(1, (hundredths+half)/100))
}

func turns(n int) string {
	if n == 1 {
		return "1 turn is"
	}
	return fmt.Sprintf("%d turns are", n)
}

// loss tells a move, a better one, and why.
func (l Lesson) loss(loss Loss, seat int, by string) card.Sentence {
	t := l.Hand.Turns[loss.Turn]
	s := card.Text(fmt.Sprintf("move %d, ", loss.Turn+1)).With(l.move(t, t.Move))
	cost := "about " + l.about(loss.Points)
	if loss.Points < half {
		cost = "chances to win the game"
	}
	s = s.Text(fmt.Sprintf(", cost %s%s. Better: ", cost, by)).With(l.move(t, loss.Better))
	if why := rules.ReasonOf(t.Position, seat, t.Own, loss.Better); why != "" {
		s = s.Text(". That ").With(card.Spelled(why))
	}
	better := percent(loss.Worse, loss.Worlds)
	switch {
	case loss.Worse == loss.Worlds:
		return s.Text(". It did better in all deals that fit")
	case better == 100:
		return s.Text(". It did better in nearly all deals that fit")
	}
	worse := min(percent(loss.Worlds-loss.Worse-loss.Even, loss.Worlds), 100-better) // both may be rounded up
	return s.Text(fmt.Sprintf(". In %d of 100 deals that fit it did better, in %d worse", better, worse))
}

func percent(n, of int) int { return (100*n + of/2) / max(1, of) }

// move is a move in quotation marks.
func (l Lesson) move(t Turn, move string) card.Sentence {
	named, _ := t.Position.Named(move)
	return card.Text("“").With(l.Hand.Rules.Do(move, named...)).Text("”")
}

// Decisive tells a moment that decided the hand, given the name of the seat that moved.
func (l Lesson) Decisive(w Swing, name string) card.Sentence {
	t := l.Hand.Turns[w.Turn]
	named, _ := t.Position.Named(t.Move)
	s := card.Text(fmt.Sprintf("move %d, %s ", w.Turn+1, name)).With(l.Hand.Rules.Tell(t.Move, named...))
	verb := "won"
	if w.Points < 0 {
		verb = "lost"
	}
	by := "by the cards"
	switch {
	case w.Points < 0 && 2*w.Play <= w.Points:
		by = "by the move"
	case w.Turn == 0:
		by = "by the deal"
	}
	return s.Text(fmt.Sprintf(": %s %s, %s", verb, l.about(max(w.Points, -w.Points)), by))
}
