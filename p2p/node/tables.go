package node

import (
	"log/slog"
	"sync"

	"fives/engine/record"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// tables finds this node's tables that have begun: those that its person means, and those that go on
// from one another.
type tables struct {
	session *session.Session
	lobby   *lobby.Lobby // has the tables that have not begun
	log     *slog.Logger

	mu      sync.Mutex               // guards the rest
	decoded map[record.Hash]archived // the archive, as [tables.archive] last decoded it
}

func newTables(s *session.Session, l *lobby.Lobby, log *slog.Logger) *tables {
	return &tables{session: s, lobby: l, log: log, decoded: map[record.Hash]archived{}}
}

// game returns the game of a table in memory, nil if there is none.
func (ts *tables) game(id record.Hash) *game { return gameOf(ts.session.Table(id)) }

// running lists the tables in memory.
func (ts *tables) running() []*game {
	var gs []*game
	for _, t := range ts.session.Tables() {
		gs = append(gs, gameOf(t))
	}
	return gs
}

// seatedNodes returns the nodes, except self, that have seats at tables that are not over, with their
// names.
func (ts *tables) seatedNodes(self record.Key) map[record.Key]string {
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
