package node

import (
	"bytes"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/host"
)

// A guest is a node that has come by the invitation, and has a seat at a table that is not over.
// Its page knows only the address that it was loaded from, and cannot find other nodes by itself; and
// its key lies in its browser under a name that is made of the invitation's path. So while there is a
// guest, and for a day after that, the invitation survives a restart of the daemon, at the same port
// and path.

// goneFor is how long after the daemon has started a former guest counts as one even without a
// seat: its table may still be open, and the guest has to come back to take its seat again.
const goneFor = 30 * time.Second

// Whoever has played may come back for so long, to look at the result or to play again; it is noted from
// time to time that there is a guest.
const (
	backFor   = 24 * time.Hour
	noteEvery = 10 * time.Minute
)

// tick stores who is a guest, and opens the invitation again for guests if need be.
func (i *inviter) tick() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		return
	}
	i.note()
	i.host.Lapse()
	if !i.kept.On || i.host.Invites() != 0 {
		return
	}
	if !i.stays() {
		i.kept.On, i.shut = false, nil
		i.mustKeep()
		return
	}
	if i.shut = i.host.InviteAgain(i.kept.Port); i.shut != nil {
		return
	}
	i.begin(i.kept.Path)
	if i.pages == nil {
		return
	}
	err := i.openPages(i.kept.Archives)
	if err != nil && i.kept.Archives != "" {
		i.log.Warn("the archives are not offered any more", "err", err)
		err = i.openPages("")
	}
	if i.shut = err; err != nil {
		_ = i.uninvite() // err says why it has to end
	}
}

// stays reports whether the next invitation has the address of this one.
func (i *inviter) stays() bool {
	return len(i.kept.Guests) > 0 || i.kept.On && time.Since(time.Unix(i.kept.Seated, 0)) <= backFor
}

// note stores who is a guest now, and who has played, if that has changed.
func (i *inviter) note() {
	changed := i.noteKeys()
	seated := i.tables.seatedNodes(i.self)
	var now []record.Key
	for node := range seated {
		if id, err := host.PeerID(node[:]); err == nil && (slices.Contains(i.kept.Guests, node) || i.host.CameByInvitation(id)) {
			now = append(now, node)
		}
	}
	if time.Now().Before(i.awaited) {
		now = append(now, slices.DeleteFunc(slices.Clone(i.kept.Guests), func(k record.Key) bool { return slices.Contains(now, k) })...)
	}
	slices.SortFunc(now, func(a, b record.Key) int { return bytes.Compare(a[:], b[:]) })
	if seen := time.Unix(i.kept.Seated, 0); len(now)+len(i.kept.Guests) > 0 && (time.Since(seen) > noteEvery || len(now) == 0) {
		i.kept.Seated, changed = time.Now().Unix(), true
	}
	if changed || !slices.Equal(now, i.kept.Guests) {
		i.kept.Guests = now
		i.mustKeep()
	}
}

// guestNames returns the names of the guests who have seats.
func (i *inviter) guestNames() (names []string) {
	seated := i.tables.seatedNodes(i.self)
	for _, node := range i.kept.Guests {
		if name := seated[node]; name != "" {
			names = append(names, name)
		}
	}
	return names
}

// guestWarnings returns a warning for each guest who cannot come back.
func (i *inviter) guestWarnings() (all []api.Warning) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.host.Invites() != 0 {
		return nil
	}
	names := i.tables.seatedNodes(i.self)
	for _, node := range i.kept.Guests {
		w := api.Warning{Code: api.WarnUninvited, Name: names[node]}
		switch {
		case w.Name == "":
			continue
		case i.shut != nil:
			w.Code, w.Port, w.Detail = api.WarnGuestPort, i.kept.Port, plainError(i.shut)
		case i.kept.On: // it has not been tried yet
			continue
		}
		all = append(all, w)
	}
	return all
}

// keep stores the invitation.
func (i *inviter) keep() error { return i.store.SetInvitation(i.kept) }

func (i *inviter) mustKeep() {
	if err := i.keep(); err != nil {
		i.log.Error("the invitation is not stored", "err", err)
	}
}

// close closes port and pages, but does not end the invitation.
func (i *inviter) close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed = true
	return i.uninvite()
}
