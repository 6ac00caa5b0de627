package discovery

import (
	"testing"
	"time"
)

func TestSchedule(t *testing.T) {
	var s schedule
	at := time.Duration(0)
	for i, want := range []time.Duration{0, 100, 300, 700} {
		if at != want*time.Millisecond {
			t.Errorf("question %d goes out at %v", i, at)
		}
		if s.idle() {
			t.Errorf("idle before question %d", i)
		}
		wait, listen := s.next(true)
		if listen > wait || listen > maxTimeout {
			t.Errorf("listens %v of %v", listen, wait)
		}
		at += wait
	}
	if wait, _ := s.next(true); wait != lookEvery {
		t.Errorf("looked at: every %v", wait)
	}
	for range 100 {
		if wait, listen := s.next(false); wait < idleLeast || wait > idleMost || listen != maxTimeout {
			t.Errorf("idle: every %v, listens %v", wait, listen)
		}
	}
	if !s.idle() {
		t.Error("not idle after the burst")
	}
	s.restart()
	if wait, _ := s.next(false); wait != burst[0] {
		t.Errorf("after a restart: %v", wait)
	}
}
