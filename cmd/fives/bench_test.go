package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
)

// The benchmarks of this file start real daemons, as processes with homes of their own, on
// loopback only. They report times and sizes, and judge none.

// benchTime is how long anything may take before a benchmark gives up.
const benchTime = time.Minute

// program builds the command once for a benchmark, as make build does.
func program(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "fives")
	build := exec.Command("make", "-C", "../..", "native", "BIN="+path)
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return path
}

// A daemon is a running process.
type daemon struct {
	name   string
	home   string
	client *control.Client
	cmd    *exec.Cmd
}

// launch starts a daemon and does not wait for it.
func launch(b *testing.B, program, name string, args ...string) *daemon {
	b.Helper()
	// Not b.TempDir, because the name of a socket has to be short.
	home, err := os.MkdirTemp("", "fives")
	if err != nil {
		b.Fatal(err)
	}
	args = append([]string{"up", "--home", home, "--name", name, "--iface", "lo", "--network", netnstest.Network(b), "--port", "0"}, args...)
	d := &daemon{name: name, home: home, cmd: exec.Command(program, args...)}
	if err := d.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(d.end)
	return d
}

// end stops a daemon and removes its home. It may be called twice.
func (d *daemon) end() {
	if d.cmd.ProcessState != nil {
		return
	}
	d.cmd.Process.Signal(syscall.SIGTERM)
	d.cmd.Wait()
	os.RemoveAll(d.home)
}

// dial waits until the daemon answers.
func (d *daemon) dial(b *testing.B) {
	b.Helper()
	await(b, d.name+" answers", func() (err error) {
		d.client, err = control.Dial(d.home)
		return err
	})
}

// await asks every few milliseconds until there is no error.
func await(b *testing.B, what string, ask func() error) {
	b.Helper()
	var err error
	for end := time.Now().Add(benchTime); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if err = ask(); err == nil {
			return
		}
	}
	b.Fatalf("%s: not within %v: %v", what, benchTime, err)
}

func (d *daemon) knows(b *testing.B, name string) {
	b.Helper()
	await(b, d.name+" sees "+name, func() error {
		peers, err := d.client.Peers(b.Context())
		if err == nil && !slices.ContainsFunc(peers, func(p api.Peer) bool { return p.Name == name && p.Connected }) {
			err = fmt.Errorf("peers: %+v", peers)
		}
		return err
	})
}

// BenchmarkUp is the time from `up` in two homes until each is in the peers of
// the other, found by mDNS. Target: 2 s.
func BenchmarkUp(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the loopback interface is not called lo here")
	}
	fives := program(b)
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		ana, ben := launch(b, fives, "ana"), launch(b, fives, "ben")
		ana.dial(b)
		ben.dial(b)
		ana.knows(b, "ben")
		ben.knows(b, "ana")
		times = append(times, time.Since(start))
		ana.end()
		ben.end()
	}
	b.ReportMetric(median(times), "ms-median")
	b.ReportMetric(0, "ns/op")
}

func median(times []time.Duration) float64 {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return float64(times[len(times)/2].Microseconds()) / 1000
}

// For a daemon at rest.
const (
	settling = 5 * time.Second // start-up and the first burst of questions
	resting  = 20 * time.Second
)

// BenchmarkRest is what a daemon with one neighbour needs while nobody plays. Of its memory it
// counts what the machine cannot take back, which is anonymous, and what the daemon keeps
// using, which is referenced while it rests. The rest of the resident memory is pages of the
// program's file that nobody else has asked for. Targets: 7 MB anonymous, 8 MB referenced, 1%
// of a core.
func BenchmarkRest(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the figures are read from /proc")
	}
	fives := program(b)
	for b.Loop() {
		ana, ben := launch(b, fives, "ana"), launch(b, fives, "ben")
		ana.dial(b)
		ana.knows(b, "ben")
		time.Sleep(settling)
		pid := ana.cmd.Process.Pid
		before := processorTime(b, pid)
		forgetReferences(b, pid)
		time.Sleep(resting)
		spent := processorTime(b, pid) - before
		b.ReportMetric(100*spent.Seconds()/resting.Seconds(), "%core")
		b.ReportMetric(inMemory(b, pid, "smaps", "Referenced"), "MB-referenced")
		b.ReportMetric(inMemory(b, pid, "status", "RssAnon"), "MB-anonymous")
		b.ReportMetric(inMemory(b, pid, "status", "VmRSS"), "MB-resident")
		ana.end()
		ben.end()
	}
	b.ReportMetric(0, "ns/op")
}

// forgetReferences makes the kernel begin anew to note which pages a process uses.
func forgetReferences(b *testing.B, pid int) {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("1"), 0); err != nil {
		b.Fatal(err)
	}
}

// inMemory returns the sum of what a file of /proc says in all lines with a name, in 10^6
// bytes.
func inMemory(b *testing.B, pid int, file, name string) float64 {
	f, err := os.Open(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	lines, sum := 0, 0
	for s := bufio.NewScanner(f); s.Scan(); {
		if rest, ok := strings.CutPrefix(s.Text(), name+":"); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				b.Fatal(err)
			}
			lines, sum = lines+1, sum+kib
		}
	}
	if lines == 0 {
		b.Fatalf("no %s in %s", name, file)
	}
	return float64(sum) * 1024 / 1e6
}

// processorTime returns the user and system time of a process; the kernel counts it in
// hundredths of a second.
func processorTime(b *testing.B, pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		b.Fatal(err1, err2)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// BenchmarkGame plays the first game of the list between four daemons, each with a
// computer player in its seat. Target: 1.8 times the floor of cmd/figures from the roster
// to the dealt hands, and from each settled hand to the next one.
func BenchmarkGame(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the loopback interface is not called lo here")
	}
	fives := program(b)
	var deals, later, draws []time.Duration
	for b.Loop() {
		events := playGame(b, fives, []string{"ana", "ben", "cleo", "dan"})
		for _, own := range events {
			deals = append(deals, dealTime(own)...)
			later = append(later, laterDeals(own)...)
			draws = append(draws, drawTimes(own)...)
		}
	}
	if len(deals) == 0 || len(later) == 0 || len(draws) == 0 {
		b.Fatal("nothing was dealt, no second hand, or nothing drawn")
	}
	b.ReportMetric(median(deals), "ms-roster-to-hands")
	b.ReportMetric(median(later), "ms-settled-to-hands")
	b.ReportMetric(median(draws), "ms-draw-median")
	b.ReportMetric(float64(len(draws)), "draws")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkDeal is the time from the complete roster to the cards in the last hand, in the
// first hand of games with decks of 52, 116 and 232 cards, and the size of its log. Both should
// be linear in seats times cards. Target for 14 daemons and 232 cards: 550 ms.
func BenchmarkDeal(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the loopback interface is not called lo here")
	}
	fives := program(b)
	for _, c := range []struct {
		game         string
		seats, cards int
	}{
		{"five", 2, 52}, {"five", 4, 52}, {"five-crowns", 2, 116}, {"five-crowns", 4, 116}, {"five-crowns", 7, 116}, {"five-crowns", 14, 232},
	} {
		b.Run(fmt.Sprintf("seats=%d/cards=%d", c.seats, c.cards), func(b *testing.B) {
			var last []time.Duration
			var size float64
			for b.Loop() {
				took, log := dealOnce(b, fives, api.HostRequest{Game: c.game, Seats: c.seats})
				last, size = append(last, took), log
			}
			b.ReportMetric(median(last), "ms-roster-to-hands")
			b.ReportMetric(median(last)*1000/float64(c.seats*c.cards), "µs/seat/card")
			b.ReportMetric(size, "kB-log")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// dealOnce returns the time from the complete roster of a table to the cards in the last hand,
// and the size of its log in kB.
func dealOnce(b *testing.B, fives string, req api.HostRequest) (last time.Duration, size float64) {
	b.Helper()
	all := gather(b, fives, seatNames[:req.Seats])
	id := begin(b, all, req)
	var deals []time.Duration
	for _, d := range all {
		deals = append(deals, dealTime(d.until(b, api.EventCards))...)
	}
	if len(deals) != req.Seats {
		b.Fatalf("%d hands of %d", len(deals), req.Seats)
	}
	var log bytes.Buffer
	if err := all[0].client.Log(b.Context(), id, &log); err != nil {
		b.Fatal(err)
	}
	for _, d := range all {
		d.end()
	}
	return slices.Max(deals), float64(log.Len()) / 1000
}

var seatNames = []string{"ana", "ben", "cleo", "dan", "eve", "finn", "gil", "hal", "ida", "jon", "kim", "lea", "max", "nell"}

// gather starts daemons that know each other.
func gather(b *testing.B, fives string, names []string) (all []*daemon) {
	b.Helper()
	for _, name := range names {
		var peer []string
		if len(all) > 0 {
			peer = []string{"--peer", addressOf(b, all[0])}
		}
		d := launch(b, fives, name, peer...)
		d.dial(b)
		all = append(all, d)
	}
	for _, d := range all {
		for _, other := range all {
			if other != d {
				d.knows(b, other.name)
			}
		}
	}
	return all
}

// begin has the first daemon open a table, and the others sit down.
func begin(b *testing.B, all []*daemon, req api.HostRequest) (id string) {
	b.Helper()
	offer, err := all[0].client.Host(b.Context(), req)
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range all[1:] {
		await(b, d.name+" joins", func() error {
			_, err := d.client.Join(b.Context(), api.JoinRequest{Play: req.Play})
			return err
		})
	}
	return offer.ID
}

// playGame plays a whole game and returns the events of each daemon.
func playGame(b *testing.B, fives string, names []string) (events [][]api.Event) {
	b.Helper()
	all := gather(b, fives, names)
	begin(b, all, api.HostRequest{Game: games.All()[0].Name, Seats: len(names), Play: games.All()[0].Bots[0].Name})
	for _, d := range all {
		events = append(events, d.until(b, api.EventOver))
		defer d.end()
	}
	return events
}

func addressOf(b *testing.B, d *daemon) string {
	b.Helper()
	status, err := d.client.Status(b.Context())
	if err != nil || len(status.Addresses) == 0 {
		b.Fatal("no address: ", err)
	}
	return status.Addresses[0]
}

// errSeen ends the stream of events.
var errSeen = errors.New("what was waited for")

// until collects all events of a daemon up to the first of a kind.
func (d *daemon) until(b *testing.B, kind api.EventKind) (events []api.Event) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), 3*benchTime)
	defer cancel()
	err := d.client.Events(ctx, 0, func(e api.Event) error {
		events = append(events, e)
		if e.Kind == kind {
			return errSeen
		}
		return nil
	})
	if !errors.Is(err, errSeen) {
		b.Fatalf("%s: no %s: %v", d.name, kind, err)
	}
	return events
}

// dealTime returns the time from the complete roster to the first cards.
func dealTime(events []api.Event) []time.Duration {
	started := slices.IndexFunc(events, func(e api.Event) bool { return e.Kind == api.EventStarted })
	dealt := slices.IndexFunc(events, func(e api.Event) bool { return e.Kind == api.EventCards })
	if started < 0 || dealt < started {
		return nil
	}
	return []time.Duration{events[dealt].Time.Sub(events[started].Time)}
}

// laterDeals returns the times from each settled hand to the first cards of the next one.
func laterDeals(events []api.Event) (times []time.Duration) {
	var settled time.Time
	for _, e := range events {
		switch {
		case e.Kind == api.EventSettled:
			settled = e.Time
		case e.Kind == api.EventCards && !settled.IsZero():
			times, settled = append(times, e.Time.Sub(settled)), time.Time{}
		}
	}
	return times
}

// drawn is what the daemon says when a card has come off the stock.
const drawn = string(rules.Draw)

// drawTimes returns the times from each own move to the card that it draws, which comes in the
// next step.
func drawTimes(events []api.Event) (times []time.Duration) {
	var last api.Event
	for _, e := range events {
		switch e.Kind {
		case api.EventMove:
			last = e
		case api.EventCards:
			if last.Yours && e.Step == last.Step+1 && e.What == drawn {
				times = append(times, e.Time.Sub(last.Time))
			}
		}
	}
	return times
}

// drawsByHand is how many draws BenchmarkDraw waits for.
const drawsByHand = 100

// An arrival is an event that a daemon's screen has got.
type arrival struct {
	api.Event
	at *daemon
	in time.Time
}

// A sitting is four daemons at a table of the first game of the list that play by hand,
// each with a front end that calls it and follows its events.
type sitting struct {
	b        *testing.B
	all      []*daemon
	id       string
	ctx      context.Context
	leave    context.CancelFunc
	arrivals chan arrival
	step     uint64  // the last one that has been heard of
	turn     arrival // the last one
}

func sit(b *testing.B, fives string, cover bool) *sitting {
	b.Helper()
	s := &sitting{b: b, all: gather(b, fives, seatNames[:4]), arrivals: make(chan arrival, 1000)}
	s.id = begin(b, s.all, api.HostRequest{Game: games.All()[0].Name, Seats: len(s.all), Set: map[string]string{"limit": "10000"}, Cover: cover})
	s.ctx, s.leave = context.WithTimeout(b.Context(), 3*benchTime)
	for _, d := range s.all {
		go s.follow(d)
	}
	return s
}

// follow takes the events of a daemon. If the daemon has been silent, as a stopped one is, it
// begins again after the last event.
func (s *sitting) follow(d *daemon) {
	var last uint64
	for s.ctx.Err() == nil {
		_ = d.client.Events(s.ctx, last, func(e api.Event) error {
			last = e.Seq
			select {
			case s.arrivals <- arrival{e, d, time.Now()}:
			case <-s.ctx.Done():
			}
			return nil
		})
	}
}

// until takes what comes, up to what it waits for. A daemon that wakes up may take a turn for
// its own that the others have played for it; that one does not count.
func (s *sitting) until(is func(arrival) bool) (a arrival) {
	s.b.Helper()
	for {
		select {
		case a = <-s.arrivals:
		case <-s.ctx.Done():
			s.b.Fatalf("nothing happens: %s", s.rests())
		}
		s.step = max(s.step, a.Step)
		if a.Kind == api.EventTurn && a.Yours && a.Step == s.step {
			s.turn = a
		}
		if is(a) {
			return a
		}
	}
}

// rests says what the table waits for at each daemon that answers.
func (s *sitting) rests() (said string) {
	for _, d := range s.all {
		ctx, cancel := context.WithTimeout(s.b.Context(), time.Second)
		v, err := d.client.Table(ctx, s.id)
		cancel()
		said += fmt.Sprintf("%s at step %d of hand %d waits for %+v, its turn %v, %v; ", d.name, v.Step, v.Hand, v.Waiting, v.YourTurn, err)
	}
	return said
}

// draws plays by hints until a number of cards have been drawn, and returns how long each took
// from the key press.
func (s *sitting) draws(times int) (draws []time.Duration) {
	s.b.Helper()
	for len(draws) < times {
		if s.turn.at == nil {
			s.until(func(arrival) bool { return s.turn.at != nil })
		}
		mover, step := s.turn.at, s.turn.Step
		s.turn = arrival{}
		hint, err := mover.client.Hint(s.ctx, s.id)
		if err != nil {
			s.b.Fatal(err)
		}
		pressed := time.Now()
		if err := mover.client.Play(s.ctx, s.id, hint.Move, step); err != nil {
			s.b.Fatal(err)
		}
		card := s.until(func(a arrival) bool { return a.at == mover && a.Step > step })
		if card.Kind == api.EventCards && card.What == drawn {
			draws = append(draws, card.in.Sub(pressed))
		}
	}
	return draws
}

func (s *sitting) end() {
	s.leave()
	for _, d := range s.all {
		d.end()
	}
}

// BenchmarkDraw is from the key press to the card on the mover's screen: four daemons
// play by hand, each with a front end that calls it and follows its events. Target: 2.5
// times the floor of cmd/figures in the median.
func BenchmarkDraw(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the loopback interface is not called lo here")
	}
	fives := program(b)
	var draws []time.Duration
	for b.Loop() {
		s := sit(b, fives, false)
		draws = append(draws, s.draws(drawsByHand)...)
		s.end()
	}
	b.ReportMetric(median(draws), "ms-press-to-card")
	b.ReportMetric(0, "ns/op")
}

// finishedGames is how many games BenchmarkFinished plays.
const finishedGames = 50

// BenchmarkFinished is what each finished game costs a daemon after a restart: in its store, in
// memory, and at the start.
func BenchmarkFinished(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the figures are read from /proc")
	}
	fives := program(b)
	for b.Loop() {
		ana := launch(b, fives, "ana")
		ana.dial(b)
		ben := launch(b, fives, "ben", "--peer", addressOf(b, ana))
		ben.dial(b)
		smallStore, smallTime, smallMemory := ana.again(b, fives)
		for range finishedGames {
			offer, err := ana.client.Host(b.Context(), api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "5"}, Play: "easy"})
			if err != nil {
				b.Fatal(err)
			}
			await(b, "ben joins", func() error {
				_, err := ben.client.Join(b.Context(), api.JoinRequest{Table: offer.ID, Play: "easy"})
				return err
			})
			await(b, "the game is over", func() error {
				t, err := ana.client.Table(b.Context(), offer.ID)
				if err == nil && t.Phase != api.PhaseOver {
					err = errors.New("it is played")
				}
				return err
			})
		}
		store, start, memory := ana.again(b, fives)
		b.ReportMetric((store-smallStore)/finishedGames, "kB-store/game")
		b.ReportMetric((start-smallTime).Seconds()*1000/finishedGames, "ms-start/game")
		b.ReportMetric((memory-smallMemory)*1000/finishedGames, "kB-anonymous/game")
		ana.end()
		ben.end()
	}
	b.ReportMetric(0, "ns/op")
}

// again restarts a daemon on its home and returns the size of its store in kB,
// the time until it answers, and its anonymous memory then, in MB.
func (d *daemon) again(b *testing.B, fives string) (store float64, start time.Duration, memory float64) {
	b.Helper()
	status, err := d.client.Status(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	args := d.cmd.Args[1:]
	d.cmd.Process.Signal(syscall.SIGTERM)
	d.cmd.Wait()
	info, err := os.Stat(filepath.Join(status.Home, "fives.db"))
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	d.cmd = exec.Command(fives, args...)
	if err := d.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	d.dial(b)
	start = time.Since(begin)
	return float64(info.Size()) / 1000, start, inMemory(b, d.cmd.Process.Pid, "status", "RssAnon")
}
