package sqlite_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"time"

	"fives/p2p/kv"
)

// recordSize is about that of the shares of a deal, and of many other records.
const recordSize = 1400

// BenchmarkCommit is how long a record takes to be on the disk: on that of temporary
// files, as the homes of the daemons that cmd/fives measures. It is the median, because a
// disk is slow now and then by itself.
func BenchmarkCommit(b *testing.B) {
	db, err := newPlace(b).Open()
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	value := bytes.Repeat([]byte{1}, recordSize)
	var key []byte
	var times []time.Duration
	for b.Loop() {
		key = binary.BigEndian.AppendUint64(nil, uint64(len(times)))
		start := time.Now()
		err := db.Update(func(root kv.Bucket) error {
			records, err := root.Create([]byte("records"))
			if err != nil {
				return err
			}
			return records.Put(key, value)
		})
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms/op")
}
