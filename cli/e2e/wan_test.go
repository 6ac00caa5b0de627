//go:build linux

package e2e

import (
	"math/rand/v2"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// A wan is the internet between towns: a switch between TAP devices in this process, which holds
// each frame back for a while and loses some of them. The kernel's own netem is not everywhere.
type wan struct {
	delay atomic.Int64 // of a frame, one way, in nanoseconds
	loss  atomic.Int64 // of a million packets, one way
	ports []*wanPort

	mu      sync.Mutex
	learned map[[6]byte]*wanPort
	carried map[flow]int64 // bytes of IP packets
	packets int64
	lost    int64
}

type wanPort struct {
	file *os.File
	out  chan frame
}

// A frame goes out at a time.
type frame struct {
	at    time.Time
	bytes []byte
}

// A flow is from one address to another.
type flow struct{ from, to netip.Addr }

// newWAN makes TAP devices of these names, joined by a switch.
func newWAN(t *testing.T, names ...string) *wan {
	t.Helper()
	w := &wan{learned: map[[6]byte]*wanPort{}, carried: map[flow]int64{}}
	var all sync.WaitGroup
	ended := make(chan struct{})
	t.Cleanup(func() {
		close(ended)
		for _, p := range w.ports {
			p.file.Close() // and the device is gone
		}
		all.Wait()
	})
	for _, name := range names {
		file, err := tap(name)
		if err != nil {
			t.Skipf("this system makes no TAP device: %v", err)
		}
		w.ports = append(w.ports, &wanPort{file, make(chan frame, 1<<14)})
	}
	for _, p := range w.ports {
		all.Go(func() { p.send(ended) })
		all.Go(func() { w.carry(p) })
	}
	return w
}

func tap(name string) (*os.File, error) {
	fd, err := syscall.Open("/dev/net/tun", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	var request [40]byte // struct ifreq
	copy(request[:15], name)
	*(*uint16)(unsafe.Pointer(&request[16])) = syscall.IFF_TAP | syscall.IFF_NO_PI
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.TUNSETIFF, uintptr(unsafe.Pointer(&request[0]))); e != 0 {
		syscall.Close(fd)
		return nil, e
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// is sets how far towns are from each other, there and back, and how much is lost each way.
func (w *wan) is(roundTrip time.Duration, loss float64) {
	w.delay.Store(int64(roundTrip / 2))
	w.loss.Store(int64(loss * 1e6))
}

// send writes the frames of a port when their time has come, in their order.
func (p *wanPort) send(ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case f := <-p.out:
			time.Sleep(time.Until(f.at))
			_, _ = p.file.Write(f.bytes) // nobody may be there
		}
	}
}

// carry passes on what comes in at a port.
func (w *wan) carry(from *wanPort) {
	for {
		b := make([]byte, 2048)
		n, err := from.file.Read(b)
		if err != nil {
			return
		}
		if b = b[:n]; n < 14 {
			continue
		}
		to, lost := w.switched(from, b)
		if lost {
			continue
		}
		f := frame{time.Now().Add(time.Duration(w.delay.Load())), b}
		for _, p := range w.ports {
			if p == from || to != nil && to != p {
				continue
			}
			select {
			case p.out <- f:
			default: // a full queue loses, too
			}
		}
	}
}

// switched counts a frame, and says where it goes; nil is everywhere.
func (w *wan) switched(from *wanPort, b []byte) (to *wanPort, lost bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.learned[[6]byte(b[6:12])] = from
	to = w.learned[[6]byte(b[:6])]
	f, ok := flowOf(b)
	if !ok { // IP alone is counted and lost
		return to, false
	}
	lost = rand.Int64N(1e6) < w.loss.Load()
	w.packets++
	if lost {
		w.lost++
	}
	w.carried[f] += int64(len(b))
	return to, lost
}

// flowOf returns the addresses of the IP packet in a frame.
func flowOf(b []byte) (f flow, ok bool) {
	at, size := 0, 0
	switch kind := b[12:14]; {
	case kind[0] == 0x08 && kind[1] == 0x00:
		at, size = 26, 4
	case kind[0] == 0x86 && kind[1] == 0xdd:
		at, size = 22, 16
	default:
		return f, false
	}
	if len(b) < at+2*size {
		return f, false
	}
	f.from, _ = netip.AddrFromSlice(b[at : at+size])
	f.to, _ = netip.AddrFromSlice(b[at+size : at+2*size])
	return f, size == 4 || f.from.IsGlobalUnicast() && f.to.IsGlobalUnicast() // not what machines on one line say to each other
}
