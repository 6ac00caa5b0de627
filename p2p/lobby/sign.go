package lobby

import (
	"crypto/ed25519"
	"crypto/rand"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/entry"
	"fives/p2p/peers"
	"fives/p2p/present"
)

// A signer opens tables, and takes this node's own seats at them.
type signer struct {
	key   ed25519.PrivateKey // the node's identity
	name  string
	games table.Finder
	now   func() time.Time
}

func (l *Lobby) signer() signer {
	return signer{key: l.cfg.Key, name: l.cfg.Name, games: l.cfg.Games, now: l.cfg.Scheduler.Now}
}

func (g signer) self() record.Key { return record.KeyOf(g.key) }

// idOf is the ID of the table that a record proposes.
func idOf(proposal record.Record) record.Hash {
	return record.Fold(record.Hash{}, 0, []record.Record{proposal})
}

// open makes a table as it is asked for, with this node's seats taken.
func (g signer) open(r control.HostRequest) (OpenTable, error) {
	proposal, terms, err := g.propose(r)
	if err != nil {
		return OpenTable{}, err
	}
	t := OpenTable{Proposal: proposal, Own: map[string]entry.Bot{}}
	if terms.Private {
		t.Code = entry.FirstCode()
	}
	return t, g.seatOwn(&t, idOf(proposal), r)
}

// propose checks what is asked for and signs the proposal.
func (g signer) propose(r control.HostRequest) (record.Record, *table.Terms, error) {
	rs, err := g.games(r.Game)
	if err != nil {
		return record.Record{}, nil, control.Fail(control.ReasonNoGame, control.Data{Name: r.Game})
	}
	given := map[string]any{}
	for name, text := range r.Set {
		if given[name], err = rs.Schema.Parse(name, text); err != nil {
			return record.Record{}, nil, present.BadOption(rs, err)
		}
	}
	if len(r.Bots) >= r.Seats && !(len(r.Bots) == 0 && r.Seats == 0) {
		return record.Record{}, nil, control.Fail(control.ReasonNoSeatLeft, control.Data{Bots: len(r.Bots), Seats: r.Seats})
	}
	options, err := rs.Validate(r.Seats, given)
	if err != nil {
		return record.Record{}, nil, present.BadOption(rs, err)
	}
	for _, s := range append(slices.Clone(r.Bots), r.Play) {
		if _, err := rs.Bot(s); s != "" && err != nil {
			return record.Record{}, nil, control.Fail(control.ReasonNoStrength, control.Data{Game: rs.Name, Name: s})
		}
	}
	p, err := g.sign(record.Proposal{
		Game: rs.Name, Options: options, Seats: uint64(r.Seats), Private: r.Private, Spectators: r.Spectators, TurnLimit: uint64(max(r.TurnLimit, 0)),
	})
	if err != nil {
		return record.Record{}, nil, err
	}
	_, terms, _, err := table.OpenProposal(p, g.games)
	if err != nil {
		return record.Record{}, nil, present.BadTerms(err)
	}
	return p, terms, nil
}

// sign signs a proposal of now, with a new nonce.
func (g signer) sign(body record.Proposal) (record.Record, error) {
	body.Time = uint64(g.now().Unix())
	if _, err := rand.Read(body.Nonce[:]); err != nil {
		return record.Record{}, err
	}
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(g.key, record.Payload{Version: record.Version, Kind: record.KindProposal, Body: b})
}

// seatOwn takes the seats of this node at its own new table: one's own, and
// the computer players'.
func (g signer) seatOwn(t *OpenTable, id record.Hash, r control.HostRequest) error {
	var err error
	if r.Play != "" {
		err = g.seatBot(t, id, g.name, r.Play)
	} else {
		err = g.seatSelf(t, id, g.name)
	}
	for i, strength := range r.Bots {
		if err == nil {
			err = g.seatBot(t, id, peers.BotNames[i%len(peers.BotNames)], strength)
		}
	}
	return err
}

func (g signer) seatSelf(t *OpenTable, id record.Hash, name string) error {
	signed, err := entry.SignJoin(g.key, id, record.Join{Name: name})
	if err != nil {
		return err
	}
	t.Joins = append(t.Joins, signed)
	return nil
}

func (g signer) seatBot(t *OpenTable, id record.Hash, name, strength string) error {
	bot, signed, err := entry.NewBot(g.key, id, name, strength)
	if err != nil {
		return err
	}
	t.Joins = append(t.Joins, signed)
	t.Own[botID(signed.Author)] = bot
	return nil
}

// again proposes an open table of an earlier run anew, under another ID. The
// store may be an old copy: then the table may have begun under the old ID, and
// a second roster there would be a fault. Nobody who could tell need be at hand.
func (g signer) again(old record.Hash, t OpenTable) (OpenTable, error) {
	body, err := entry.ProposalOf(t.Proposal)
	if err != nil {
		return OpenTable{}, err
	}
	proposal, err := g.sign(body)
	if err != nil {
		return OpenTable{}, err
	}
	id, fresh := idOf(proposal), OpenTable{Proposal: proposal, Code: t.Code, Own: map[string]entry.Bot{}, Kept: t.Kept}
	for _, j := range t.Joins {
		if err := g.seatAgain(&fresh, id, j, old, t.Own); err != nil {
			return OpenTable{}, err
		}
	}
	fresh.Kept = fresh.Kept[max(0, len(fresh.Kept)-maxKept):]
	return fresh, nil
}

// seatAgain gives this node's own seats new joins, and keeps those of others
// for them.
func (g signer) seatAgain(fresh *OpenTable, id record.Hash, signed record.Record, old record.Hash, own map[string]entry.Bot) error {
	s, err := table.OpenJoin(signed, old)
	if err != nil {
		return err
	}
	bot, ok := own[botID(signed.Author)]
	switch {
	case ok:
		return g.seatBot(fresh, id, s.Name, bot.Strength)
	case signed.Author == g.self():
		return g.seatSelf(fresh, id, s.Name)
	}
	fresh.Kept = append(fresh.Kept, KeptSeat{Node: hostOf(old, signed), Table: old})
	return nil
}
