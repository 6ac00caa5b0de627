package host

import (
	"errors"
	"fmt"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
)

const portTries = 20 // ports tried after the wished-for one

var errDialOnly = errors.New("host: it only dials")

// Invite lets browsers in: on a port of its own, at all addresses of the host, it serves
// [Config.Pages] and the WebSocket to which nodes in browsers connect. Port 0 stands for
// the one after the host's; if a port is taken, the next free one is used. While the
// invitation is on, the host's addresses include it. Invite returns the port, which is the
// one in use if the invitation was on already.
func (h *Host) Invite(port int) (int, error) {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.web != 0 {
		return h.web, nil
	}
	if h.cfg.DialOnly {
		return 0, errDialOnly
	}
	if port == 0 {
		port = h.port + 1
	}
	port, err := h.bindPages(port, portTries)
	if err != nil {
		return 0, fmt.Errorf("host: %w", err)
	}
	h.web = port
	h.beginRelay()
	return port, nil
}

// InviteAgain is [Host.Invite] at exactly one port, to which guests who were let in before
// come back.
func (h *Host) InviteAgain(port int) error {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.web != 0 {
		return nil
	}
	if h.cfg.DialOnly {
		return errDialOnly
	}
	port, err := h.bindPages(port, 0)
	if err != nil {
		return fmt.Errorf("host: %w", err)
	}
	h.web = port
	h.beginRelay()
	return nil
}

// beginRelay makes this host a relay for those who come by the invitation. If that fails,
// they can still play with those whom they can dial. webMu must be held.
func (h *Host) beginRelay() {
	if h.relay == nil {
		h.relay = newRelay(h)
	}
}

// endRelay ends it.
func (h *Host) endRelay() {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.relay != nil {
		h.relay.close()
		h.relay = nil
	}
}

// Lapse ends the relay once nobody is let in as a guest, or from outside, and the last
// guest has gone.
func (h *Host) Lapse() {
	if h.Invites() == 0 && h.FarOpen() == 0 && len(h.Guests()) == 0 {
		h.endRelay()
	}
}

// Guests lists the peers that came by the invitation and are reached through this host.
func (h *Host) Guests() []peer.ID {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.relay == nil {
		return nil
	}
	return h.relay.list()
}

// CameByInvitation reports whether all connections with a peer came in over WebSocket, as
// those of a page do. Connections through another node say nothing about that.
func (h *Host) CameByInvitation(id peer.ID) bool {
	return h.allCame(id, func(c network.Conn) bool { return IsWebSocket(c.LocalMultiaddr()) })
}

// Uninvite ends an invitation. Connected nodes stay, and are reached through this one until
// [Host.Lapse].
func (h *Host) Uninvite() {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	h.web = 0
	for _, a := range h.swarm.ListenAddresses() {
		if IsWebSocket(a) {
			h.swarm.ListenClose(a)
		}
	}
}

// Invites returns the port at which browsers are let in, 0 if they are not.
func (h *Host) Invites() int {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	return h.web
}
