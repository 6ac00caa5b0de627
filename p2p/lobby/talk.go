package lobby

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// Lines of talk in a waiting room, of one node and of all: more are not passed on. All together, the
// host's frames have to stay below what makes a joiner leave.
const (
	sayEvery, sayBurst   = 2 * time.Second, 5
	talkEvery, talkBurst = time.Second, 10
)

// Say says a line in the waiting room of a table that has not begun. Only its host hears it from
// this node, and passes it on.
func (l *Lobby) Say(id record.Hash, line string) error {
	if line == "" || len(line) > replica.MaxLine {
		return replica.ErrLine
	}
	if o := l.offers.get(id); o != nil {
		return o.Wait(func(now time.Time) error {
			o.pass(l.self, line, now)
			return nil
		})
	}
	j := l.joins.get(id)
	if j == nil {
		return api.Fail(api.ReasonNoOpenTable, api.Data{})
	}
	return j.Wait(func(now time.Time) error {
		if j.stream == nil || j.back {
			return api.Fail(api.ReasonHostSilent, api.Data{})
		}
		j.stream.SetWriteDeadline(now.Add(entry.FrameTime))
		if err := wire.Write(j.stream, entry.SeatRequest{Say: line}); err != nil {
			return api.Fail(api.ReasonHostSilent, api.Data{})
		}
		l.addLine(id, api.Event{Name: l.cfg.Name, Text: line, Yours: true})
		return nil
	})
}

// addLine tells people what somebody has said at a table that has not begun.
func (l *Lobby) addLine(id record.Hash, e api.Event) {
	e.Kind = api.EventChat
	l.addEvent(id, e)
}

// heard takes a line of somebody who waits.
func (o *offer) heard(r *waiting, line string) {
	if line = api.Printable(line); line == "" || len(line) > replica.MaxLine {
		return
	}
	o.Post(func(now time.Time) {
		if !o.closed && o.rooms[r.node] == r && o.says.Allow(r.node) {
			o.pass(r.node, line, now)
		}
	})
}

// pass passes a line of a node's on to all others who wait.
func (o *offer) pass(node record.Key, line string, now time.Time) {
	s := o.state.Load()
	seat := slices.IndexFunc(s.seats, func(x table.Seat) bool { return x.Node() == node })
	if seat < 0 {
		return
	}
	o.l.addLine(o.id, api.Event{Name: s.taken()[seat], Fingerprint: s.fingerprints(o.l.self)[seat], Text: line, Yours: node == o.l.self})
	if !o.talk.AllowN(now, 1) {
		return
	}
	news := s.news()
	news.Said = &entry.Line{Seat: uint64(seat), Text: line}
	for _, r := range o.rooms {
		if r.node != node {
			r.update(news, now)
		}
	}
}

// hearLine takes a line that the host passes on. Who sits at the table, and who has said it, is as the host
// says.
func (j *join) hearLine(said entry.Line, names []string) {
	line := api.Printable(said.Text)
	if said.Seat >= uint64(len(names)) || line == "" || len(line) > replica.MaxLine {
		return
	}
	e := api.Event{Name: names[said.Seat], Text: line}
	if said.Seat == 0 {
		e.Fingerprint = record.Fingerprint(j.want.Host)
	}
	j.l.addLine(j.id, e)
}
