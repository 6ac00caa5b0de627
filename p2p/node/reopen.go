package node

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/lobby"
	"fives/p2p/store"
)

const (
	maxKept  = 64 // nodes that a reopened table knows again
	maxMoves = 32 // times that a joiner follows a table to another ID
)

// reopen proposes an open table of an earlier run anew, under another ID. The
// store may be an old copy: then the table may have begun under the old ID, and
// a second roster there would be a fault. Nobody who could tell need be at hand.
func (n *Node) reopen(old record.Hash, so store.Offer) (*offer, error) {
	proposal, err := n.proposeAgain(so.Proposal)
	if err != nil {
		return nil, err
	}
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	fresh := store.Offer{Proposal: proposal, Code: so.Code, Own: map[string]store.ReservedBot{}, Kept: so.Kept}
	for _, j := range so.Joins {
		if err := n.seatAgain(&fresh, id, j, old, so.Own); err != nil {
			return nil, err
		}
	}
	fresh.Kept = fresh.Kept[max(0, len(fresh.Kept)-maxKept):]
	o, err := n.newOffer(fresh)
	if err != nil {
		return nil, err
	}
	o.reopened = time.Now()
	return o, nil
}

// proposeAgain signs the same proposal with another nonce.
func (n *Node) proposeAgain(old record.Record) (record.Record, error) {
	body, err := lobby.ProposalOf(old)
	if err != nil {
		return record.Record{}, err
	}
	body.Time = uint64(time.Now().Unix())
	if _, err := rand.Read(body.Nonce[:]); err != nil {
		return record.Record{}, err
	}
	return n.signProposal(body)
}

// seatAgain gives this node's own seats new joins, and keeps those of others
// for them.
func (n *Node) seatAgain(fresh *store.Offer, id record.Hash, join record.Record, old record.Hash, own map[string]store.ReservedBot) error {
	s, err := table.OpenJoin(join, old)
	if err != nil {
		return err
	}
	bot, ok := own[botID(join.Author)]
	switch {
	case ok:
		return n.seatBot(fresh, id, s.Name, bot.Bot)
	case join.Author == n.self:
		return n.seatSelf(fresh, id, s.Name)
	}
	fresh.Kept = append(fresh.Kept, store.KeptSeat{Node: hostOf(old, join), Table: old})
	return nil
}

// keeps reports whether a node had a seat before a restart and has not come back.
func (o *offer) keeps(node record.Key) bool {
	return slices.ContainsFunc(o.Kept, func(k store.KeptSeat) bool { return k.Node == node })
}

// reserved is how many free seats wait for those who had one.
func (o *offer) reserved() int {
	if time.Since(o.reopened) > seatGrace {
		return 0
	}
	return len(o.Kept)
}

// movedTo finds the open table that a node had a seat at under an older ID.
// n.mu must be held.
func (n *Node) movedTo(old record.Hash, node record.Key) *offer {
	for _, o := range n.offers {
		if slices.Contains(o.Kept, store.KeptSeat{Node: node, Table: old}) {
			return o
		}
	}
	return nil
}

// move follows a table that its host has proposed anew.
func (j *joining) move(ctx context.Context, from peer.ID, proposal record.Record) {
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	next := &joining{n: j.n, id: id, code: j.code, moves: j.moves + 1}
	if next.moves > maxMoves || !lobby.SameTable(j.want.Proposal, proposal) {
		j.giveUp("the host has changed the table")
		return
	}
	if !j.n.hasJoined(id) {
		if err := next.prepare(proposal, from, j.want.Bot.Bot); err != nil {
			j.n.log.Warn("following a table", "table", short(id), "err", err)
			return
		}
		j.n.mu.Lock()
		j.n.joins[id] = next
		j.n.mu.Unlock()
	}
	j.giveUp(fmt.Sprintf("the host was restarted: table %s is now %s", short(j.id), short(id)))
}
