package node

import (
	"log/slog"
	"sync"

	"fives/engine/record"
	"fives/p2p/lobby"
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
