package web

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// A broken is a party whose stream of events breaks, and then tells what has happened since.
type broken struct {
	*party
	breaks chan []api.Event
}

func (b broken) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) (err error) {
	for _, e := range append(b.since(), api.Event{Seq: 1, Kind: api.EventNow}) {
		err = errors.Join(err, emit(e))
	}
	for err == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-b.news:
			if e.Kind == "" {
				return errors.New("the stream is broken")
			}
			err = emit(e)
		}
	}
	return err
}

// since returns what has happened while the stream was broken.
func (b broken) since() []api.Event {
	select {
	case list := <-b.breaks:
		return list
	default:
		return nil
	}
}

// TestMeanwhile: a page says what has happened meanwhile to somebody who could not see it, because the page was
// hidden. Somebody who looked on while the connection to the node broke for a moment sees it at the table.
func TestMeanwhile(t *testing.T) {
	p := broken{newParty(t), make(chan []api.Event, 1)}
	p.table.Handovers = nil
	b := openTab(t, served(t, p)+"#/table/ab", 390, 844)
	told := func(text string) {
		t.Helper()
		waittest.Until(t, text+" in the story", func() bool {
			return strings.Contains(in[string](b, `document.querySelector("#story").textContent`), text)
		})
	}
	line := func(seq uint64, text string) api.Event {
		return api.Event{Seq: seq, Kind: api.EventChat, Table: "ab", Name: "ben", Text: text}
	}
	moved := func(seq uint64, move string) api.Event {
		return api.Event{Seq: seq, Kind: api.EventMove, Table: "ab", Name: "ben", Game: "five", Move: move}
	}
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector(".table")`) })
	p.news <- line(2, "first")
	told("first")
	in[bool](b, `(self.notes = [], new MutationObserver(() => notes.push(document.querySelector("#note").textContent)).observe(document.querySelector("#note"), { childList: true, characterData: true, subtree: true }), true)`)
	p.breaks <- []api.Event{moved(3, "drop 7h draw")}
	p.news <- api.Event{}
	told("7♥")
	p.news <- line(4, "second") // after the stream has said that it has told all
	told("second")
	if notes := in[string](b, `notes.join("|")`); strings.Contains(notes, "Meanwhile") || !strings.Contains(notes, "second") {
		t.Errorf("after a short break the page says %q", notes)
	}
	hidden := func(is bool) {
		in[bool](b, `(Object.defineProperty(document, "hidden", { value: `+map[bool]string{true: "true", false: "false"}[is]+`, configurable: true }), document.dispatchEvent(new Event("visibilitychange")), true)`)
	}
	hidden(true)
	p.news <- moved(5, "drop 8h draw")
	told("8♥")
	hidden(false)
	said := ""
	if !waittest.Try(t, func() bool {
		said = in[string](b, `notes.findLast(n => n)`)
		return strings.HasPrefix(said, "Meanwhile: Ben dropped 8 of hearts")
	}) {
		t.Errorf("after a look elsewhere the page says %q", said)
	}
	hidden(true)
	p.news <- api.Event{Seq: 6, Kind: api.EventCover, What: api.Returned, Table: "ab", Name: "ana", Game: "five", Yours: true}
	for seq := range uint64(4) {
		p.news <- moved(7+seq, "drop "+string('2'+rune(seq))+"h draw")
	}
	told("5♥")
	hidden(false)
	if !waittest.Try(t, func() bool {
		said = in[string](b, `notes.findLast(n => n)`)
		return strings.HasPrefix(said, "Meanwhile: Your device was silent; the others acted for it")
	}) {
		t.Errorf("who was covered meanwhile reads %q", said)
	}
}
