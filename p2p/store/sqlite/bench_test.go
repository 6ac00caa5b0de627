package sqlite_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"fives/p2p/kv"
)

// recordSize is about the size of the shares of a deal, and of many other records.
const recordSize = 1400

// BenchmarkCommit measures how long it takes to bring a record to the disk: to the one of temporary files, which also has the homes of
// the daemons that cmd/fives measures. It reports the median, because any disk is slow now and then.
func BenchmarkCommit(b *testing.B) {
	db, err := newPlace(b).Open()
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	value := bytes.Repeat([]byte{1}, recordSize)
	var times []time.Duration
	for b.Loop() {
		key := "table/" + string(make([]byte, 32)) + "/records/" + string(binary.BigEndian.AppendUint64(nil, uint64(len(times)))) + string(make([]byte, 32))
		start := time.Now()
		err := db.Update(func(m kv.Map) error { return m.Put(key, value) })
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms/op")
}
