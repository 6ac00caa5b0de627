package store

import (
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// waiters returns the number of writes that wait for a commit.
func (c *committer) waiters() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiting)
}

// Writes of many tables that come during a commit are one commit. One of them that fails does not fail the others.
func TestWritesThatWaitShareACommit(t *testing.T) {
	const tables = 40
	s := open(t, filepath.Join(t.TempDir(), "fives.db"))
	g := replica.Genesis{Proposal: &record.Record{Payload: []byte("proposal")}}
	for i := range byte(tables) {
		if err := s.Create(record.Hash{i}, g, nil); err != nil {
			t.Fatal(err)
		}
	}
	var commits []int
	s.writes.committing = func(n int) {
		commits = append(commits, n)
		for deadline := time.Now().Add(time.Minute); len(commits) == 1 && s.writes.waiters() < tables; { // a slow disk
			if time.Now().After(deadline) {
				t.Error("nobody waits for the commit")
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	errs := make([]error, tables+1)
	var done sync.WaitGroup
	for i := range errs { // the last one is of a table that does not exist
		done.Go(func() {
			errs[i] = s.Save(record.Hash{byte(i)}, replica.Save{Records: []record.Record{statement(t, uint64(i), 1, 100)}})
		})
	}
	done.Wait()
	if len(commits) != 2 || commits[0]+commits[1] != tables+1 {
		t.Errorf("commits of %v writes", commits)
	}
	for i, err := range errs {
		if i < tables && err != nil || i == tables && !errors.Is(err, ErrNoTable) {
			t.Errorf("table %d: %v", i, err)
		}
	}
	for i := range byte(tables) {
		if st, err := s.Load(record.Hash{i}); err != nil || len(st.Records) != 1 {
			t.Errorf("table %d: %v, %v", i, st, err)
		}
	}
}
