package node

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"golang.org/x/time/rate"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/store"
	"fives/p2p/wire"
)

// A joining is a seat that this node has asked for at another node's table. It
// is stored before the join leaves, and pursued until the table begins, is
// withdrawn, or refuses.
type joining struct {
	n    *Node
	id   record.Hash
	want store.Join
	code string // with which the seat was got; not stored
	// loaded says that it comes from the store
	loaded bool

	missing int // how often the host did not know the table
	moves   int // how often the table was proposed anew
	begins  sync.Mutex

	// guarded by n.mu
	running bool
	stream  network.Stream // the waiting room, nil while there is none
	taken   []string
}

// loadJoins takes up the seats that were asked for when the daemon stopped.
func (n *Node) loadJoins() error {
	stored, err := n.store.Joins()
	if err != nil {
		return err
	}
	for id, want := range stored {
		if n.game(id) != nil {
			if err := n.store.DropJoin(id); err != nil {
				return err
			}
			continue
		}
		n.joins[id] = &joining{n: n, id: id, want: want, loaded: true}
	}
	return nil
}

func (n *Node) hasJoined(id record.Hash) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.joins[id] != nil
}

// join takes a seat at the table of another node, with a computer player of
// that strength in it unless it is "".
func (n *Node) join(ctx context.Context, from peer.ID, id record.Hash, code, strength string) (*joining, error) {
	j := &joining{n: n, id: id, code: lobby.Digits(code), running: true}
	s, first, err := j.enter(ctx, from, func(proposal record.Record) error {
		if err := j.prepare(proposal, from, strength); err != nil {
			return err
		}
		n.mu.Lock()
		n.joins[id] = j // once the join is out, the table may begin at any moment
		n.mu.Unlock()
		return nil
	})
	if err != nil {
		if j.want.Join.Payload != nil {
			j.giveUp("")
		}
		if n.game(id) == nil {
			return nil, err
		}
		return j, nil // it has begun, and the host had no time for an answer
	}
	n.mu.Lock()
	j.taken = first.Taken
	n.mu.Unlock()
	n.run(func() {
		j.waitIn(s)
		j.again()
	})
	return j, nil
}

// prepare signs the join of a table and stores it.
func (j *joining) prepare(proposal record.Record, from peer.ID, strength string) error {
	n := j.n
	hostKey, err := host.PublicKey(from)
	if err != nil {
		return err
	}
	id, terms, _, err := table.OpenProposal(proposal, n.cfg.Games)
	if err != nil {
		return err
	}
	if id != j.id || proposal.Author != record.Key(hostKey) {
		return errors.New("node: the host sent another table's proposal")
	}
	j.want = store.Join{Proposal: proposal, Host: record.Key(hostKey)}
	if strength == "" {
		j.want.Join, err = lobby.SignJoin(n.key, id, record.Join{Name: n.name})
	} else {
		if _, err := terms.Rules.Bot(strength); err != nil {
			return control.Fail(control.ReasonNoStrength, control.Data{Game: terms.Rules.Name, Name: strength})
		}
		var bot lobby.Bot
		bot, j.want.Join, err = lobby.NewBot(n.key, id, n.name, strength)
		j.want.Bot = store.ReservedBot{Seed: bot.Seed, Bot: bot.Strength}
	}
	if err != nil {
		return err
	}
	return n.store.PutJoin(id, j.want)
}

// enter runs the join protocol up to the first word from the waiting room.
// prepare is called with the proposal before the join is sent.
func (j *joining) enter(ctx context.Context, from peer.ID, prepare func(record.Record) error) (network.Stream, lobby.RoomNews, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	s, err := j.n.host.NewStream(ctx, from, protocolJoin)
	if err != nil {
		return nil, lobby.RoomNews{}, fmt.Errorf("%w: %v", lobby.ErrUnreachable, err)
	}
	first, err := j.ask(s, from, prepare)
	if err != nil {
		s.Reset()
		return nil, lobby.RoomNews{}, err
	}
	return s, first, nil
}

func (j *joining) ask(s network.Stream, from peer.ID, prepare func(record.Record) error) (lobby.RoomNews, error) {
	s.SetWriteDeadline(time.Now().Add(handshakeTime))
	welcome, err := j.greet(s, from)
	if err != nil {
		return lobby.RoomNews{}, err
	}
	if welcome.Proposal == nil {
		return lobby.RoomNews{}, fmt.Errorf("%w: no proposal", lobby.ErrUnreachable)
	}
	if err := prepare(*welcome.Proposal); err != nil {
		return lobby.RoomNews{}, err
	}
	if err := wire.Write(s, lobby.SeatRequest{Join: &j.want.Join}); err != nil {
		return lobby.RoomNews{}, fmt.Errorf("%w: %v", lobby.ErrUnreachable, err)
	}
	var first lobby.RoomNews
	if err := wire.ReadShort(s, lobby.FrameTime, lobby.MaxStrangerFrame, &first); err != nil {
		return lobby.RoomNews{}, fmt.Errorf("%w: %v", lobby.ErrUnreachable, err)
	}
	if first.Refused != "" {
		return lobby.RoomNews{}, lobby.Refused(first.Refused)
	}
	return first, nil
}

// greet says which table, and proves the code if the host asks for it.
func (j *joining) greet(s network.Stream, from peer.ID) (lobby.Welcome, error) {
	asks, err := lobby.NewNonce()
	if err != nil {
		return lobby.Welcome{}, err
	}
	key, err := host.PublicKey(from)
	if err != nil {
		return lobby.Welcome{}, err
	}
	if err := wire.Write(s, lobby.Hello{Table: j.id, Session: asks, Minor: peers.Minor}); err != nil {
		return lobby.Welcome{}, fmt.Errorf("%w: %v", lobby.ErrUnreachable, err)
	}
	w, err := lobby.ReadWelcome(s)
	switch {
	case err != nil || w.Proposal != nil:
		return w, err
	case w.Session == nil:
		return w, fmt.Errorf("%w: neither a proposal nor a question", lobby.ErrUnreachable)
	case j.code == "":
		return w, lobby.ErrNeedsCode
	}
	h := lobby.Handshake{Table: j.id, Joiner: j.n.self, Host: record.Key(key), JoinerNonce: asks, HostNonce: *w.Session}
	return h.Prove(s, j.code)
}

// More frames than this a second, and the waiting room is left for a while.
const (
	waitRate  = 2
	waitBurst = 40
)

// waitIn follows the waiting room until it closes. It returns true if there is
// nothing more to wait for.
func (j *joining) waitIn(s network.Stream) bool {
	j.n.mu.Lock()
	j.stream = s
	j.n.mu.Unlock()
	defer func() {
		s.Reset()
		j.n.mu.Lock()
		j.stream = nil
		j.n.mu.Unlock()
	}()
	limit := rate.NewLimiter(waitRate, waitBurst)
	for {
		var m lobby.RoomNews
		if err := wire.ReadShort(s, idleWait, lobby.MaxStrangerFrame, &m); err != nil || !limit.Allow() {
			return false
		}
		switch {
		case m.Begun:
			return true
		case m.Withdrawn:
			j.giveUp("the host has withdrawn the table")
			return true
		case m.Refused != "":
			j.giveUp("the host refuses: " + string(lobby.Refused(m.Refused)))
			return true
		}
		j.changed(m.Taken)
	}
}

func (j *joining) changed(taken []string) {
	names := make([]string, 0, min(len(taken), 64))
	for _, t := range taken[:min(len(taken), 64)] {
		names = append(names, nickname.Clean(t))
	}
	j.n.mu.Lock()
	same := fmt.Sprint(names) == fmt.Sprint(j.taken)
	j.taken = names
	j.n.mu.Unlock()
	if !same {
		j.n.events.add(control.Event{Kind: control.EventLobby, Table: j.id.String(),
			Text: "at the table: " + present.ListNames(names)})
	}
}

// drop forgets the reservation of a table that has begun.
func (j *joining) drop() {
	j.n.mu.Lock()
	delete(j.n.joins, j.id)
	j.n.mu.Unlock()
	if err := j.n.store.DropJoin(j.id); err != nil {
		j.n.log.Warn("dropping a join", "err", err)
	}
}

// giveUp gives the reservation up, for good: the host cannot begin the table
// with the join that it still has. If it just has, nothing is given up.
func (j *joining) giveUp(why string) {
	j.begins.Lock()
	defer j.begins.Unlock()
	if j.n.game(j.id) != nil {
		return
	}
	j.n.mu.Lock()
	delete(j.n.joins, j.id)
	j.n.mu.Unlock()
	if err := j.n.store.GiveUp(j.id); err != nil {
		j.n.log.Warn("giving a seat up", "err", err)
	}
	if why != "" {
		j.n.events.add(control.Event{Kind: control.EventLobby, Table: j.id.String(), Text: why})
	}
}

// again lets the lobby's tending pursue the seat anew.
func (j *joining) again() {
	j.n.mu.Lock()
	defer j.n.mu.Unlock()
	j.running = false
}

var errMoved = errors.New("node: the host has proposed the table anew")

// missingTries is how often a host may not know a table before it counts as
// withdrawn.
const missingTries = 20

// pursue goes back into the waiting room after the connection broke or the
// daemon was restarted.
func (j *joining) pursue(ctx context.Context) {
	defer j.again()
	from, err := host.PeerID(j.want.Host[:])
	if err != nil {
		j.giveUp("")
		return
	}
	if j.n.host.Network().Connectedness(from) != network.Connected {
		j.n.redial(ctx, from)
		return
	}
	var moved record.Record
	s, _, err := j.enter(ctx, from, func(proposal record.Record) error {
		if proposal.Same(j.want.Proposal) {
			return nil
		}
		moved = proposal
		return errMoved
	})
	var r lobby.Refusal
	switch {
	case errors.Is(err, errMoved):
		j.move(ctx, from, moved)
	case errors.Is(err, lobby.ErrNoTable):
		// It was withdrawn, or it has begun and its stream is on the way.
		if j.missing++; j.missing == missingTries {
			j.giveUp("the table is not open any more")
		}
	case errors.As(err, &r):
		j.giveUp("the host refuses: " + string(r))
	case errors.Is(err, lobby.ErrNeedsCode), errors.Is(err, lobby.ErrCode):
		// Each try counts as a wrong guess at the host.
		j.giveUp("the seat is lost, and the table needs its code again")
	case err == nil:
		j.waitIn(s)
	}
}
