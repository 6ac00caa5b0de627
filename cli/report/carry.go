package report

import (
	"bytes"
	"slices"

	"fives/cli/say"
	"fives/cli/wasm"
	"fives/engine/audit"
)

// carry has the page carry its logs, and the program that checks them. An unfinished game
// is as good as when the page was made.
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

// file is what the log is called when the reader saves it.
func (p *part) file() string { return say.Short(p.Report.Table.String()) + ".jsonl" }
