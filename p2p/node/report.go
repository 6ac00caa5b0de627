package node

import (
	"fives/p2p/control"
)

func (g *game) say(e control.Event) {
	e.Table = g.id.String()
	g.ts.events.Add(e)
}
