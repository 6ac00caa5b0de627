//go:build !js

package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fives/p2p/far"

	"github.com/libp2p/go-libp2p/core/peer"
)

// OpenFar opens the door for friends from outside: who has a link with the secret is let
// in, at all addresses of the host. If the door is open it is moved, and its secret changed;
// at the same port nobody is disturbed. It fails with ErrFarPort, and changes nothing, if
// another program has the port.
func (h *Host) OpenFar(to FarDoor) (int, error) {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.far == nil {
		return 0, errDialOnly
	}
	at := h.FarOpen()
	if at == 0 || to.Port != 0 && to.Port != at {
		defer h.far.next.Store(0)
		var err error
		if at, err = h.listenFar(to.Port); err != nil {
			return 0, err
		}
		h.closeFar()
	}
	h.far.change(to) // nobody comes in by the secret before, or by none
	h.far.port.Store(int32(at))
	h.beginRelay()
	return h.FarOpen(), nil
}

// listenFar listens at another port, to which the door is being moved.
func (h *Host) listenFar(to int) (int, error) {
	for try := 0; ; try++ {
		port, err := candidate(to, 0)
		if err != nil {
			return 0, fmt.Errorf("host: %w", err)
		}
		h.far.next.Store(int32(port))
		_, err = h.bindFrom(forFar, port, 0)
		switch {
		case err == nil:
			return port, nil
		case !errors.Is(err, errPort):
			return 0, fmt.Errorf("host: %w", err)
		case to != 0 || try == portTries:
			return 0, ErrFarPort
		}
	}
}

// CloseFar lets no more friends in from outside. Who is in stays until [Host.HangUpFar].
func (h *Host) CloseFar() {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	h.closeFar()
}

// closeFar closes the door. webMu must be held.
func (h *Host) closeFar() {
	if h.far == nil {
		return
	}
	for _, a := range h.swarm.ListenAddresses() {
		if isPort(a, h.far.port.Load()) {
			h.swarm.ListenClose(a)
		}
	}
	h.far.port.Store(0)
}

// FarOpen returns the port at which friends from outside are let in, 0 if they are not.
func (h *Host) FarOpen() int {
	if h.far == nil {
		return 0
	}
	return int(h.far.port.Load())
}

func (d *door) change(to FarDoor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.secret, d.shut, d.stays, d.old = to.Secret, to.Shut, maps.Clone(to.Stays), slices.Clone(to.Old[:min(len(to.Old), oldKnocks)])
}

// StayFar says who may stay, and come back, by a former secret, in place of [FarDoor.Stays].
func (h *Host) StayFar(stays map[peer.ID]far.Secret) {
	if h.far == nil {
		return
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	h.far.stays = maps.Clone(stays)
}

// ShutFar lets in nobody any more by the secret, but only those who may stay; the door is
// closed if there are none. Who is in stays until [Host.HangUpFar].
func (h *Host) ShutFar(stays map[peer.ID]far.Secret) {
	if h.far == nil {
		return
	}
	h.far.mu.Lock()
	if !h.far.shut {
		h.far.old = append([]far.Knock{h.far.secret.Knock()}, h.far.old[:min(len(h.far.old), oldKnocks-1)]...)
	}
	h.far.shut, h.far.stays = true, maps.Clone(stays)
	h.far.mu.Unlock()
	if len(stays) == 0 {
		h.CloseFar()
	}
}

// HangUpFar ends the connections of those who came by another secret than that of now, or
// of all who came from outside if the door is closed, but of nobody who may stay.
func (h *Host) HangUpFar() {
	if h.far == nil {
		return
	}
	for _, k := range h.far.former() {
		_ = k.Close()
	}
}

// former lists the callers who are in by a secret that is not good any more, and may not stay.
func (d *door) former() (all []*caller) {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := d.port.Load() != 0
	for k := range d.callers {
		if _, stays := d.stays[k.who]; k.who != "" && !(open && (stays || d.isPresent(k))) {
			all = append(all, k)
		}
	}
	return all
}

// HasLink reports whether a peer is in by the secret of now.
func (h *Host) HasLink(id peer.ID) bool {
	if h.far == nil {
		return false
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	for k := range h.far.callers {
		if k.who == id && h.far.port.Load() != 0 && h.far.isPresent(k) {
			return true
		}
	}
	return false
}

// FarFriends lists who is in from outside.
func (h *Host) FarFriends() (all []peer.ID) {
	if h.far == nil {
		return nil
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	for k := range h.far.callers {
		if k.who != "" && !slices.Contains(all, k.who) {
			all = append(all, k.who)
		}
	}
	return all
}

// FarVisits says what has happened at the door.
func (h *Host) FarVisits() FarVisits {
	if h.far == nil {
		return FarVisits{}
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	return h.far.visits
}
