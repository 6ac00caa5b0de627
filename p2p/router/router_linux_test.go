package router_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fives/p2p/discovery/netnstest"
	"fives/p2p/router"
	"fives/p2p/waittest"
)

// The main thread stays in the namespace of the test: threads that go to another never come back.
func init() { runtime.LockOSThread() }

const (
	port    = 45354
	inner   = "192.168.7.2"
	gateway = "192.168.7.1"
	liar    = "192.168.7.66" // another machine there
)

// A home is a network with a router, which is in a namespace of its own: UPnP and NAT-PMP as a
// test wants them. Another machine is in the same namespace.
type home struct {
	t *testing.T

	mu       sync.Mutex
	outer    string           // the address outside
	location string           // of the description; "" for no UPnP
	describe http.HandlerFunc // in place of an honest description
	fault    int              // of a port with a lease
	pmp      bool             // it answers NAT-PMP
	taken    bool             // another machine has the port
	lies     string           // what the other machine answers to a search

	searches, questions int            // by UPnP and NAT-PMP
	requests            map[string]int // by the address that they came to
	open                map[string]string
}

// behind calls do in a new namespace with a router's addresses, to which this one's default route
// leads. What it opens there stays there until the test ends.
func behind(t *testing.T, network string, do func() error) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := unix.Unshare(unix.CLONE_NEWNET)
		for _, line := range []string{
			fmt.Sprintf("ip link add v1 type veth peer name v0 netns %d", os.Getpid()), "ip link set lo up", "ip link set v1 up",
			"ip addr add " + network + ".1/24 dev v1", "ip addr add " + network + ".66/24 dev v1", "ip route add 224.0.0.0/4 dev v1",
		} {
			if err == nil {
				f := strings.Fields(line)
				var out []byte
				if out, err = exec.Command(f[0], f[1:]...).CombinedOutput(); err != nil {
					err = fmt.Errorf("%s: %w: %s", line, err, out)
				}
			}
		}
		if err == nil {
			err = do()
		}
		done <- err
		<-t.Context().Done()
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	netnstest.Shell(t, "ip link set v0 up; ip addr add "+network+".2/24 dev v0; ip route add default via "+network+".1")
}

func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{t: t, outer: "1.2.3.2", location: "http://" + gateway + ":5000/root.xml", requests: map[string]int{}, open: map[string]string{}}
	behind(t, "192.168.7", h.serve)
	return h
}

// serve opens the router's sockets.
func (h *home) serve() error {
	v1, err := net.InterfaceByName("v1")
	if err != nil {
		return err
	}
	group, err := net.ListenMulticastUDP("udp4", v1, &net.UDPAddr{IP: net.IPv4(239, 255, 255, 250), Port: 1900})
	if err != nil {
		return err
	}
	sockets := []*net.UDPConn{group}
	for _, at := range []string{liar + ":0", gateway + ":5351"} {
		c, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(at)))
		if err != nil {
			return err
		}
		sockets = append(sockets, c)
	}
	h.t.Cleanup(func() {
		for _, c := range sockets {
			c.Close()
		}
	})
	go h.hear(group, sockets[1])
	go h.answerPMP(sockets[2])
	for _, at := range []string{gateway + ":5000", liar + ":5000"} {
		l, err := net.Listen("tcp4", at)
		if err != nil {
			return err
		}
		s := &http.Server{Handler: h}
		go s.Serve(l)
		h.t.Cleanup(func() { s.Close() })
	}
	return nil
}

// hear answers searches, the other machine first.
func (h *home) hear(c, other *net.UDPConn) {
	for b := make([]byte, 2048); ; {
		n, from, err := c.ReadFromUDPAddrPort(b)
		if err != nil {
			return
		}
		h.mu.Lock()
		h.searches++
		location, lies := h.location, h.lies
		h.mu.Unlock()
		if !strings.HasPrefix(string(b[:n]), "M-SEARCH") {
			h.t.Errorf("somebody says %q", b[:n])
		}
		if lies != "" {
			other.WriteToUDPAddrPort([]byte(lies), from)
		}
		if location != "" {
			c.WriteToUDPAddrPort([]byte(found(location)), from)
		}
	}
}

func found(location string) string {
	return "HTTP/1.1 200 OK\r\nST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\nUSN: uuid:1\r\nLOCATION: " + location + "\r\n\r\n"
}

const description = `<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceList><device><serviceList><service>
<serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType><controlURL>%s</controlURL></service></serviceList></device></deviceList></device></root>`

var argument = regexp.MustCompile(`<(New\w+)>([^<]*)</`)

// ServeHTTP is the router's description and control.
func (h *home) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	at := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr).IP.String()
	h.requests[at]++
	if r.Method == http.MethodGet {
		if h.describe != nil {
			h.describe(w, r)
			return
		}
		fmt.Fprintf(w, description, "/ctl")
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		h.t.Error(err)
	}
	said := map[string]string{}
	for _, m := range argument.FindAllStringSubmatch(string(body), -1) {
		said[m[1]] = m[2]
	}
	answer, fault := "", 0
	switch action := r.Header.Get("SOAPACTION"); {
	case strings.HasSuffix(action, `#GetExternalIPAddress"`):
		answer = "<NewExternalIPAddress>" + h.outer + "</NewExternalIPAddress>"
	case strings.HasSuffix(action, `#AddPortMapping"`):
		if said["NewProtocol"] != "TCP" || said["NewExternalPort"] != said["NewInternalPort"] {
			h.t.Errorf("asked for %v", said)
		}
		switch {
		case h.taken:
			fault = 718
		case h.fault != 0 && said["NewLeaseDuration"] != "0":
			fault = h.fault
		default:
			h.open[said["NewExternalPort"]] = said["NewInternalClient"] + " " + said["NewLeaseDuration"]
		}
	case strings.HasSuffix(action, `#DeletePortMapping"`):
		delete(h.open, said["NewExternalPort"])
	default:
		h.t.Errorf("asked for %s", action)
	}
	if fault != 0 {
		w.WriteHeader(http.StatusInternalServerError)
		answer = fmt.Sprintf("<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail><UPnPError><errorCode>%d</errorCode><errorDescription>no</errorDescription></UPnPError></detail></s:Fault>", fault)
	} else {
		answer = `<u:R xmlns:u="urn:x">` + answer + `</u:R>`
	}
	fmt.Fprintf(w, `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>%s</s:Body></s:Envelope>`, answer)
}

// answerPMP is the router's NAT-PMP (RFC 6886, sections 3.2 and 3.3).
func (h *home) answerPMP(c *net.UDPConn) {
	for b := make([]byte, 64); ; {
		n, from, err := c.ReadFromUDPAddrPort(b)
		if err != nil {
			return
		}
		h.mu.Lock()
		h.questions++
		var out []byte
		switch {
		case !h.pmp:
		case n == 2:
			ip := netip.MustParseAddr(h.outer).As4()
			out = append([]byte{0, 128, 0, 0, 0, 0, 0, 1}, ip[:]...)
		case n == 12 && b[1] == 2:
			in, lease := binary.BigEndian.Uint16(b[4:]), binary.BigEndian.Uint32(b[8:])
			given := binary.BigEndian.Uint16(b[6:])
			if lease == 0 {
				for k, to := range h.open {
					if strings.HasPrefix(to, fmt.Sprintf("%s:%d ", from.Addr(), in)) {
						delete(h.open, k)
					}
				}
			} else {
				if h.taken {
					given++
				}
				h.open[fmt.Sprint(given)] = fmt.Sprintf("%s:%d %d", from.Addr(), in, lease)
			}
			out = append([]byte{0, 130, 0, 0, 0, 0, 0, 1}, b[4:12]...)
			binary.BigEndian.PutUint16(out[10:], given)
		}
		h.mu.Unlock()
		if out != nil {
			c.WriteToUDPAddrPort(out, from)
		}
	}
}

// look returns what is open, and sets it for the next case.
func (h *home) look(set func()) (open map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	open = h.open
	if set != nil {
		h.open, h.requests = map[string]string{}, map[string]int{}
		set()
	}
	return open
}

// TestOpen: a router that does UPnP or NAT-PMP opens the port with the same number outside, for an
// hour or, if it knows no hours, until it is closed; closing closes it.
func TestOpen(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	h := newHome(t)
	for name, c := range map[string]struct {
		set  func()
		want string
	}{
		"UPnP":           {func() {}, inner + " 3600"},
		"UPnP for ever":  {func() { h.fault = 725 }, inner + " 0"},
		"NAT-PMP":        {func() { h.location, h.pmp = "", true }, inner + ":45354 3600"},
		"a wrong answer": {func() { h.lies = found("http://" + liar + ":5000/root.xml") }, inner + " 3600"},
	} {
		h.look(func() {
			h.location, h.fault, h.pmp, h.lies = "http://"+gateway+":5000/root.xml", 0, false, ""
			c.set()
		})
		o, err := router.Open(t.Context(), port)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := h.look(nil)[fmt.Sprint(port)]; got != c.want || o.Outer() != netip.MustParseAddr("1.2.3.2") || o.Err() != nil {
			t.Errorf("%s: %q is open at %v (%v), want %q", name, got, o.Outer(), o.Err(), c.want)
		}
		o.Close()
		h.mu.Lock()
		if len(h.open) > 0 || h.requests[liar] > 0 {
			t.Errorf("%s: after closing, %v is open; the other machine was asked %d times", name, h.open, h.requests[liar])
		}
		h.mu.Unlock()
	}
}

// TestWhyNot: each reason why no port is opened has an error of its own, with what is needed to do
// it by hand, and leaves nothing open.
func TestWhyNot(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	_, err := router.Open(t.Context(), port)
	if !errors.Is(err, router.ErrNoRouter) {
		t.Errorf("without a network: %v", err)
	}
	h := newHome(t)
	for name, c := range map[string]struct {
		set   func()
		want  error
		outer string
	}{
		"no answer":                  {func() { h.location = "" }, router.ErrSilent, ""},
		"taken":                      {func() { h.taken = true }, router.ErrRefused, "1.2.3.2"},
		"taken, by NAT-PMP":          {func() { h.location, h.pmp, h.taken = "", true, true }, router.ErrRefused, "1.2.3.2"},
		"not allowed":                {func() { h.fault = 606 }, router.ErrRefused, "1.2.3.2"},
		"shared":                     {func() { h.outer = "100.71.2.9" }, router.ErrShared, "100.71.2.9"},
		"shared, by NAT-PMP":         {func() { h.location, h.pmp, h.outer = "", true, "100.71.2.9" }, router.ErrShared, "100.71.2.9"},
		"behind another router":      {func() { h.outer = "192.168.178.20" }, router.ErrShared, "192.168.178.20"},
		"no address":                 {func() { h.outer = "0.0.0.0" }, router.ErrShared, "0.0.0.0"},
		"only somebody else answers": {func() { h.location, h.lies = "", found("http://"+liar+":5000/root.xml") }, router.ErrSilent, ""},
		"somebody else for it":       {func() { h.location, h.lies = "", found("http://"+gateway+":5000/root.xml") }, router.ErrSilent, ""},
		"described elsewhere":        {func() { h.location = "http://" + liar + ":5000/root.xml" }, router.ErrSilent, ""},
		"led elsewhere": {func() {
			h.describe = func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://"+liar+":5000/root.xml", http.StatusFound)
			}
		}, router.ErrSilent, ""},
		"led on": {func() {
			h.describe = func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/root.xml" {
					http.Redirect(w, r, "/other.xml", http.StatusFound)
					return
				}
				fmt.Fprintf(w, description, "/ctl")
			}
		}, router.ErrSilent, ""},
		"controlled elsewhere": {func() {
			h.describe = func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, description, "http://"+liar+":5000/ctl") }
		}, router.ErrSilent, ""},
		"too long": {func() {
			h.describe = func(w http.ResponseWriter, _ *http.Request) {
				io.WriteString(w, "<!--"+strings.Repeat(" ", 64<<10)+"-->")
				fmt.Fprintf(w, description, "/ctl")
			}
		}, router.ErrSilent, ""},
		"no description":   {func() { h.describe = func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<root") } }, router.ErrSilent, ""},
		"no such protocol": {func() { h.location = "file:///etc/passwd" }, router.ErrSilent, ""},
	} {
		h.look(func() {
			h.outer, h.location, h.describe, h.fault, h.pmp, h.taken, h.lies = "1.2.3.2", "http://"+gateway+":5000/root.xml", nil, 0, false, false, ""
			c.set()
		})
		ctx := t.Context()
		if c.want == router.ErrSilent { // it is the same after a shorter time
			short, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			ctx = short
		}
		_, err := router.Open(ctx, port)
		var e *router.Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || e.Inner != netip.MustParseAddr(inner) || c.outer == "" && e.Outer.IsValid() || c.outer != "" && e.Outer != netip.MustParseAddr(c.outer) {
			t.Errorf("%s: %v (%+v), want %v", name, err, e, c.want)
		}
		h.mu.Lock()
		if len(h.open) > 0 || h.requests[liar] > 0 {
			t.Errorf("%s: %v is open; the other machine was asked %d times", name, h.open, h.requests[liar])
		}
		h.mu.Unlock()
	}
}

// TestAgain: the port is asked for again before the router closes it, whatever has become of the
// router since; a failure is said, and over when the router answers again. Its other address is
// known.
func TestAgain(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	h := newHome(t)
	o, err := router.OpenAgain(t.Context(), port, 10*time.Millisecond, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	h.look(func() { h.outer = "1.2.3.9" })
	waittest.Until(t, "it is asked again, and says its new address", func() bool {
		return h.look(nil)["45354"] == inner+" 3600" && o.Outer() == netip.MustParseAddr("1.2.3.9")
	})
	h.look(func() { h.taken = true })
	waittest.Until(t, "the refusal is said", func() bool { return errors.Is(o.Err(), router.ErrRefused) })
	h.look(func() { h.taken = false })
	waittest.Until(t, "it is open again", func() bool { return o.Err() == nil && h.look(nil)["45354"] != "" })
	o.Close()
	if open := h.look(nil); len(open) > 0 {
		t.Errorf("after closing, %v is open", open)
	}
}

// TestElsewhere: in another network, the port is asked for there at once, and not in twenty minutes.
func TestElsewhere(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	h := newHome(t)
	o, err := router.OpenAgain(t.Context(), port, time.Hour, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	h.look(func() {})
	netnstest.Shell(t, "ip addr del 192.168.7.2/24 dev v0; ip addr add 192.168.7.3/24 dev v0; ip route add default via 192.168.7.1")
	waittest.Until(t, "it is open for the new address", func() bool { return h.look(nil)["45354"] == "192.168.7.3 3600" })
}

// TestOnTheInternet: a machine whose own address is public asks nobody.
func TestOnTheInternet(t *testing.T) {
	if !netnstest.Inside(t) {
		return
	}
	behind(t, "1.2.3", func() error { return nil })
	o, err := router.Open(t.Context(), port)
	if err != nil || o.Outer() != netip.MustParseAddr("1.2.3.2") {
		t.Fatalf("%v", err)
	}
	o.Close()
}

// TestMiniUPnPd: a router's program that many routers have opens the port by UPnP, and by NAT-PMP.
func TestMiniUPnPd(t *testing.T) {
	program, err := exec.LookPath("miniupnpd")
	if err != nil {
		t.Skip("miniupnpd is not installed")
	}
	if _, err := exec.LookPath("nft"); err != nil {
		t.Skip("nft is not installed")
	}
	if !netnstest.Inside(t) {
		return
	}
	folder := t.TempDir()
	leases := filepath.Join(folder, "leases")
	config := filepath.Join(folder, "conf")
	text := "ext_ifname=e0\next_ip=1.2.3.2\nlistening_ip=v1\nport=5000\nenable_natpmp=yes\nenable_upnp=yes\nsecure_mode=yes\nlease_file=" + leases + "\nuuid=00000000-0000-0000-0000-000000000001\nallow 1024-65535 0.0.0.0/0 1024-65535\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	behind(t, "192.168.7", func() error {
		if out, err := exec.Command("sh", "-ec", `ip link add e0 type veth; ip link set e0 up; ip addr add 1.2.3.2/24 dev e0
nft 'table inet filter { chain miniupnpd { }; chain prerouting_miniupnpd { type nat hook prerouting priority -100; }; chain postrouting_miniupnpd { type nat hook postrouting priority 100; }; }'`).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		cmd := exec.Command(program, "-d", "-f", config, "-P", filepath.Join(folder, "pid"))
		log, err := os.Create(filepath.Join(folder, "log"))
		if err != nil {
			return err
		}
		cmd.Stdout, cmd.Stderr = log, log
		if err := cmd.Start(); err != nil {
			return err
		}
		t.Cleanup(func() {
			cmd.Process.Kill()
			cmd.Wait()
			if b, _ := os.ReadFile(log.Name()); t.Failed() {
				t.Logf("%s", b)
			}
		})
		return nil
	})
	var o *router.Opening
	waittest.Until(t, "the router answers", func() bool { o, err = router.Open(t.Context(), port); return !errors.Is(err, router.ErrSilent) })
	if err != nil || o.Outer() != netip.MustParseAddr("1.2.3.2") {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(leases); err != nil || !strings.HasPrefix(string(b), "TCP:45354:"+inner+":45354:") {
		t.Errorf("%q (%v)", b, err)
	}
	o.Close()
	if b, err := os.ReadFile(leases); err != nil || strings.Contains(string(b), "45354") {
		t.Errorf("after closing: %q (%v)", b, err)
	}
}
