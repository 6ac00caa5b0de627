//go:build linux

package e2e

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/multiformats/go-multistream"
	"golang.org/x/sys/unix"

	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
)

const (
	strangers = 1000  // addresses on the internet from which a flood comes
	visits    = 20000 // connections that it makes in all, at most
	atOnce    = 100
)

// TestFarFlood: strangers from a thousand addresses open more connections to ana's door than it
// takes, and say nothing, too little, the wrong secret, or something else. Meanwhile a game in her
// room is played, a newcomer in the room finds her, and a friend with the link gets in, or reads
// why not, plays, and comes back to the seat after a restart. Ana's node keeps nothing of it but a count. All the same where her router writes its own
// address in place of theirs, so that all seem to come from one.
func TestFarFlood(t *testing.T) {
	for name, rule := range map[string]string{"a thousand addresses": "", "one address": "nft add rule ip home out oifname l0 ct status dnat masquerade"} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			s := newTowns(t, cone)
			if rule != "" {
				sh(t, "ip netns exec r1 "+rule)
			}
			s.isFlooded()
		})
	}
}

func (s *towns) isFlooded() {
	t := s.t
	s.wan.is(40*time.Millisecond, 0)
	sh(t, "ip -n meet route add local 5.0.0.0/16 dev lo; ip -n r1 route add 5.0.0.0/16 via 1.2.3.1")
	s.start(s.ana, s.bob, s.dan)
	s.invites(api.FarRequest{Address: anaOutside})
	eventually(t, "ana sees bob", func() bool { return s.ana.sees("bob") && s.bob.sees("ana") })
	memory, files := s.ana.memory(), s.ana.files()

	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	flood.Go(func() { floods(ctx, t) })
	defer flood.Wait()
	defer stop()
	eventually(t, "the door is flooded", func() bool {
		o := s.ana.status().Outside
		return o != nil && o.Unknown.Count > 100
	})

	eve := newDaemon(t, filepath.Dir(s.bob.home), "eve", "bob", "e0", port+5)
	eve.start()
	eventually(t, "a newcomer in the room finds ana", func() bool { return eve.sees("ana") && s.ana.sees("eve") })
	id := seat(t, []*daemon{s.ana, s.bob}, 40)
	tries := 0
	eventually(t, "dan gets in", func() bool {
		tries++
		_, err := s.connects(s.dan)
		var told *api.Error
		if err != nil && (!errors.As(err, &told) || told.Reason == api.ReasonLinkOld) {
			t.Fatalf("dan reads %v", err)
		}
		return err == nil
	})
	if tries > 20 {
		t.Errorf("dan is in after %d tries", tries)
	}
	afar := seat(t, []*daemon{s.ana, s.dan}, 40)
	moves(t, []*daemon{s.ana}, afar, 10)
	s.dan.kill()
	s.dan.start()
	ends(t, []*daemon{s.ana, s.bob}, id)
	ends(t, []*daemon{s.ana, s.dan}, afar)
	eventually(t, "they have come from everywhere", func() bool { return s.ana.status().Outside.Unknown.Count > strangers })
	stop()
	flood.Wait()
	eventually(t, "what the flood has taken is given back", func() bool { return s.ana.memory() < memory+16<<20 })
	o := s.ana.status().Outside
	t.Logf("%d strangers; %d kB of memory more, %d kB of files more", o.Unknown.Count, (s.ana.memory()-memory)>>10, (s.ana.files()-files)>>10)
	if o.Came.Name != "dan" || s.ana.files() > files+4<<20 || s.ana.sees("dan") != true {
		t.Errorf("ana reads %+v, and has %d bytes of files, before %d", o, s.ana.files(), files)
	}
	sound(t, []*daemon{s.ana, s.bob, s.dan, eve})
}

// floods makes the connections of strangers.
func floods(ctx context.Context, t *testing.T) {
	next := make(chan int)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for i := range next {
				begin := time.Now()
				visit(ctx, t, i)
				time.Sleep(time.Until(begin.Add(500 * time.Millisecond))) // who is sent away comes again soon
			}
		})
	}
	for i := 0; i < visits && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	all.Wait()
}

// visit comes to the door from one of the addresses, and stays until it is sent away.
func visit(ctx context.Context, t *testing.T, i int) {
	from := netip.AddrFrom4([4]byte{5, 0, byte(i % strangers >> 8), byte(i % strangers)})
	c, err := dialIn(ctx, "meet", from, netip.AddrPortFrom(netip.MustParseAddr(anaOutside), far.DefaultPort))
	if err != nil {
		return // the queue is full
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	defer context.AfterFunc(ctx, func() { c.Close() })()
	switch i % 16 {
	default: // says nothing
	case 0, 1, 2, 3: // or too little, a byte a second
		for _, b := range []byte("\x13/multistream/1.0.0\n\x0d/fives/far/1\n") {
			if _, err := c.Write([]byte{b}); err != nil {
				return
			}
			time.Sleep(time.Second)
		}
	case 4:
		if err := multistream.SelectProtoOrFail(host.FarProtocol, c); err != nil {
			return // it was sent away before
		}
		knock := make([]byte, 16)
		_, _ = rand.Read(knock)
		_, _ = c.Write(knock)
	case 5:
		_, _ = fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", anaOutside)
	}
	said := make([]byte, 64)
	for {
		n, err := c.Read(said)
		if err != nil {
			return
		}
		if known.Match(said[:n]) {
			t.Errorf("a stranger reads %q", said[:n])
		}
	}
}

// known matches what a stranger must not learn. The door names what is spoken there, /fives/far/1, to anybody.
var known = regexp.MustCompile(`ana|bob|fives/[^f]|noise|HTTP`)

// dialIn connects from an address in another namespace.
func dialIn(ctx context.Context, space string, from netip.Addr, to netip.AddrPort) (net.Conn, error) {
	runtime.LockOSThread()
	home, err := os.Open("/proc/thread-self/ns/net")
	if err != nil {
		return nil, err
	}
	defer home.Close()
	there, err := os.Open("/run/netns/" + space)
	if err != nil {
		return nil, err
	}
	defer there.Close()
	if err := unix.Setns(int(there.Fd()), unix.CLONE_NEWNET); err != nil {
		return nil, err
	}
	d := net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0)), Timeout: 10 * time.Second}
	c, err := d.DialContext(ctx, "tcp4", to.String())
	if back := unix.Setns(int(home.Fd()), unix.CLONE_NEWNET); back != nil {
		return nil, back // and the thread ends with the goroutine
	}
	runtime.UnlockOSThread()
	return c, err
}

// memory returns what a daemon's process has for itself, in bytes.
func (d *daemon) memory() int {
	d.t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	m := regexp.MustCompile(`RssAnon:\s+(\d+) kB`).FindSubmatch(b)
	if err != nil || m == nil {
		d.t.Fatalf("%v: %s", err, b)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		d.t.Fatal(err)
	}
	return n << 10
}

// files returns how many bytes a daemon has on its disk, with its log.
func (d *daemon) files() (sum int) {
	d.t.Helper()
	for _, root := range []string{d.home, d.home + ".log"} {
		err := filepath.Walk(root, func(_ string, info os.FileInfo, err error) error {
			if err == nil && info.Mode().IsRegular() {
				sum += int(info.Size())
			}
			return nil // a file may go while this looks
		})
		if err != nil {
			d.t.Fatal(err)
		}
	}
	return sum
}
