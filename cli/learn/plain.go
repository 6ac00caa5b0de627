package learn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/page"
	"fives/cli/shown"
	"fives/cli/words"
	"fives/p2p/control"
)

const howTo = "Type a move or its number; h plays the move that is meant, q ends the lesson."

// Plain takes a lesson as a dialogue: it shows the table and the legal moves, and
// reads a line for each move. It ends with the lesson, or with the input.
func Plain(d *Desk, in io.Reader, out io.Writer, style draw.Style) error {
	p := &dialogue{desk: d, out: out, look: page.Look{Pen: style, Columns: style.Width, ASCII: style.ASCII}, style: style}
	lines := bufio.NewScanner(in)
	p.show()
	for !d.Over() {
		fmt.Fprintf(out, "%s> ", style.Weak("your move"))
		if !lines.Scan() {
			fmt.Fprintln(out)
			break
		}
		switch text := strings.TrimSpace(lines.Text()); text {
		case "q", "quit":
			return nil
		case "":
			fmt.Fprintln(out, howTo)
		case "h":
			p.play(d.Hint())
		default:
			p.play(text)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}

type dialogue struct {
	desk  *Desk
	out   io.Writer
	look  page.Look
	style draw.Style
	shown Page
}

// play makes a move, and shows what came of it, or says why it was not made.
func (p *dialogue) play(text string) {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(p.shown.Choices) {
		text = p.shown.Choices[n-1].Move
	}
	err := p.desk.Play(text)
	if err == nil {
		p.show()
		return
	}
	said := err.Error()
	var refused *control.Error
	if errors.As(err, &refused) {
		said, _ = words.Error(refused)
	}
	p.print(layout.Wrap(words.Clean(said), p.look.Columns))
}

// show draws the table and the step at which the lesson stands.
func (p *dialogue) show() {
	t := p.desk.Table()
	p.shown = p.desk.Page(p.look)
	if p.shown.Played != "" {
		fmt.Fprintf(p.out, "you played %s\n\n", Move(p.shown.Played, p.look))
	}
	if p.desk.Over() {
		fmt.Fprintln(p.out, p.style.Strong(p.shown.Title))
		h := t.Hands[len(t.Hands)-1]
		p.print(append(draw.Sheet("", shown.Results(t, h), p.style, p.look.Columns), ""))
		p.print(p.shown.Lines)
		return
	}
	fmt.Fprintln(p.out, draw.Table(t, p.style, ""))
	fmt.Fprintln(p.out, p.style.Strong(p.shown.Title))
	p.print(p.shown.Lines)
	p.print(p.shown.Explained(p.look, true))
	p.print([]string{"", p.desk.Task(p.look), p.style.Weak(howTo)})
}

func (p *dialogue) print(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(p.out, line)
	}
}
