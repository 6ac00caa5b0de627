package node

import (
	"log/slog"
	"sync"

	"fives/engine/record"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// The tables of this node that have begun: which of them its person means, and how one
// goes on from another.
type tables struct {
	session *session.Session
	lobby   *lobby.Lobby // has those that have not begun
	log     *slog.Logger

	mu      sync.Mutex               // guards the rest
	decoded map[record.Hash]archived // tables that have ended, as far as anybody asked
}

func newTables(s *session.Session, l *lobby.Lobby, log *slog.Logger) *tables {
	return &tables{session: s, lobby: l, log: log, decoded: map[record.Hash]archived{}}
}

// game is the game of a table in memory, nil if there is none.
func (ts *tables) game(id record.Hash) *game { return of(ts.session.Table(id)) }

// running lists the tables in memory.
func (ts *tables) running() []*game {
	var gs []*game
	for _, t := range ts.session.Tables() {
		gs = append(gs, of(t))
	}
	return gs
}

// seated are the names of the nodes but self that have seats at tables that are not over.
func (ts *tables) seated(self record.Key) map[record.Key]string {
	names := map[record.Key]string{}
	for _, g := range ts.running() {
		if !g.inPlay() {
			continue
		}
		g.look(func(r *replica.Snapshot) {
			for at, s := range g.terms.Seats {
				if node := s.Node(); !r.Table().HasLeft(at) && (s.Host == nil || names[node] == "") {
					names[node] = s.Name
				}
			}
		})
	}
	for _, c := range ts.lobby.Claims() {
		if c.Name != "" || names[c.Key] == "" {
			names[c.Key] = c.Label
		}
	}
	delete(names, self)
	return names
}
