package discovery

import "slices"

// refresh updates the responders to the interfaces as they are, and reports whether there is a new one.
func (s *Service) refresh() (grown bool) {
	now, gone, err := links(s.cfg.Ifaces, usual)
	if err != nil {
		s.cfg.Log.Warn("discovery: cannot read the interfaces", "err", err)
		return false
	}
	s.mu.Lock()
	old := s.responders
	s.mu.Unlock()
	keep, build := s.compare(old, now)
	for _, l := range build {
		s.cfg.Log.Debug("discovery: serving", "iface", l.name, "addrs", l.ips)
		keep = append(keep, newResponder(l, newZone(s.cfg.ID, s.start, serviceOf(s.cfg.Network), l, s.announcement), s.cfg.Log))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.responders, s.missing = keep, gone
	s.forgetGone()
	return len(build) > 0
}

// compare closes the responders that are no longer of use, and returns the others and the links that need a
// new one.
func (s *Service) compare(old []*responder, now []link) (keep []*responder, build []link) {
	var had []link
	for _, r := range old {
		if r.recovers() {
			r.close()
			continue
		}
		had = append(had, r.link)
		keep = append(keep, r)
	}
	build, tear := diff(had, now)
	kept := keep[:0]
	for _, r := range keep {
		if slices.ContainsFunc(tear, r.link.equal) {
			s.cfg.Log.Debug("discovery: gone or changed", "iface", r.link.name)
			r.close()
			continue
		}
		kept = append(kept, r)
	}
	return kept, build
}

// forgetGone forgets the outcomes of questions on links that are gone.
func (s *Service) forgetGone() {
	for p := range s.asked {
		alive := false
		for _, r := range s.responders {
			alive = alive || r.link.index == p.index
		}
		if !alive {
			delete(s.asked, p)
		}
	}
}

func (s *Service) closeResponders() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.responders {
		r.close()
	}
	s.responders = nil
}
