package discovery

import (
	"errors"
	"net/netip"
	"slices"
	"syscall"

	"fives/p2p/api"
)

// InterfaceStatus says how discovery works on one network interface.
type InterfaceStatus struct {
	Name     string
	Addrs    []netip.Addr
	Serving  bool          // others can find this node here
	Asking   bool          // this node can find others here
	Problems []api.Warning // what does not work, or not yet; it is retried all the time
}

// Status returns the state of every interface in use, and of every named one that cannot be used.
func (s *Service) Status() []InterfaceStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []InterfaceStatus
	for _, r := range s.responders {
		out = append(out, s.status(r))
	}
	for _, m := range s.missing {
		out = append(out, InterfaceStatus{Name: m.name, Problems: []api.Warning{{Code: m.reason}}})
	}
	return out
}

func (s *Service) status(r *responder) InterfaceStatus {
	st := InterfaceStatus{
		Name: r.link.name, Addrs: slices.Clone(r.link.ips), Serving: r.serving(),
	}
	switch {
	case len(r.link.ips) == 0:
		st.Problems = append(st.Problems, api.Warning{Code: api.WarnNoAddress})
	case !r.link.reachable():
		st.Serving = false
		st.Problems = append(st.Problems, api.Warning{Code: api.WarnLinkLocal})
	}
	starting := false
	for _, f := range r.link.families() {
		if s.spares(r.link, f) {
			continue
		}
		if err := r.failed[f]; err != nil {
			st.Problems = append(st.Problems, api.Warning{Code: api.WarnNotAnnounced, Detail: err.Error()})
		}
		err, asked := s.asked[outlet{r.link.index, f}]
		switch {
		case err != nil:
			st.Problems = append(st.Problems, api.Warning{Code: api.WarnNotAsked, Detail: err.Error()})
		case asked:
			st.Asking = true
		default:
			starting = true
		}
	}
	if starting && !st.Asking {
		st.Problems = append(st.Problems, api.Warning{Code: api.WarnStarting})
	}
	return st
}

// spares reports whether nobody misses a family on a link: the system has no address of it there from
// which it could send, as where it still waits for a carrier, and the other family works.
func (s *Service) spares(l link, f family) bool {
	if !errors.Is(s.asked[outlet{l.index, f}], syscall.EADDRNOTAVAIL) {
		return false
	}
	return slices.ContainsFunc(l.families(), func(other family) bool {
		err, asked := s.asked[outlet{l.index, other}]
		return asked && err == nil
	})
}
