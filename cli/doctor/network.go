package doctor

import (
	"net"
	"runtime"
	"slices"
	"strings"

	"fives/cli/say"
	"fives/p2p/api"
)

const byAddress = "fives connect ADDRESS reaches a node without it (fives status on the other machine prints its addresses)"

// network looks at the interfaces as the system shows them.
func (e *exam) network(c *chart) {
	ifis, err := net.Interfaces()
	if err != nil {
		c.problem("", "the network interfaces cannot be listed: %v", err)
		return
	}
	useful := 0
	var mute []net.Interface
	for _, ifi := range ifis {
		switch {
		case !e.uses(ifi):
		case ifi.Flags&(net.FlagMulticast|net.FlagLoopback) == 0:
			mute = append(mute, ifi)
		case examine(c, ifi):
			useful++
		}
	}
	for _, ifi := range mute {
		silent(c, ifi, useful > 0)
	}
	for _, name := range e.cfg.Ifaces {
		if !slices.ContainsFunc(ifis, func(i net.Interface) bool { return i.Name == name }) {
			c.problem("fives status lists those there are", "there is no interface %s", name)
		}
	}
	if useful == 0 && len(c.findings) == 0 {
		c.problem("connect to a network; two nodes on this machine find each other with --iface lo", "no network but the machine's own")
	}
}

// uses reports whether the node uses an interface. If a daemon keeps to its own machine,
// somebody has chosen that.
func (e *exam) uses(ifi net.Interface) bool {
	switch {
	case len(e.cfg.Ifaces) > 0:
		return slices.Contains(e.cfg.Ifaces, ifi.Name)
	case say.OnlyLoopback(e.status):
		return slices.ContainsFunc(e.status.Interfaces, func(l api.Link) bool { return l.Name == ifi.Name })
	}
	return ifi.Flags&net.FlagLoopback == 0
}

// examine reports on an interface, and returns whether it can carry play.
func examine(c *chart, ifi net.Interface) bool {
	var ips []string
	addrs, _ := ifi.Addrs() // an error means that it has just gone
	for _, a := range addrs {
		ips = append(ips, a.String())
	}
	switch {
	case ifi.Flags&net.FlagUp == 0:
		c.warn("", "%s is down", ifi.Name)
		return false
	case len(ips) == 0:
		c.warn("", "%s has no address", ifi.Name)
		return false
	}
	c.ok("%s: %s", ifi.Name, strings.Join(ips, ", "))
	return true
}

// silent reports on an interface without multicast. A tunnel has none, which is normal.
func silent(c *chart, ifi net.Interface, another bool) {
	state := Problem
	switch {
	case another && ifi.Flags&net.FlagPointToPoint != 0:
		c.ok("%s is a tunnel; %s", ifi.Name, byAddress)
		return
	case another, ifi.Flags&net.FlagUp == 0:
		state = Warning
	}
	c.add(state, multicastOn(ifi.Name)+"; else "+byAddress, "multicast is off on %s: nodes cannot be found there", ifi.Name)
}

func multicastOn(name string) string {
	if runtime.GOOS == "linux" {
		return "sudo ip link set " + name + " multicast on"
	}
	return "allow multicast on it"
}
