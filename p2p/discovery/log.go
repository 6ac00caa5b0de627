package discovery

import (
	"log"
	"log/slog"
	"strings"
)

// debugLines passes the library's log lines to slog at debug level: without IPv6, it writes several for
// every question.
type debugLines struct{ log *slog.Logger }

func (d debugLines) Write(p []byte) (int, error) {
	d.log.Debug("discovery: mdns: " + strings.TrimSpace(string(p)))
	return len(p), nil
}

func quiet(l *slog.Logger) *log.Logger { return log.New(debugLines{l}, "", 0) }
