//go:build !js

package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/libp2p/go-libp2p/core/peer"
)

// SetFar changes how friends from outside are let in: at all addresses of the host, while
// anybody is. A door that stays at its port disturbs nobody: who is in stays until
// [Host.HangUpFar]. It fails with ErrFarPort, and changes nothing, if another program has the
// port.
func (h *Host) SetFar(to FarDoor) error {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	if h.far == nil {
		return to.nowhere()
	}
	at := h.FarOpen()
	switch {
	case to.isNobodys() && (!to.Tells || at == 0):
		at = 0
		h.closeFar()
	case at == 0 || to.Port != 0 && to.Port != at:
		defer h.far.next.Store(0)
		var err error
		if at, err = h.listenFar(to.Port); err != nil {
			return err
		}
		h.closeFar()
		h.far.forgetStrangers()
	}
	h.far.change(to) // nobody comes in by the secret before, or by none
	h.far.port.Store(int32(at))
	if at != 0 {
		h.beginRelay()
	}
	return nil
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

// closeFar closes the door. webMu must be held.
func (h *Host) closeFar() {
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
	if to.Secret != d.secret {
		d.visits.Came = Visit{}
	}
	d.secret, d.stays, d.old = to.Secret, maps.Clone(to.Stays), slices.Clone(to.Old)
}

// forgetStrangers forgets who knocked wrongly at another port than that of now.
func (d *door) forgetStrangers() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.visits.Unknown = Visit{}
}

// HangUpFar ends the connections of those who came by another secret than that of now, or
// of all who came from outside if the door is closed, but of nobody who may stay. It returns
// how many there were.
func (h *Host) HangUpFar() int {
	if h.far == nil {
		return 0
	}
	former := h.far.former()
	for _, k := range former {
		_ = k.Close()
	}
	return len(former)
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

// FarFriends lists who is in by the secret of now.
func (h *Host) FarFriends() (all []peer.ID) {
	if h.far == nil {
		return nil
	}
	h.far.mu.Lock()
	defer h.far.mu.Unlock()
	for k := range h.far.callers {
		if k.who != "" && h.far.isPresent(k) && !slices.Contains(all, k.who) {
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
