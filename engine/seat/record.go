package seat

import (
	"crypto/ed25519"

	"fives/engine/record"
	"fives/engine/table"
)

// Record makes a seat's signed record of the running step, of a body that [Work] or
// [Move] has made.
func Record(t *table.Table, seat int, key ed25519.PrivateKey, body any) (record.Record, error) {
	p, err := t.Payload(seat, body)
	if err != nil {
		return record.Record{}, err
	}
	return record.Sign(key, p)
}

// Notice makes the signed notice that a seat leaves the table at a time, in seconds
// since 1970.
func Notice(t *table.Table, seat int, key ed25519.PrivateKey, time uint64) (record.Record, error) {
	p, err := t.LeavePayload(seat, time)
	if err != nil {
		return record.Record{}, err
	}
	return record.SignNotice(key, p)
}
