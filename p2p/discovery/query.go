package discovery

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/hashicorp/mdns"
)

// maxEntries is the largest number of answers to one question. The library drops the rest; it is large so
// that a flood of false names does not crowd out the true ones.
const maxEntries = 1024

// answer is the outcome of one question.
type answer struct {
	link  link
	fam   family
	round int
	heard []announcement
	err   error
}

// ask asks one question on one link in one family, and waits for answers until the timeout, even if ctx is
// done before.
func ask(ctx context.Context, sv service, l link, f family, timeout time.Duration, log *slog.Logger) ([]announcement, error) {
	// The library listens on the system's default link, whatever link it is told to ask on, and does
	// not say why it cannot.
	if err := f.tryListen(nil); err != nil {
		return nil, err
	}
	entries := make(chan *mdns.ServiceEntry, maxEntries)
	err := mdns.QueryContext(ctx, &mdns.QueryParam{
		Service:     string(sv),
		Domain:      "local",
		Timeout:     timeout,
		Interface:   l.netInterface(),
		Entries:     entries,
		DisableIPv4: f != ipv4,
		DisableIPv6: f != ipv6,
		Logger:      quiet(log),
	})
	if err != nil {
		return nil, explain(f, err)
	}
	// Only now: the library changes entries after it has sent them.
	return read(entries, sv, l, log), nil
}

func read(entries <-chan *mdns.ServiceEntry, sv service, l link, log *slog.Logger) []announcement {
	var heard []announcement
	for {
		select {
		case e := <-entries:
			if !strings.HasSuffix(strings.ToLower(e.Name), "."+sv.name()) {
				continue // the library passes on other services too
			}
			a, err := parse(e.InfoFields)
			if err != nil {
				log.Debug("discovery: bad announcement", "iface", l.name, "err", err)
				continue
			}
			if a.Addrs = dialable(a.Addrs, l); len(a.Addrs) > 0 {
				heard = append(heard, a)
			}
		default:
			return heard
		}
	}
}
