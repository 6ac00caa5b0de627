package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/p2p/api"
)

const howTo = "Type a move or its number; h plays the move that is meant, q ends the lesson."

// takeByLines takes a lesson line by line: it shows the table and the legal moves, and reads a
// line for each move. It ends with the lesson or with the input.
func takeByLines(d *learn.Desk, in io.Reader, out io.Writer, style draw.Style) error {
	p := &dialogue{desk: d, out: out, look: draw.Look{Pen: style, Columns: style.Width, ASCII: style.ASCII}, style: style}
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
	desk  *learn.Desk
	out   io.Writer
	look  draw.Look
	style draw.Style
	page  learn.Page
}

// play makes a move and shows what came of it, or says why the move was not made.
func (p *dialogue) play(text string) {
	if n, err := record.TypedNumber(text); err == nil && n >= 1 && n <= len(p.page.Choices) {
		text = p.page.Choices[n-1].Move
	}
	err := p.desk.Play(text)
	if err == nil {
		p.show()
		return
	}
	why := err.Error()
	var refused *api.Error
	if errors.As(err, &refused) {
		why, _ = say.Error(refused)
	}
	p.print(layout.Wrap(say.Clean(why), p.look.Columns))
}

// show draws the table and the step that the lesson has reached.
func (p *dialogue) show() {
	t := p.desk.Table()
	p.page = p.desk.Page()
	if p.page.Played != "" {
		fmt.Fprintf(p.out, "your move: %s\n\n", draw.Move(p.look, p.page.Played))
	}
	if p.desk.Over() {
		fmt.Fprintln(p.out, p.style.Strong(p.page.Title))
		h := t.Hands[len(t.Hands)-1]
		p.print(append(draw.Sheet("", shown.Results(t, h), p.style, p.look.Columns), ""))
		p.print(p.look.Lesson(p.page))
		return
	}
	fmt.Fprintln(p.out, draw.Table(t, p.style, ""))
	fmt.Fprintln(p.out, p.style.Strong(p.page.Title))
	p.print(p.look.Lesson(p.page))
	p.print(p.look.Choices(p.page, true))
	p.print([]string{"", p.look.Task(p.page), p.style.Weak(howTo)})
}

func (p *dialogue) print(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(p.out, line)
	}
}
