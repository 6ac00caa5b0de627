package streams

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/time/rate"

	"fives/engine/record"
)

// A pace is how fast the frames of a node are read at a table, on all its streams one after
// the other: a new stream is no new beginning.
type pace struct{ frames, bytes *rate.Limiter }

// wait waits for a frame's turn, of which so many bytes came and went out in answer.
func (p *pace) wait(ctx context.Context, size int) error {
	return errors.Join(p.frames.Wait(ctx), p.bytes.WaitN(ctx, min(size, byteBurst)))
}

// paces has the pace of each node.
type paces struct {
	mu sync.Mutex
	of map[paceOf]*pace
}

type paceOf struct {
	table  record.Hash
	node   record.Key
	seated bool
}

// maxPaces bounds what is remembered. Nodes are made at will; whoever makes more gets for each
// what a new node gets.
const maxPaces = 4096

func (p *paces) get(of paceOf) *pace {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil || len(p.of) >= maxPaces {
		p.of = map[paceOf]*pace{}
	}
	if p.of[of] == nil {
		frames := rate.NewLimiter(watchRate, watchBurst)
		if of.seated {
			frames = rate.NewLimiter(frameRate, frameBurst)
		}
		p.of[of] = &pace{frames, rate.NewLimiter(byteRate, byteBurst)}
	}
	return p.of[of]
}
