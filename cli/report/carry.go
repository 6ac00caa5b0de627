package report

import (
	"bytes"
	"slices"

	"fives/cli/say"
	"fives/cli/wasm"
	"fives/engine/audit"
)

// carry puts the logs, and the program that checks them, into the page. A game that was
// unfinished when the page was made may be unfinished when it is checked.
func (p *page) carry(program wasm.Program) (err error) {
	panel := Panel{Program: program, Partial: slices.ContainsFunc(p.Parts, unfinished)}
	for _, part := range p.Parts {
		var log bytes.Buffer
		if err := audit.WriteLog(&log, part.Log); err != nil {
			return err
		}
		panel.Logs = append(panel.Logs, carriedLog{Name: part.file(), Content: log.Bytes()})
	}
	p.Policy += "; " + panel.Policy()
	p.Check, err = panel.HTML()
	return err
}

func unfinished(p *part) bool {
	return len(p.Report.Unfinished) > 0 && !p.Report.Elsewhere()
}

// file returns the name that the log gets when the reader saves it.
func (p *part) file() string { return say.Short(p.Report.Table.String()) + ".jsonl" }
