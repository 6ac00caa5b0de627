package control

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"fives/p2p/api"
)

const (
	linesType = "application/jsonl"
	// pulse is how often a stream sends an empty line. After missing three, the client takes the
	// daemon for dead.
	pulse = 5 * time.Second
)

// A stream sends events as JSON lines, each at once.
type stream struct {
	mu  sync.Mutex
	w   http.ResponseWriter
	out *http.ResponseController
}

// writeEvents sends events as they happen, until the client has gone.
func (h *handler) writeEvents(w http.ResponseWriter, r *http.Request, follow events) {
	s := &stream{w: w, out: http.NewResponseController(w)}
	_ = s.out.SetReadDeadline(time.Time{}) // the deadline for the body would end the stream
	w.Header().Set("Content-Type", linesType)
	if s.send(nil) != nil {
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	var beating sync.WaitGroup
	beating.Go(func() { s.beat(ctx, cancel) })
	defer beating.Wait()
	defer cancel()
	err := follow(ctx, func(e api.Event) error {
		text, err := api.JSON(e)
		if err != nil {
			return err
		}
		return s.send(text)
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		h.log.Debug("control: event stream ended", "err", err)
	}
}

// send writes a line and flushes it.
func (s *stream) send(line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.out.SetWriteDeadline(time.Now().Add(sendTime))
	if _, err := s.w.Write(append(line, '\n')); err != nil {
		return err
	}
	return s.out.Flush()
}

// beat sends empty lines until ctx is done, and calls gone when the client takes one no longer.
func (s *stream) beat(ctx context.Context, gone func()) {
	t := time.NewTicker(pulse)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if s.send(nil) != nil {
				gone()
				return
			}
		}
	}
}
