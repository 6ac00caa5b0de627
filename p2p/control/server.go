package control

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits of the server. A client that is slower or greedier is cut off.
const (
	maxHeader    = 16 << 10
	maxBody      = 64 << 10
	headerTime   = 5 * time.Second
	bodyTime     = 10 * time.Second
	idleTime     = 2 * time.Minute
	sendTime     = 10 * time.Second // for a client to take one line of a stream
	shutdownTime = 2 * time.Second
)

// Serve claims a home and answers requests on its socket until ctx is done. A daemon that has
// things to do between the two uses [NewClaim] and [Claim.Serve].
func Serve(ctx context.Context, home string, d Daemon, log *slog.Logger) error {
	c, err := NewClaim(home)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Serve(ctx, d, log)
}

// Serve answers requests until ctx is done or the home is gone; then the error says so, and
// nothing more may be written by a path in it, where another home may be by now. It removes the
// socket before it returns, but keeps the claim.
func (c *Claim) Serve(ctx context.Context, d Daemon, log *slog.Logger) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	srv := &http.Server{
		Handler:           newHandler(d, log),
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	var helpers sync.WaitGroup
	var gone error
	helpers.Go(func() {
		c.keep(ctx, func(why error) { gone = why; end(why) }, log)
	})
	helpers.Go(func() { <-ctx.Done(); stop(srv) })
	c.socket.log = log
	err := srv.Serve(c.socket)
	end(err)
	helpers.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return gone
	}
	return err
}

// stop lets answers in progress finish, for at most shutdownTime.
func stop(srv *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if srv.Shutdown(ctx) != nil {
		srv.Close()
	}
}
