package command

import (
	"slices"

	"fives/engine/story"
	"fives/engine/teach"
	"fives/p2p/api"
)

// A lessonAnswer is a lesson as fives learn prints it (JSON.md).
type lessonAnswer struct {
	Hand     int             `json:"hand"`
	Game     string          `json:"game"`
	Version  string          `json:"version"`
	Playouts int             `json:"playouts"`
	Players  []lessonPlayer  `json:"players"`
	Decided  []lessonDecided `json:"decided"`
}

type lessonPlayer struct {
	Name    string         `json:"name"`
	Seat    int            `json:"seat"`
	Points  int            `json:"points"`
	Ahead   float64        `json:"ahead"`
	Play    float64        `json:"play"`
	Others  float64        `json:"others"`
	Cards   float64        `json:"cards"`
	Judged  int            `json:"judged"`
	Skipped map[string]int `json:"skipped"`
	Then    *lessonLoss    `json:"then,omitempty"`
	Now     *lessonLoss    `json:"now,omitempty"`
	Says    []string       `json:"says"`
}

type lessonLoss struct {
	Move   int      `json:"move"`
	Step   uint64   `json:"step"`
	Record int      `json:"record"`
	Played string   `json:"played"`
	Better string   `json:"better"`
	Points float64  `json:"points"`
	Worth  float64  `json:"worth"`
	Error  float64  `json:"error"`
	Worlds int      `json:"worlds"`
	Worse  int      `json:"worse"`
	Even   int      `json:"even"`
	Lay    *float64 `json:"lay,omitempty"`
}

type lessonDecided struct {
	Move   int     `json:"move"`
	Step   uint64  `json:"step"`
	Record int     `json:"record"`
	Name   string  `json:"name"`
	Played string  `json:"played"`
	Points float64 `json:"points"`
	Play   float64 `json:"play"`
	Says   string  `json:"says"`
}

func lessonOf(l teach.Lesson, one *story.Story, seats []int) lessonAnswer {
	a := lessonAnswer{
		Hand: l.Hand.Number, Game: l.Hand.Rules.Name, Version: api.ProgramVersion(), Playouts: l.Playouts,
		Players: []lessonPlayer{}, Decided: []lessonDecided{},
	}
	for _, p := range l.Players {
		if !slices.Contains(seats, p.Seat) {
			continue
		}
		q := lessonPlayer{
			Name: one.Nickname(p.Seat), Seat: p.Seat, Points: p.Points, Judged: p.Judged, Skipped: map[string]int{},
			Ahead: points(p.Result), Play: points(p.Play), Others: points(p.Gifts), Cards: points(p.Luck),
			Then: lossOf(l, p.Then), Now: lossOf(l, p.Now),
		}
		for why, n := range p.Skipped {
			q.Skipped[string(why)] = n
		}
		for _, s := range l.Says(p, one.Name(p.Seat), false) {
			q.Says = append(q.Says, s.String())
		}
		a.Players = append(a.Players, q)
	}
	for _, w := range l.Decided {
		t := l.Hand.Turns[w.Turn]
		a.Decided = append(a.Decided, lessonDecided{
			Move: w.Turn + 1, Step: t.Step, Record: t.Record, Name: one.Nickname(t.Seat), Played: t.Move,
			Points: points(w.Points), Play: points(w.Play), Says: l.Decisive(w, one.Name(t.Seat), false).String(),
		})
	}
	return a
}

// points turns hundredths into points.
func points(hundredths int) float64 { return float64(hundredths) / 100 }

func lossOf(l teach.Lesson, loss *teach.Loss) *lessonLoss {
	if loss == nil {
		return nil
	}
	t := l.Hand.Turns[loss.Turn]
	a := &lessonLoss{
		Move: loss.Turn + 1, Step: t.Step, Record: t.Record, Played: t.Move, Better: loss.Better,
		Points: points(loss.Points), Worth: points(loss.Worth), Error: points(loss.Error), Worlds: loss.Worlds, Worse: loss.Worse, Even: loss.Even,
	}
	if lay := points(loss.Lay); loss.Turned {
		a.Lay = &lay
	}
	return a
}
