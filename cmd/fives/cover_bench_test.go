package main

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"fives/p2p/api"
)

// The benchmarks of this file compare tables with cover and tables without. Whatever else the
// machine does slows down both, so they take turns, and their ratio counts.

// How often they take turns. For each draw without a seat, and for each rest, the daemons wait
// 20 s.
const (
	dealRounds = 7
	drawRounds = 3
	restRounds = 2
)

// BenchmarkCoverDeal is from the complete roster to the cards in the last hand, of four
// daemons at a table with cover and at one without. Target: 1.15 times as long.
func BenchmarkCoverDeal(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the loopback interface is not called lo here")
	}
	fives := program(b)
	var with, without []time.Duration
	for b.Loop() {
		for range dealRounds {
			for _, c := range []struct {
				cover bool
				times *[]time.Duration
			}{{false, &without}, {true, &with}} {
				took, _ := dealOnce(b, fives, api.HostRequest{Game: "five", Seats: 4, Cover: c.cover})
				*c.times = append(*c.times, took)
			}
		}
	}
	reportRatio(b, with, without, "ms-roster-to-hands")
}

// reportRatio reports the median with cover, that without, and the ratio of the two.
func reportRatio(b *testing.B, with, without []time.Duration, unit string) {
	b.ReportMetric(median(with), unit)
	b.ReportMetric(median(without), unit+"-without")
	b.ReportMetric(median(with)/median(without), "×")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkCoverDraw is from the key press to the card on the mover's screen: of four
// daemons that play by hand at a table with cover, first with all of them, then with one of
// them stopped and covered. Target: twice as long.
func BenchmarkCoverDraw(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("daemons are stopped with SIGSTOP")
	}
	fives := program(b)
	var with, without []time.Duration
	for b.Loop() {
		s := sit(b, fives, true)
		asleep := s.all[3]
		for range drawRounds {
			without = append(without, s.draws(drawsByHand/drawRounds)...)
			s.stopped(asleep)
			with = append(with, s.draws(drawsByHand/drawRounds)...)
			asleep.signal(b, syscall.SIGCONT)
			s.reaches(func() bool { return s.turn.at == asleep })
			s.draws(len(s.all))
		}
		s.end()
	}
	reportRatio(b, with, without, "ms-press-to-card")
}

// reaches plays until it is somebody's turn, and something is so.
func (s *sitting) reaches(ok func() bool) {
	s.b.Helper()
	for {
		if s.turn.at == nil {
			s.until(func(arrival) bool { return s.turn.at != nil })
		}
		if ok() {
			return
		}
		s.draws(1)
	}
}

// stopped stops a daemon that is not to move, and waits until the others act for it.
func (s *sitting) stopped(d *daemon) {
	s.b.Helper()
	s.reaches(func() bool { return s.turn.at != d })
	d.signal(s.b, syscall.SIGSTOP)
	s.draws(2)
}

func (d *daemon) signal(b *testing.B, sig syscall.Signal) {
	b.Helper()
	if err := d.cmd.Process.Signal(sig); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCoverRest is the anonymous memory of a daemon at a table of four that waits for
// a person's move, with cover and without. Target: the same.
func BenchmarkCoverRest(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the figures are read from /proc")
	}
	fives := program(b)
	var with, without []float64
	for b.Loop() {
		for range restRounds {
			without = append(without, atTable(b, fives, false)...)
			with = append(with, atTable(b, fives, true)...)
		}
	}
	b.ReportMetric(middle(with), "MB-anonymous")
	b.ReportMetric(middle(without), "MB-anonymous-without")
	b.ReportMetric(middle(with)/middle(without), "×")
	b.ReportMetric(0, "ns/op")
}

func middle(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// atTable is the anonymous memory of each of four daemons that have dealt a hand and
// rested, in MB.
func atTable(b *testing.B, fives string, cover bool) (anonymous []float64) {
	b.Helper()
	all := gather(b, fives, seatNames[:4])
	begin(b, all, api.HostRequest{Game: "five", Seats: len(all), Cover: cover})
	for _, d := range all {
		d.until(b, api.EventCards)
	}
	time.Sleep(resting)
	for _, d := range all {
		anonymous = append(anonymous, inMemory(b, d.cmd.Process.Pid, "status", "RssAnon"))
		d.end()
	}
	return anonymous
}
