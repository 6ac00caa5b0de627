package report_test

import (
	"os"
	"testing"

	"fives/engine/games"
	"fives/engine/table/tabletest"
)

func TestSizes(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g := tabletest.New(t, rs, min(4, rs.MaxSeats), nil, 21)
			g.Choose = tabletest.Bot(rs.Bots[1])
			g.Play()
			log := g.Table().Log()
			n := 0
			for _, r := range log {
				n += len(r.Line()) + 1
			}
			f, _ := os.Create("/tmp/o/" + rs.Name + ".jsonl")
			for _, r := range log {
				f.Write(append(r.Line(), '\n'))
			}
			f.Close()
			s, b := write(t, log)
			os.WriteFile("/tmp/o/"+rs.Name+"-full.html", b, 0o644)
			t.Logf("%s: %d seats, %d hands, %d moves, log %d KiB, page %d KiB", rs.Name, len(g.Players), len(s.Hands), s.Report.Moves, n>>10, len(b)>>10)
		})
	}
}
