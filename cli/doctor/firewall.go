package doctor

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"fives/p2p/host"
)

// mdnsPort is the port of discovery (RFC 6762).
const mdnsPort = 5353

// firewall names the usual firewalls that are on, and says what was tried. Only the owner of a
// firewall can ask it what it lets through, and only another machine can say what reaches this
// one; so this check never finds more than a warning.
func (e *exam) firewall(c *chart) {
	port := cmp.Or(e.cfg.Port, host.DefaultPort)
	if ports := listenPorts(e.status.Addresses); len(ports) > 0 {
		port, _ = strconv.Atoi(ports[0])
	}
	name, do := installedFirewall(strconv.Itoa(port))
	switch {
	case name != "" && e.countConnected() > 0:
		c.ok("%s is on and lets others through", name)
	case name != "":
		c.warn(do, "%s is on and may keep others out", name)
	default:
		e.sayTried(c, port)
	}
}

// sayTried says what came in if none of the usual firewalls is on.
func (e *exam) sayTried(c *chart, port int) {
	allow := fmt.Sprintf("allow TCP and UDP port %d and UDP port %d in the firewall", port, mdnsPort)
	in, known := e.comesIn(port)
	switch {
	case len(e.shut) > 0 && in:
		c.warn(allow, "something keeps UDP port %d shut on %s; %d is open", mdnsPort, strings.Join(e.shut, ", "), port)
	case len(e.shut) > 0 && !known:
		c.warn(allow, "nothing comes in on %s: what was sent to UDP port %d did not, and nobody has come in on %d either", strings.Join(e.shut, ", "), mdnsPort, port)
	case len(e.shut) > 0:
		c.warn(allow, "nothing comes in on %s: what was sent to UDP port %d did not, and nothing comes in on %d either", strings.Join(e.shut, ", "), mdnsPort, port)
	case known && !in:
		c.warn(allow, "something keeps UDP port %d shut on %s; %d is open", port, strings.Join(e.let, ", "), mdnsPort)
	case in:
		c.ok("none of the usual ones is on, and what comes to port %d is let in", port)
	case len(e.let) > 0:
		c.ok("none of the usual ones is on, and what was sent to UDP port %d came in; nobody has come in on %d yet; if others do not see you, %s", mdnsPort, port, allow)
	default:
		c.ok("none of the usual ones is on, and there was nothing to try; if others do not see you, %s", allow)
	}
}

// comesIn reports whether what is sent to a port comes in, as far as that is known. The daemon
// says so for its own port, by whether anybody has come in. A free port is tried.
func (e *exam) comesIn(port int) (in, known bool) {
	if e.client != nil {
		return e.status.LetIn, e.status.LetIn
	}
	for _, name := range append(e.let, e.shut...) {
		came, err := tryPort(name, port)
		in, known = in || came, known || err == nil
	}
	return in, known
}

// tryTime is how long a message may take to come back to this machine.
const tryTime = 500 * time.Millisecond

// tryPort sends a message to everybody on an interface, including this machine, and waits for
// it at a port. A firewall of this machine treats it as coming from outside.
func tryPort(name string, port int) (came bool, err error) {
	ifi, err := net.InterfaceByName(name)
	if err != nil {
		return false, err
	}
	from, err := ipv4On(ifi)
	if err != nil {
		return false, err
	}
	group := &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: port}
	l, err := net.ListenMulticastUDP("udp4", ifi, group)
	if err != nil {
		return false, err
	}
	defer l.Close()
	out, err := net.DialUDP("udp4", &net.UDPAddr{IP: from}, group)
	if err != nil {
		return false, err
	}
	defer out.Close()
	said := []byte("fives doctor " + rand.Text())
	if _, err := out.Write(said); err != nil {
		return false, err
	}
	_ = l.SetReadDeadline(time.Now().Add(tryTime))
	for buf := make([]byte, 1500); ; {
		n, err := l.Read(buf)
		if err != nil {
			return false, nil
		}
		if bytes.Equal(buf[:n], said) {
			return true, nil
		}
	}
}

// ipv4On returns an IPv4 address of an interface.
func ipv4On(ifi *net.Interface) (net.IP, error) {
	addrs, err := ifi.Addrs()
	if err != nil {
		return nil, err
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil {
			return n.IP, nil
		}
	}
	return nil, errors.New("no IPv4 address")
}

// Firewall returns the usual firewall that is on, "" if none is.
func Firewall() string {
	name, _ := installedFirewall("")
	return name
}

var ufwOn = regexp.MustCompile(`(?mi)^\s*ENABLED\s*=\s*yes`)

// installedFirewall returns a firewall that is on, and how to open it.
func installedFirewall(port string) (name, do string) {
	switch runtime.GOOS {
	case "darwin":
		return "", ""
	case "windows":
		return "Windows Defender Firewall", "allow fives on private networks when it asks, or in its settings"
	}
	if b, err := os.ReadFile("/etc/ufw/ufw.conf"); err == nil && ufwOn.Match(b) {
		return "ufw", fmt.Sprintf("sudo ufw allow %s; sudo ufw allow %d/udp", port, mdnsPort)
	}
	if running("firewalld") {
		return "firewalld", fmt.Sprintf("sudo firewall-cmd --permanent --add-port=%s/tcp --add-port=%s/udp --add-service=mdns; sudo firewall-cmd --reload", port, port)
	}
	return "", ""
}

// running reports whether a service has a folder for its running state.
func running(service string) bool {
	b, err := os.ReadFile("/run/" + service + ".pid")
	if err == nil {
		_, err = os.Stat("/proc/" + strings.TrimSpace(string(b)))
	}
	return err == nil
}
