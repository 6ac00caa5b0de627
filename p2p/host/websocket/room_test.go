//go:build !js

package websocket

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fives/p2p/waittest"
)

// from connects from another address of the loopback, of which there are many.
func (s *server) from(t *testing.T, ip string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}).DialContext(t.Context(), "tcp", s.at())
	if err != nil {
		t.Skip(err) // this system has one
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(waittest.Limit(t))); err != nil {
		t.Fatal(err)
	}
	return c
}

// hostile is the address of one of several attackers.
func hostile(i int) string { return fmt.Sprintf("127.0.1.%d", i+1) }

// asks asks for a page from an address, again for as long as the connection ends before
// there is an answer, as a browser does.
func (s *server) asks(t *testing.T, ip string) {
	t.Helper()
	for range 3 {
		c := s.from(t, ip)
		fmt.Fprintf(c, "GET /page HTTP/1.1\r\nHost: %s\r\n\r\n", s.at())
		if resp, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
			resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				t.Errorf("a guest gets %s", resp.Status)
			}
			return
		}
	}
	t.Fatal("a guest gets no answer")
}

func servePage(w http.ResponseWriter) { _, _ = io.WriteString(w, "page") }

// Many addresses hold connections open: a guest's page and its WebSocket come through.
func TestPlacesHeld(t *testing.T) {
	t.Parallel()
	big := bytes.Repeat([]byte("x"), 8<<20)
	for _, c := range []struct {
		what               string
		connections, hosts int
		says               func(at string) string
	}{
		{"slow headers", 300, 8, func(at string) string { return "GET / HTTP/1.1\r\nHost: " + at + "\r\nX: " }},
		{"silent sockets", 500, 39, func(string) string { return "" }},
		{"silent WebSockets", 500, 39, func(at string) string { return upgradeTo(at) }},
		{"answers that nobody reads", 300, 8, func(at string) string { return "GET /big HTTP/1.1\r\nHost: " + at + "\r\n\r\n" }},
		{"asked once, and then silent", 500, 39, func(at string) string { return "GET /page HTTP/1.1\r\nHost: " + at + "\r\n\r\n" }},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			s := serve(t, waittest.Limit(t), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/big" {
					_, _ = w.Write(big)
					return
				}
				servePage(w)
			}))
			for i := range c.connections {
				_, _ = io.WriteString(s.from(t, hostile(i%c.hosts)), c.says(s.at())) // it may have been ended
			}
			for range 5 {
				s.asks(t, "127.0.2.1")
				s.speaks(t, 4)
			}
		})
	}
}

// Requests without end, on any number of connections, are answered as fast as the limit for
// an address allows. Others are answered meanwhile.
func TestPipelines(t *testing.T) {
	t.Parallel()
	var eves atomic.Int64
	s := serve(t, waittest.Limit(t), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/eve" {
			eves.Add(1)
		}
		servePage(w)
	}))
	ctx, cancel := context.WithCancel(t.Context())
	begin := time.Now()
	var wg sync.WaitGroup
	for range 20 {
		c := s.from(t, "127.0.1.1")
		wg.Go(func() {
			<-ctx.Done()
			c.Close()
		})
		wg.Go(func() { _, _ = io.Copy(io.Discard, c) })
		wg.Go(func() {
			many := bytes.Repeat([]byte("GET /eve HTTP/1.1\r\nHost: "+s.at()+"\r\n\r\n"), 100)
			for {
				if _, err := c.Write(many); err != nil {
					return
				}
			}
		})
	}
	waittest.Until(t, "eve has had all at once that she may have", func() bool { return eves.Load() >= asksBurst })
	for range 20 {
		s.asks(t, "127.0.2.1")
	}
	if n, most := eves.Load(), asksBurst+asksRate*time.Since(begin).Seconds()+1; float64(n) > most {
		t.Errorf("%d requests of one address are answered, of at most %.0f", n, most)
	}
	cancel()
	wg.Wait()
}

// visitor is a visit without a connection that anybody reads.
func visitor(t *testing.T, r *room, ip string) (*visit, bool) {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { near.Close() })
	v := &visit{Conn: far, ip: netip.MustParseAddr(ip), door: r, raw: r}
	return v, r.enter(v)
}

func isIn(r *room, v *visit) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.in[v] != nil
}

// The oldest who only waits gives way: of one address to itself once it has all its places,
// of the address with most places where there are none left; who has proved something,
// last.
func TestRoom(t *testing.T) {
	regulars := map[netip.Addr]bool{}
	r := newRoom(8, 3, func() map[netip.Addr]bool { return regulars })
	in := func(ip string) *visit {
		t.Helper()
		v, ok := visitor(t, r, ip)
		if !ok {
			t.Fatalf("%s is turned away", ip)
		}
		return v
	}
	gone := func(what string, v *visit) {
		t.Helper()
		if isIn(r, v) {
			t.Fatalf("%s is still there", what)
		}
		if _, err := v.Conn.Read(make([]byte, 1)); err == nil {
			t.Errorf("%s is not closed", what)
		}
	}
	eves := []*visit{in("10.0.0.1"), in("10.0.0.1"), in("10.0.0.1")}
	fourth := in("10.0.0.1")
	gone("the oldest of one address", eves[0])
	in("10.0.0.2")
	first := in("10.0.0.3")
	in("10.0.0.3")
	seat := in("10.0.0.4")
	served := in("10.0.0.5")
	r.begins(served)
	r.ends(served)
	if len(r.in) != 8 {
		t.Fatalf("%d are in", len(r.in))
	}
	regulars[seat.ip], r.asked = true, time.Time{}
	in("10.0.0.6") // 10.0.0.1 has three places
	gone("the oldest of the address with most places", eves[1])
	in("10.0.0.7") // now 10.0.0.1 and 10.0.0.3 have two
	gone("the oldest of the addresses with most places", eves[2])
	in("10.0.0.8")
	gone("the oldest of the address with most places", first)
	in("10.0.0.9")
	gone("the oldest of those with one place each", fourth)
	for range 5 {
		in("10.0.0.10")
	}
	if !isIn(r, seat) || !isIn(r, served) {
		t.Errorf("who has a seat is there: %v; who was answered: %v", isIn(r, seat), isIn(r, served))
	}
	for i := range 20 {
		in(fmt.Sprintf("10.0.1.%d", i))
	}
	if !isIn(r, seat) {
		t.Error("who has a seat has given way")
	}
}

// While all are being answered, an address takes a place only from one with more places or
// with a weaker proof.
func TestRoomBusy(t *testing.T) {
	regulars := map[netip.Addr]bool{netip.MustParseAddr("10.0.0.9"): true}
	r := newRoom(4, 3, func() map[netip.Addr]bool { return regulars })
	busy := func(ip string) *visit {
		t.Helper()
		v, ok := visitor(t, r, ip)
		if !ok {
			t.Fatalf("%s is turned away", ip)
		}
		r.begins(v)
		return v
	}
	first := busy("10.0.0.1")
	busy("10.0.0.1")
	busy("10.0.0.1")
	if _, ok := visitor(t, r, "10.0.0.1"); ok {
		t.Error("one address has more than its places")
	}
	busy("10.0.0.2")
	busy("10.0.0.3")
	if isIn(r, first) {
		t.Error("the address with most places has all of them still")
	}
	busy("10.0.0.4") // each has one now, but 10.0.0.1, which has two
	for range 2 {
		if _, ok := visitor(t, r, "10.0.0.5"); ok {
			t.Error("one of four with one place each has given way")
		}
	}
	seat := busy("10.0.0.9")
	if _, ok := visitor(t, r, "10.0.0.5"); ok || !isIn(r, seat) {
		t.Error("who has a seat has given way")
	}
}

// Attack: an address proves something, and then takes all places with answers that it does
// not read. Others get places still. Having to give way proves nothing.
func TestRoomOfTheAnswered(t *testing.T) {
	r := newRoom(4, 4, nil)
	var eves []*visit
	for range 4 {
		v, _ := visitor(t, r, "10.0.0.1")
		eves = append(eves, v)
		r.begins(v)
	}
	guest, ok := visitor(t, r, "10.0.0.2")
	if !ok {
		t.Fatal("a guest gets no place")
	}
	r.ends(eves[0])
	if r.served[eves[0].ip] {
		t.Error("who had to give way has been answered")
	}
	r.ends(eves[1])
	r.begins(eves[1])
	r.begins(guest)
	if _, ok := visitor(t, r, "10.0.0.3"); !ok || !r.served[eves[1].ip] {
		t.Errorf("a guest gets a place from an address that was answered: %v", ok)
	}
}

// The last place of a node with a seat is for other such nodes only.
func TestRoomOfRegulars(t *testing.T) {
	regulars := map[netip.Addr]bool{netip.MustParseAddr("10.0.0.9"): true, netip.MustParseAddr("10.0.0.8"): true}
	r := newRoom(1, 1, func() map[netip.Addr]bool { return regulars })
	seat, ok := visitor(t, r, "10.0.0.9")
	if !ok {
		t.Fatal("an empty room has no place")
	}
	if _, ok := visitor(t, r, "10.0.0.1"); ok || !isIn(r, seat) {
		t.Error("who has a seat has given way to who has none")
	}
	if _, ok := visitor(t, r, "10.0.0.8"); !ok || isIn(r, seat) {
		t.Error("who has a seat has not given way to who has one, too")
	}
}
