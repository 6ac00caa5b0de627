package story

import (
	"fmt"
	"strings"

	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// An Event is what happens in a game, by the names of those who play. A daemon tells it when
// it happens, and a [Moment] of a log tells it again, in the same words. What the teller does
// not know, such as the cards that others were dealt, is left out.
type Event struct {
	Kind  Kind
	Name  string // who moved, was drawn, is covered, is back or has left; whose card is opened
	Yours bool   // of Name: whoever reads it, who is called "you"
	// Names are those who have shuffled, who say that Name is away, who owe once more, or who
	// have played the hand that is settled.
	Names   []string
	Duty    string        // of who is drawn
	Stack   int           // number of cards shuffled, 0 if it is not told
	Again   bool          // public cards were shuffled, not the whole deck
	Why     rules.Why     // the purpose of opened cards
	Got     []Got         // opened cards
	Slept   []string      // at a deal: who was not there
	Move    card.Sentence // without its subject
	StandIn bool          // has made the move
	Missed  int           // moves that the others made for who is back
	Hand    int           // that begins, or is settled
	Void    bool          // it does not count
	Points  []int         // of Names in the hand
	Scores  []int         // of Names after it
}

// Got is the cards that somebody got or showed, or nobody for "".
type Got struct {
	Name string
	Said card.Sentence // the cards, or their number
	Many bool          // more than one
}

// Says is a sentence about an event, without a full stop.
func (e Event) Says() card.Sentence {
	who := record.ShowName(e.Name)
	switch e.Kind {
	case Begun:
		return text("hand %d begins", e.Hand)
	case Drawn:
		return text("%s was drawn by lot to %s", who, e.Duty)
	case Shuffled:
		return e.shuffled()
	case Redone:
		return card.Text("the shuffle went on from an earlier stack: those behind it are void")
	case Opened:
		return e.opened()
	case Moved:
		return text("%s ", e.Mover()).With(e.Move)
	case Covered:
		return e.covered()
	case Back:
		if e.Missed > 0 {
			return text("%s plays again; the others played %d %s for %s", who, e.Missed, plural(e.Missed, "turn", "turns"), who)
		}
		return text("%s plays again", who)
	case Again:
		all := plural(len(e.Names)-1, "both", "all")
		return text("%s were %s voted away: nobody is covered, %s owe it again", and(e.Names), all, all)
	case Settled:
		return e.settled()
	case Left:
		return text("%s has left the table", who)
	}
	return nil
}

// Sentence is what an event says, as a sentence of its own. Moves and cards stand in a list,
// behind who made or got them.
func (e Event) Sentence() card.Sentence {
	said := e.Says()
	switch e.Kind {
	case Opened, Moved:
		return said
	case Begun, Redone, Settled:
		said[0].Text = strings.ToUpper(said[0].Text[:1]) + said[0].Text[1:]
	}
	return said.Text(".")
}

// Mover is who has made a move: a stand-in is the others, who play for somebody.
func (e Event) Mover() string {
	if e.StandIn {
		return "for " + e.whom() + " the others"
	}
	return e.whom()
}

// whom is Name, or the word for the reader.
func (e Event) whom() string {
	if e.Yours {
		return "you"
	}
	return record.ShowName(e.Name)
}

func (e Event) shuffled() card.Sentence {
	said := text("%s shuffled", and(e.Names))
	if e.Stack > 0 {
		said = said.With(text(" %d cards", e.Stack))
	}
	if e.Again {
		said = said.Text(" again")
	}
	return said
}

func (e Event) covered() card.Sentence {
	who := record.ShowName(e.Name)
	switch {
	case e.Yours:
		return card.Text("the others play for you")
	case len(e.Names) > 0:
		return text("%s, and acted for %s", away(e.Names, e.Name), who)
	}
	return text("the others play for %s", who)
}

// away says what votes say.
func away(by []string, who string) string {
	return fmt.Sprintf("%s said that %s was away", and(by), record.ShowName(who))
}

func (e Event) settled() card.Sentence {
	switch {
	case e.Hand == 0:
		return card.Text("a hand is counted")
	case e.Void:
		return text("hand %d is void", e.Hand)
	}
	parts := make([]string, len(e.Names))
	for i, name := range e.Names {
		parts[i] = fmt.Sprintf("%s %+d makes %d", record.ShowName(name), e.Points[i], e.Scores[i])
	}
	return text("hand %d is counted: %s", e.Hand, strings.Join(parts, ", "))
}

// verbs say what cards were opened for: to a seat that got or showed them, and where it is not
// told which they are.
var verbs = map[rules.Why]struct{ one, untold string }{
	rules.Deal:   {"was dealt", "the cards were dealt"},
	rules.Draw:   {"drew", "a card was drawn"},
	rules.TakeUp: {"took up", "a packet was taken up"},
	rules.Show:   {"showed", "the cards were shown"},
	rules.TurnUp: {"turned up", "a card was turned up"},
}

func (e Event) opened() (said card.Sentence) {
	switch {
	case len(e.Got) > 0:
	case e.Why == rules.Cover:
		return text("the card that the others play for %s was opened", e.whom())
	case verbs[e.Why].untold == "":
		return card.Text(verbs[rules.Show].untold)
	default:
		return card.Text(verbs[e.Why].untold)
	}
	for i, got := range e.Got {
		if i > 0 {
			said = said.Text("; ")
		}
		who := record.ShowName(got.Name)
		switch {
		case got.Name == "":
			said = said.Text("turned up:")
		case e.Why == rules.Cover && got.Many:
			said = said.With(text("the cards of which the others play one for %s:", who))
		case e.Why == rules.Cover:
			said = said.With(text("the card that the others play for %s:", who))
		default:
			said = said.With(text("%s %s", who, verbs[e.Why].one))
		}
		said = said.Text(" ").With(got.Said)
	}
	if len(e.Slept) > 0 {
		said = said.With(text("; %s missed the deal", and(e.Slept)))
	}
	return said
}

// and lists names in a sentence: "ana, ben and cleo".
func and(names []string) string {
	names = record.ShowNames(names)
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// plural chooses between the words for one and for several.
func plural(n int, single, several string) string {
	if n == 1 {
		return single
	}
	return several
}

func text(format string, args ...any) card.Sentence { return card.Text(fmt.Sprintf(format, args...)) }
