package sim_test

import (
	"testing"
	"time"

	"fives/p2p/replica"
	"fives/p2p/sim"
)

// hundred returns a plan of a hundred games between the same two people.
func hundred(seed uint64) sim.Plan {
	p := sim.Quiet(seed, 2)
	p.Games, p.Options = 100, map[string]any{"hands": 1}
	p.Think, p.Patience = 100*time.Millisecond, 30*time.Minute
	return p
}

// The same two people play a hundred games, one after the other, and nothing fills up.
func TestHundredGames(t *testing.T) {
	t.Parallel()
	p := hundred(1)
	r := sim.Run(p)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	t.Logf("%d games in %v, %d messages, %d streams at the end", 1+r.Counts.Ended, r.Took, r.Counts.Messages, r.Streams)
	// The stream of the game that runs, and of those that ended since the last heartbeat.
	most := 2 + int(replica.Heartbeat/(r.Took/time.Duration(p.Games)))
	if r.Counts.Ended != p.Games-1 || r.Streams > most {
		t.Errorf("%d games were played, %d streams are open, at most %d have a use", 1+r.Counts.Ended, r.Streams, most)
	}
}

// The same while machines crash now and then, each with up to a hundred finished games on its disk.
func TestHundredGamesWithCrashes(t *testing.T) {
	t.Parallel()
	p := hundred(2)
	p.Crash, p.Calm = 30*time.Second, 5*time.Minute
	if r := sim.Run(p); r.Err != nil || r.Counts.Ended != p.Games-1 {
		t.Errorf("%d games were played: %v", 1+r.Counts.Ended, r.Err)
	}
}

// If daemons kept the streams of finished games, they would come to the limit of the transport, and the next game would never begin: the
// simulation finds that.
func TestStreamsOfFinishedGamesFillUp(t *testing.T) {
	t.Parallel()
	p := hundred(3)
	p.Bug, p.Patience = sim.KeepStreams, 2*time.Minute
	if r := sim.Run(p); r.Err == nil {
		t.Errorf("%d games were played", 1+r.Counts.Ended)
	} else {
		t.Log(r.Err)
	}
}

// Seeds that once found bugs in the vote: a stored record in the way of the log, votes that could never be complete, a record that was shown
// to nobody, a node that slept and counted as heard because others had opened a stream to it.
func TestCoveredBefore(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{273, 295, 334, 379, 658, 808, 1007} {
		if r := sim.Run(sim.Away(seed)); r.Err != nil {
			t.Error(r.Err)
		}
	}
}
