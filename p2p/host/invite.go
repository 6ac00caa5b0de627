package host

import (
	"errors"
	"fmt"
)

var errDialOnly = errors.New("host: it only dials")

// Invite lets browsers in: on a port of its own, at all addresses of the host, it
// serves [Config.Pages] and the WebSocket that nodes in browsers connect to. For port
// 0 it takes the one after the host's; what is taken is followed by the next free one.
// While it is on, the host's addresses have it. It returns the port, the one in use if
// it was on.
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
	port, err := h.bindPages(port)
	if err != nil {
		return 0, fmt.Errorf("host: %w", err)
	}
	h.web = port
	return port, nil
}

// Uninvite ends that. Who has connected stays.
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

// Invites returns the port that browsers are let in at, 0 if they are not.
func (h *Host) Invites() int {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	return h.web
}
