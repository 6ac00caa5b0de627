package command

import (
	"bytes"
	"io"
	"testing"

	"fives/cli/console"
	"fives/p2p/api"
)

// The chat of muted people is left out, except in JSON. Everything else they do is printed.
func TestWatchMutes(t *testing.T) {
	const ben = "1b6e-4444-05e6-0aff-7c3e"
	chat := api.Event{Kind: api.EventChat, Name: "ben", Text: "well played", Fingerprint: ben}
	here := api.Event{Kind: api.EventPeer, What: api.Here, Name: "ben", Fingerprint: ben}
	for name, c := range map[string]struct {
		e     api.Event
		muted map[string]string
		json  bool
		says  bool
	}{
		"heard":            {e: chat, says: true},
		"muted":            {e: chat, muted: map[string]string{ben: "ben"}},
		"another is muted": {e: chat, muted: map[string]string{"0000-4444-05e6-0aff-7c3e": "cleo"}, says: true},
		"no chat":          {e: here, muted: map[string]string{ben: "ben"}, says: true},
		"one's own":        {e: api.Event{Kind: api.EventChat, Name: "ana", Text: "ho", Yours: true}, muted: map[string]string{ben: "ben"}, says: true},
		"JSON":             {e: chat, muted: map[string]string{ben: "ben"}, json: true, says: true},
	} {
		var out bytes.Buffer
		s := console.New(nil, nil, &out, io.Discard)
		w := &watcher{s: s, style: s.Style(true), muted: c.muted, json: c.json, spin: s.Progress()}
		if err := w.show(c.e); err != nil || (out.Len() > 0) != c.says {
			t.Errorf("%s: %q, %v", name, out.String(), err)
		}
		w.spin.Done()
	}
}
