package open_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// BenchmarkPhone is what guests with phones wait for, at a table of two daemons and two
// of them: with a processor that is four times slower than this one and a network of
// 20 Mbit/s, and without either, as a control.
func BenchmarkPhone(b *testing.B) {
	nodesInPages(b)
	b.Run("slow=4", func(b *testing.B) { benchPhone(b, 4, 20e6/8) })
	b.Run("slow=1", func(b *testing.B) { benchPhone(b, 1, 0) })
}

func benchPhone(b *testing.B, slow int, bytesEach float64) {
	var lobby, deals, draws, memory, worker []float64
	for b.Loop() {
		ana := up(b, filepath.Join(folder(b), "ana"), "ana")
		st, err := ana.Status(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		ben := up(b, filepath.Join(folder(b), "ben"), "ben", "--peer", st.Addresses[0])
		address := narrow(b, showInvitation(b, ana), bytesEach)
		guests := []*player{phone(b, slow), phone(b, slow)}
		for i, p := range guests {
			lobby = append(lobby, p.enters(address, []string{"cleo", "dora"}[i]))
		}
		worker = append(worker, guests[0].workerTime())
		offer, err := ana.Host(b.Context(), api.HostRequest{Game: "five", Seats: 4})
		if err != nil {
			b.Fatal(err)
		}
		waittest.Until(b, "ben joins", func() bool {
			_, err := ben.Join(b.Context(), api.JoinRequest{Table: offer.ID})
			return err == nil
		})
		for _, p := range guests {
			p.joins(offer.ID)
		}
		begun := started(b, ana)
		for _, p := range guests {
			p.shows("#hand button")
		}
		deals = append(deals, float64(time.Since(begun).Milliseconds()))
		for drawn := 0; drawn < 8; {
			for _, p := range guests {
				if took := p.draws(); took > 0 {
					draws = append(draws, took)
					drawn++
				}
			}
			_ = moves(b, ana, offer.ID) || moves(b, ben, offer.ID)
			if guests[0].over() {
				break
			}
		}
		memory = append(memory, guests[0].megabytes())
		for _, p := range guests {
			for _, c := range p.bad.list() {
				b.Error(c)
			}
		}
	}
	if len(draws) == 0 {
		b.Fatal("nothing was drawn")
	}
	b.ReportMetric(middle(lobby), "ms-lobby")
	b.ReportMetric(middle(deals), "ms-deal")
	b.ReportMetric(middle(draws), "ms-draw")
	b.ReportMetric(middle(memory), "MB-page")
	b.ReportMetric(middle(worker), "ms-worker-loop")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFirstCard is what a newcomer waits for, from the address of an invitation to the
// first own card, at a table of two: with a network of 4 Mbit/s and a processor that is four
// times slower; and then for the same card, once the page is loaded again. The guest taps and types
// at once.
func BenchmarkFirstCard(b *testing.B) {
	nodesInPages(b)
	var waits, again []float64
	for b.Loop() {
		ana := up(b, filepath.Join(folder(b), "ana"), "ana")
		offer, err := ana.Host(b.Context(), api.HostRequest{Game: "five", Seats: 2})
		if err != nil {
			b.Fatal(err)
		}
		address := narrow(b, showInvitation(b, ana), 4e6/8)
		p := phone(b, 4)
		begun := time.Now()
		p.do(chromedp.Navigate(address + "#t=" + offer.ID))
		p.named("ben")
		p.shows("#hand button")
		waits = append(waits, float64(time.Since(begun).Milliseconds()))
		begun = time.Now()
		p.do(chromedp.Reload())
		p.shows("#hand button")
		again = append(again, float64(time.Since(begun).Milliseconds()))
		for _, c := range p.bad.list() {
			b.Error(c)
		}
	}
	b.ReportMetric(middle(waits), "ms-first")
	b.ReportMetric(middle(again), "ms-again")
	b.ReportMetric(0, "ns/op")
}

func middle(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// started waits for the roster of a table, and returns when it was complete.
func started(b *testing.B, c *control.Client) (when time.Time) {
	b.Helper()
	found := errors.New("found")
	if err := c.Events(b.Context(), 0, func(e api.Event) error {
		if e.Kind != api.EventStarted {
			return nil
		}
		when = e.Time
		return found
	}); !errors.Is(err, found) {
		b.Fatal(err)
	}
	return when
}

// phone starts a browser whose pages get one part of slow of their processors.
func phone(b *testing.B, slow int) *player {
	b.Helper()
	p := &player{t: b, bad: &complaints{}}
	p.visit("about:blank", 360, 640)
	if slow > 1 {
		p.slowed(slow)
	}
	return p
}

// slice is how long pages run at a time.
const slice = 5 * time.Millisecond

// slowed stops all processes of pages again and again, until the test ends: their
// workers and compilers get no more than their main threads, which is all that the
// browser's own way to slow pages down is for.
func (p *player) slowed(slow int) {
	stop, ended := make(chan struct{}), make(chan struct{})
	p.t.Cleanup(func() {
		close(stop)
		<-ended
	})
	var mu sync.Mutex
	var pages []int
	go func() {
		for p.tab.Err() == nil {
			found := p.processes()
			mu.Lock()
			pages = found
			mu.Unlock()
			time.Sleep(50 * time.Millisecond)
		}
	}()
	signal := func(list []int, s syscall.Signal) {
		for _, pid := range list {
			_ = syscall.Kill(pid, s) // it may have ended
		}
	}
	go func() {
		defer close(ended)
		for {
			mu.Lock()
			list := pages
			mu.Unlock()
			signal(list, syscall.SIGSTOP)
			time.Sleep(time.Duration(slow-1) * slice)
			signal(list, syscall.SIGCONT)
			select {
			case <-stop:
				return
			case <-time.After(slice):
			}
		}
	}()
}

// processes are those in which the browser's pages run.
func (p *player) processes() (pids []int) {
	all, err := chromedp.CallBrowser(p.tab, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return nil
	}
	for _, info := range all.ProcessInfo {
		if info.Type == "renderer" {
			pids = append(pids, int(info.ID))
		}
	}
	return pids
}

// narrow is an address of the same pages behind a network that carries so many bytes a
// second to them.
func narrow(b testing.TB, address string, bytesEach float64) string {
	b.Helper()
	if bytesEach == 0 {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	line := &line{bytesEach: bytesEach}
	behind := u.Host
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", behind)
			if err != nil {
				near.Close()
				continue
			}
			go pipe(far, near, near)
			go pipe(near, far, line.of(far))
		}
	}()
	u.Host = l.Addr().String()
	return u.String()
}

// pipe copies from r to the end, which is that of both.
func pipe(to, from net.Conn, r io.Reader) {
	_, _ = io.Copy(to, r)
	to.Close()
	from.Close()
}

// A line carries so many bytes a second, of all connections together.
type line struct {
	bytesEach float64
	mu        sync.Mutex
	free      time.Time
}

func (l *line) of(r io.Reader) io.Reader { return &carried{l, r} }

type carried struct {
	line *line
	r    io.Reader
}

func (c *carried) Read(p []byte) (int, error) {
	n, err := c.r.Read(p[:min(len(p), 16<<10)])
	c.line.mu.Lock()
	if now := time.Now(); c.line.free.Before(now) {
		c.line.free = now
	}
	c.line.free = c.line.free.Add(time.Duration(float64(n) / c.line.bytesEach * 1e9))
	until := c.line.free
	c.line.mu.Unlock()
	time.Sleep(time.Until(until))
	return n, err
}

// enters opens an invitation, as a QR code does, and returns the milliseconds until the
// lobby is to be seen. The guest taps and types at once.
func (p *player) enters(address, name string) float64 {
	p.t.Helper()
	begun := time.Now()
	p.do(chromedp.Navigate(address))
	p.named(name)
	p.shows(".masthead")
	return float64(time.Since(begun).Milliseconds())
}

// workerTime is how many milliseconds the page's worker takes for a loop: it shows that
// the worker is slowed, too.
func (p *player) workerTime() float64 {
	p.t.Helper()
	list, err := chromedp.CallBrowser(p.tab, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, info := range list.TargetInfos {
		if info.Type == "worker" {
			ctx, cancel := chromedp.NewContext(p.browser, chromedp.WithTargetID(info.TargetID), chromedp.WithDetachOnCancel())
			defer cancel()
			took, err := chromedp.Run(ctx, chromedp.Evaluate[float64](`(() => { const t = performance.now(); let x = 1; for (let i = 0; i < 1e8; i++) x = (x * 31 + i) | 0; return performance.now() - t + (x === 0 ? 1 : 0) })()`))
			if err != nil {
				p.t.Fatal(err)
			}
			return took
		}
	}
	p.t.Fatal("the page has no worker")
	return 0
}

// joins sits down at a table of the lobby.
func (p *player) joins(table string) {
	p.t.Helper()
	join := fmt.Sprintf(`[data-post="/table/%s/join"]`, table)
	p.shows(join)
	p.tap(join)
}

// draws plays a move that draws a card, if it is the guest's turn, and returns the
// milliseconds from the tap to the card, 0 if there was none.
func (p *player) draws() float64 {
	p.t.Helper()
	if !eval[bool](p, `!!document.querySelector(".table[data-yours] .moves button[data-move$=' draw']")`) {
		p.turn()
		return 0
	}
	took, err := chromedp.Run(p.tab, chromedp.Evaluate[float64](`new Promise(done => {
		const cards = () => [...document.querySelectorAll("#hand button")].map(b => b.dataset.card)
		const move = document.querySelector(".table[data-yours] .moves button[data-move$=' draw']")
		const dropped = move.dataset.move.split(" ").length - 2, before = cards().length
		const begun = performance.now(), step = document.querySelector(".table").dataset.step
		new MutationObserver((_, o) => {
			const t = document.querySelector(".table")
			if (t.dataset.step === step || cards().length !== before - dropped + 1) return
			o.disconnect()
			done(performance.now() - begun)
		}).observe(document.querySelector("#screen"), { subtree: true, childList: true, attributes: true })
		setTimeout(() => done(0), 20000) // the hand has ended, and there is no card
		move.click()
	})`, chromedp.EvalAwaitPromise))
	if err != nil && !errors.Is(err, context.Canceled) {
		p.t.Fatal(err)
	}
	return took
}

var private = regexp.MustCompile(`(?m)^Private_(?:Clean|Dirty):\s+(\d+) kB`)

// megabytes is the memory that the largest page has for itself.
func (p *player) megabytes() (most float64) {
	p.t.Helper()
	for _, pid := range p.processes() {
		sums, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "smaps_rollup"))
		if err != nil {
			continue // it has ended
		}
		kB := 0.
		for _, m := range private.FindAllStringSubmatch(strings.TrimSpace(string(sums)), -1) {
			x, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				p.t.Fatal(err)
			}
			kB += x
		}
		most = max(most, kB/1000)
	}
	return most
}
