//go:build !js

package websocket

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/p2p/near"
)

// rightHost reports whether a request is for the address that was connected to, or for the
// node's own name. With another name, whose address is whatever its owner says, any page
// could speak to this port as if it were its own (DNS rebinding).
func (t *Transport) rightHost(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	at, ok := netip.AddrFromSlice(local.IP)
	name := hostOf(r.Host)
	if t.cfg.Name != "" && strings.EqualFold(name, t.cfg.Name) {
		return true
	}
	if name == "localhost" {
		return ok && at.IsLoopback()
	}
	ip, err := netip.ParseAddr(name)
	return ok && err == nil && ip.Unmap() == at.Unmap()
}

// hostOf takes the port and the brackets away.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
}

// bodiless reports whether a request only reads.
func bodiless(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.ContentLength == 0
}

// refuseBody answers without waiting for what is announced.
func refuseBody(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	if err := http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)); err != nil {
		return
	}
	http.Error(w, "Here one can only read.", http.StatusMethodNotAllowed)
}

// rightOrigin reports whether a WebSocket is asked for by a program, which gives no
// origin, or by a page that came from an address of the local network, or from the name of
// a node there. Every node there may serve the page.
func (t *Transport) rightOrigin(r *http.Request) bool {
	given := r.Header.Values("Origin")
	if len(given) == 0 {
		return true
	}
	u, err := url.Parse(given[0])
	if err != nil || len(given) > 1 || u.Scheme != "http" {
		return false
	}
	if u.Hostname() == "localhost" || near.IsName(u.Hostname()) {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil || ip.Zone() != "" {
		return false
	}
	a, err := manet.FromIP(ip.Unmap().AsSlice())
	return err == nil && t.cfg.Gater.InterceptAccept(page{a})
}

// A page is asked about as if it had connected from where it was served.
type page struct{ at ma.Multiaddr }

var _ network.ConnMultiaddrs = page{}

func (p page) LocalMultiaddr() ma.Multiaddr  { return p.at }
func (p page) RemoteMultiaddr() ma.Multiaddr { return p.at }
