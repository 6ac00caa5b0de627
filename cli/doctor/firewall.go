package doctor

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"

	"fives/p2p/host"
)

// mdnsPort is where discovery happens (RFC 6762).
const mdnsPort = 5353

// firewall names the usual firewalls. What they let through only their owner
// can ask them, so that this is a warning at most.
func (e *exam) firewall(c *chart) {
	port := fmt.Sprint(cmp.Or(e.cfg.Port, host.DefaultPort))
	if ports := listenPorts(e.status.Addresses); len(ports) > 0 {
		port = ports[0]
	}
	name, do := installed(port)
	switch {
	case name == "":
		c.ok("none of the usual ones is on; if others do not see you, allow TCP and UDP port %s and UDP port %d", port, mdnsPort)
	case e.connected() > 0:
		c.ok("%s is on and lets others through", name)
	default:
		c.warn(do, "%s is on and may keep others out", name)
	}
}

// Firewall is the usual firewall that is on, "" if none is.
func Firewall() string {
	name, _ := installed("")
	return name
}

var ufwOn = regexp.MustCompile(`(?mi)^\s*ENABLED\s*=\s*yes`)

// installed is a firewall that is on and how to open it.
func installed(port string) (name, do string) {
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

// running reports whether a service keeps a folder for its running state.
func running(service string) bool {
	b, err := os.ReadFile("/run/" + service + ".pid")
	if err == nil {
		_, err = os.Stat("/proc/" + strings.TrimSpace(string(b)))
	}
	return err == nil
}
