package open_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"fives/engine/record"
)

// TestPhoneSleeps: a guest's page at a table with cover is frozen before the cards of a hand, in
// its shuffle, and in a hand until the next one is dealt. The others wait for it as the guide
// says; when it is back it says what happened to the hand, and plays on. How long they wait in
// a hand for a page that is back before its end, TestGuestCovered measures.
func TestPhoneSleeps(t *testing.T) {
	s, _, _ := sits(t, "60")
	p := s.guest
	dealt := func() bool { return !s.nap.keyless.IsZero() }

	s.caught(record.KindSeal, record.KindKey)
	s.plays("the hand is dealt without it", dealt)
	s.waited("frozen before the cards, dealt without it", s.nap.keyless, s.nap.heard, dealWait, dealSays)
	p.thaws()
	s.returns("you slept through the deal")

	s.caught(record.KindStack, record.KindProof)
	s.plays("the others act for it", func() bool { return !s.nap.covered.IsZero() })
	s.waited("frozen in the shuffle, covered", s.nap.covered, s.nap.heard, turnWait, turnSays)
	if dealt() {
		t.Error("it has missed no more than a part of the shuffle, and has no cards")
	}
	p.thaws()
	s.returns("the others (acted for it|played for you)")

	// It still sleeps when the hand ends, and the next one waits for it all the same.
	s.begun()
	s.sleeps()
	p.freezes()
	s.plays("the next hand is dealt without it", dealt)
	s.waited("frozen in a hand, covered", s.nap.covered, s.nap.heard, turnWait, turnSays)
	s.waited("frozen in a hand, the next one dealt without it", s.nap.keyless, s.nap.heard, dealWait, dealSays)
	p.thaws()
	s.returns("hands? ended: ", "you slept through the deal")
}

// caught freezes the page in a step of one of some kinds, which it owes. A step can be over before
// the browser has frozen the page: then it is tried again.
func (s *sitting) caught(kinds ...record.Kind) {
	s.t.Helper()
	is := func(what string) bool { return slices.Contains(kinds, record.Kind(what)) }
	for {
		s.plays("a step to be caught in", func() bool {
			v, err := s.daemons[0].Table(s.t.Context(), s.table)
			return err == nil && is(v.Waiting.What) && slices.Contains(v.Waiting.Names, sleeper)
		})
		s.sleeps()
		s.guest.state(page.SetWebLifecycleStateStateFrozen)
		s.plays("the others say how long they wait", func() bool { return len(s.nap.says) > 0 })
		what, _, _ := strings.Cut(s.nap.says[0], ":")
		if is(what) {
			return
		}
		s.t.Logf("frozen in a step of %s, which is too late", what)
		s.guest.thaws()
		s.returns()
	}
}
