package scenario

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Write writes the scenario as a file that [Parse] reads back: a line for each
// deck and each move, so that people can edit it.
func (s *Scenario) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "{\n")
	for _, m := range []member{{"game", s.Rules.Name}, {"options", s.options()}, {"players", s.Players}} {
		if err := writeMember(b, m); err != nil {
			return err
		}
	}
	if err := writeList(b, "decks", s.Decks); err != nil {
		return err
	}
	fmt.Fprint(b, ",\n")
	if err := writeList(b, "moves", s.Moves); err != nil {
		return err
	}
	if s.expect != nil {
		text, err := json.Marshal(s.expect)
		if err != nil {
			return fmt.Errorf("scenario: %w", err)
		}
		fmt.Fprintf(b, ",\n  \"expect\": %s", text)
	}
	fmt.Fprint(b, "\n}\n")
	return b.Flush()
}

func (s *Scenario) options() object {
	o := object{}
	for _, opt := range s.Rules.Schema {
		o = append(o, member{opt.Name, s.Options[opt.Name]})
	}
	return o
}

func writeMember(b *bufio.Writer, m member) error {
	text, err := json.Marshal(m.value)
	if err != nil {
		return fmt.Errorf("scenario: %s: %w", m.key, err)
	}
	fmt.Fprintf(b, "  %q: %s,\n", m.key, text)
	return nil
}

func writeList[T any](b *bufio.Writer, key string, list []T) error {
	fmt.Fprintf(b, "  %q: [", key)
	for i, x := range list {
		text, err := json.Marshal(x)
		if err != nil {
			return fmt.Errorf("scenario: %s: %w", key, err)
		}
		if i > 0 {
			fmt.Fprint(b, ",")
		}
		fmt.Fprintf(b, "\n    %s", text)
	}
	if len(list) > 0 {
		fmt.Fprint(b, "\n  ")
	}
	fmt.Fprint(b, "]")
	return nil
}

// MarshalJSON writes the keys in the order of the format. It leaves out "cheat" if it
// is false, and "expect" if there is none.
func (m Move) MarshalJSON() ([]byte, error) {
	o := object{{"seat", m.Seat}, {"move", m.Text}}
	if m.Cheat {
		o = append(o, member{"cheat", true})
	}
	if m.expect != nil {
		o = append(o, member{"expect", m.expect})
	}
	return o.MarshalJSON()
}
