package host

import (
	"context"
	"net/netip"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// A door is nothing that a page has: it comes by an invitation, and invites nobody.
type door struct{}

func (*door) isAt(ma.Multiaddr) bool { return false }

// SetFar opens no door.
func (h *Host) SetFar(to FarDoor) error { return to.nowhere() }

// FarOpen returns 0.
func (h *Host) FarOpen() int { return 0 }

// HangUpFar hangs up on nobody.
func (h *Host) HangUpFar() int { return 0 }

// FarFriends lists nobody.
func (h *Host) FarFriends() []peer.ID { return nil }

// FarVisits is empty.
func (h *Host) FarVisits() FarVisits { return FarVisits{} }

// LinkReaches is false.
func (h *Host) LinkReaches(netip.Addr) bool { return false }

// SetLink sets none.
func (h *Host) SetLink(Link) error { return errDialOnly }

// TryLink tries none.
func (h *Host) TryLink(context.Context, Link) error { return errDialOnly }

// RemoveLink removes none.
func (h *Host) RemoveLink(peer.ID) {}

// ConnectByLink connects with nobody.
func (h *Host) ConnectByLink(context.Context, peer.ID) error { return ErrNoLink }
