package discovery

import (
	"errors"
	"log/slog"

	"github.com/hashicorp/mdns"
)

// responder announces the node on one link.
type responder struct {
	link   link
	server *mdns.Server     // nil while it cannot be started
	failed map[family]error // families that are not served, and why
}

func newResponder(l link, z *zone, log *slog.Logger) *responder {
	r := &responder{link: l, failed: make(map[family]error)}
	for _, f := range l.families() {
		if err := f.listening(l.netInterface()); err != nil {
			r.failed[f] = err
		}
	}
	if !r.serving() {
		return r
	}
	server, err := mdns.NewServer(&mdns.Config{Zone: z, Iface: l.netInterface(), Logger: quiet(log)})
	if err != nil {
		for _, f := range l.families() {
			r.failed[f] = errors.Join(r.failed[f], explain(f, err))
		}
		return r
	}
	r.server = server
	return r
}

// serving reports whether at least one family is served.
func (r *responder) serving() bool { return len(r.failed) < len(r.link.families()) }

// recovers reports whether a family that failed could be served now.
func (r *responder) recovers() bool {
	for f := range r.failed {
		if f.listening(r.link.netInterface()) == nil {
			return true
		}
	}
	return false
}

func (r *responder) close() {
	if r.server != nil {
		_ = r.server.Shutdown() // it never fails
	}
}
