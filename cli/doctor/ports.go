package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/cli/invite"
	"fives/cli/say"
	"fives/p2p/api"
)

func (e *exam) ports(c *chart) {
	if e.client != nil {
		e.listening(c)
		return
	}
	if e.cfg.Port == 0 {
		c.ok("any free one will do")
		return
	}
	for _, network := range []string{"tcp", "udp"} {
		switch err := probe(network, e.cfg.Port); {
		case err == nil:
			c.ok("%s port %d is free", strings.ToUpper(network), e.cfg.Port)
		case errors.Is(err, syscall.EADDRINUSE):
			by, do := "another program", "nothing, or fives up --port to choose: the next free port will be taken; a firewall must allow that one"
			if name, home := owner(network, e.cfg.Port); name != "" {
				by = name
				if home != "" {
					by += ", a node with the home " + home
					do = "if that is the node you mean: fives doctor --home " + home + "; if not, " + do
				}
			}
			c.warn(do, "%s port %d is taken by %s", strings.ToUpper(network), e.cfg.Port, by)
		default:
			c.problem("choose another with fives up --port", "%s port %d cannot be used: %v", strings.ToUpper(network), e.cfg.Port, err)
		}
	}
}

// probe finds out whether a daemon could listen on all addresses.
func probe(network string, port int) error {
	at := fmt.Sprintf(":%d", port)
	if network == "udp" {
		l, err := net.ListenPacket(network, at)
		if err != nil {
			return err
		}
		return l.Close()
	}
	l, err := net.Listen(network, at)
	if err != nil {
		return err
	}
	return l.Close()
}

// listening says where the daemon listens.
func (e *exam) listening(c *chart) {
	ports := listenPorts(e.status.Addresses)
	switch {
	case len(ports) == 0:
		c.problem("connect to a network", "no network yet: this machine has no address at which others could reach the daemon")
	case e.cfg.Port == 0 || slices.Equal(ports, []string{fmt.Sprint(e.cfg.Port)}):
		c.ok("the daemon listens on TCP and UDP port %s", strings.Join(ports, ", "))
	default:
		c.ok("the daemon listens on TCP and UDP port %s, not the usual %d", strings.Join(ports, ", "), e.cfg.Port)
	}
}

// guests looks at the page for guests as one of them would, but from this machine.
func (e *exam) guests(c *chart) {
	shut := slices.DeleteFunc(slices.Clone(e.status.Warnings), func(w api.Warning) bool { return !isOfGuests(w) })
	for _, w := range shut {
		do := "fives invite lets guests in again, at the address that they know"
		if w.Code == api.WarnGuestPort {
			do = fmt.Sprintf("end the program that has TCP port %d; the daemon goes on by itself", w.Port)
		}
		c.problem(do, "%s", say.Warning(w))
	}
	if len(shut) > 0 {
		return
	}
	i := e.status.Invitation
	if i == nil || !i.On {
		c.ok("nobody is invited; fives invite opens a page for guests")
		return
	}
	const others = "if guests cannot open it, a firewall of this machine must let TCP port %d in"
	for n, url := range slices.Concat(i.URLs, i.Tunnels) {
		_, err := invite.Ask(e.ctx, url)
		switch {
		case err != nil:
			c.problem(fmt.Sprintf(others, i.Port), "the page for guests at %s does not answer: %v", url, err)
		case n >= len(i.URLs):
			c.ok("it answers at %s, too, for whoever is at the other end of that tunnel (a VPN), and nobody else", url)
		case n > 0:
			c.ok("it answers at %s, too, for whatever is on that other network of this machine", url)
		default:
			c.ok("guests find the page at %s; "+others, url, i.Port)
		}
	}
	if len(i.URLs) == 0 {
		c.problem("connect to a network, or fives invite --off", "guests are invited, and there is no network yet: this machine has no address for them")
	}
}

// outside says how it stands with those who come from outside, and with links.
func (e *exam) outside(c *chart) {
	now := time.Now()
	shut := false
	for _, w := range e.status.Warnings {
		if isOfDoor(w) {
			shut = true
			c.problem("fives invite --far tries it again, and says what helps", "%s", say.Warning(w))
		}
	}
	o := e.status.Outside
	for _, line := range say.Outside(o, now) {
		if o.Moved != "" && line == say.Moved(o) {
			c.warn("fives invite --far shows the link to send", "%s", line)
			continue
		}
		c.ok("from outside: %s", line)
	}
	if o != nil && o.On && o.Came.Time.IsZero() && !shut {
		c.warn("have a friend try the link; the router and a firewall of this machine must let TCP port "+strconv.Itoa(o.Port)+" in", "only a friend's try shows whether %s leads here", o.Address)
	}
	for _, l := range e.status.Links {
		_, do := say.Error(api.Fail(l.Failed, api.Data{Name: l.Name, Address: l.Address}))
		switch {
		case l.Failed == api.ReasonLinkOld:
			c.warn("fives connect takes it, once you have it; to do without: "+say.Forgets(cmp.Or(l.Name, l.Fingerprint)), "%s", say.FarLink(l, now))
		case l.Connected:
			c.ok("%s", say.FarLink(l, now))
		default:
			c.warn(cmp.Or(do, "it is tried soon"), "%s", say.FarLink(l, now))
		}
	}
}

// isOfDoor reports whether a warning is about the door for friends from outside.
func isOfDoor(w api.Warning) bool {
	return w.Code == api.WarnFarPort || w.Code == api.WarnFarRouter
}

// isOfGuests reports whether a warning is about a guest who cannot reach the daemon.
func isOfGuests(w api.Warning) bool {
	return w.Code == api.WarnUninvited || w.Code == api.WarnGuestPort
}

// listenPorts returns the ports of addresses for daemons. The one of an invitation is for
// browsers alone.
func listenPorts(addrs []string) []string {
	var ports []string
	for _, a := range addrs {
		addr, err := ma.NewMultiaddr(a)
		if err != nil {
			continue
		}
		if _, err := addr.ValueForProtocol(ma.P_WS); err == nil {
			continue
		}
		for _, p := range []int{ma.P_TCP, ma.P_UDP} {
			if port, err := addr.ValueForProtocol(p); err == nil {
				ports = append(ports, port)
			}
		}
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}
