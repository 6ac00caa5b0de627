package lobby

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
)

// maxKept is how many nodes a table that is proposed anew knows again.
const maxKept = 64

// A signer opens tables, and takes this node's own seats at them.
type signer struct {
	Key   ed25519.PrivateKey // the node's identity
	Name  string
	Games table.Finder
	Now   func() time.Time
}

func (g signer) self() record.Key { return record.KeyOf(g.Key) }

// open makes a table as it is asked for, with this node's seats taken.
func (g signer) open(r api.HostRequest) (OpenTable, error) {
	proposal, terms, err := g.propose(r)
	if err != nil {
		return OpenTable{}, err
	}
	t := OpenTable{Proposal: proposal, Own: map[string]entry.Bot{}}
	if terms.Private {
		t.Code = entry.FirstCode()
	}
	return t, g.seatOwn(&t, tableID(proposal), r)
}

// propose checks what is asked for and signs the proposal.
func (g signer) propose(r api.HostRequest) (record.Record, *table.Terms, error) {
	rs, err := g.Games(r.Game)
	if err != nil || rs.Retired {
		return record.Record{}, nil, api.Fail(api.ReasonNoGame, api.Data{Name: r.Game})
	}
	given := map[string]any{}
	for name, text := range r.Set {
		if given[name], err = rs.Schema.Parse(name, text); err != nil {
			return record.Record{}, nil, badOption(rs, err)
		}
	}
	if len(r.Bots) >= r.Seats && !(len(r.Bots) == 0 && r.Seats == 0) {
		return record.Record{}, nil, api.Fail(api.ReasonNoSeatLeft, api.Data{Bots: len(r.Bots), Seats: r.Seats})
	}
	options, err := rs.Validate(r.Seats, given)
	if err != nil {
		return record.Record{}, nil, badOption(rs, err)
	}
	for _, s := range append(slices.Clone(r.Bots), r.Play) {
		if _, err := Strength(rs, s); err != nil {
			return record.Record{}, nil, err
		}
	}
	p, err := g.sign(record.Proposal{
		Game: rs.Name, Options: rs.Written(options), Seats: uint64(r.Seats), HouseRules: houseRules(r),
	})
	if err != nil {
		return record.Record{}, nil, err
	}
	_, terms, _, err := table.OpenProposal(p, g.Games)
	if err != nil {
		return record.Record{}, nil, badTerms(err)
	}
	return p, terms, nil
}

// sign signs a proposal of now, with a new nonce.
func (g signer) sign(body record.Proposal) (record.Record, error) {
	body.Time = uint64(g.Now().Unix())
	if _, err := rand.Read(body.Nonce[:]); err != nil {
		return record.Record{}, err
	}
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(g.Key, record.Payload{Version: record.Version, Kind: record.KindProposal, Body: b})
}

// seatOwn takes the seats of this node at its own new table: one's own, and
// the computer players'.
func (g signer) seatOwn(t *OpenTable, id record.Hash, r api.HostRequest) error {
	var err error
	if r.Play != "" {
		err = g.seatBot(t, id, g.Name, r.Play)
	} else {
		err = g.seatSelf(t, id, g.Name)
	}
	if err != nil {
		return err
	}
	return g.seatBots(t, id, r.Bots)
}

// seatBots takes free seats for computer players of those strengths, under names
// that nobody has at the table, as far as there are any.
func (g signer) seatBots(t *OpenTable, id record.Hash, strengths []string) error {
	var used []string
	for _, j := range t.Joins {
		if s, err := table.OpenJoin(j, id); err == nil {
			name, _ := s.Called()
			used = append(used, name)
		}
	}
	free := FreeBotNames(used)
	for i, strength := range strengths {
		if err := g.seatBot(t, id, free[i%len(free)], strength); err != nil {
			return err
		}
	}
	return nil
}

func (g signer) seatSelf(t *OpenTable, id record.Hash, name string) error {
	signed, err := entry.SignJoin(g.Key, id, record.Join{Name: name})
	if err != nil {
		return err
	}
	t.Joins = append(t.Joins, signed)
	return nil
}

func (g signer) seatBot(t *OpenTable, id record.Hash, name, strength string) error {
	bot, signed, err := entry.NewBot(g.Key, id, name, strength)
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
//
// Or the table is to have so many seats, if that is not 0.
func (g signer) again(old record.Hash, t OpenTable, seats uint64) (OpenTable, error) {
	body, err := entry.ProposalOf(t.Proposal)
	if err != nil {
		return OpenTable{}, err
	}
	body.Seats = cmp.Or(seats, body.Seats)
	proposal, err := g.sign(body)
	if err != nil {
		return OpenTable{}, err
	}
	id, fresh := tableID(proposal), OpenTable{Proposal: proposal, Code: t.Code, Own: map[string]entry.Bot{}, Kept: t.Kept, SentAway: t.SentAway}
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
		name, _ := s.Called()
		return g.seatBot(fresh, id, name, bot.Strength)
	case signed.Author == g.self():
		return g.seatSelf(fresh, id, s.Name)
	}
	fresh.Kept = append(fresh.Kept, KeptSeat{Node: hostOf(old, signed), Table: old})
	return nil
}
