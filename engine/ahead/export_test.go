package ahead

import (
	"fives/engine/record"
	"fives/engine/table"
)

// Worker returns the function with which a worker gets its next piece of work.
func Worker(batch int, next func() (record.Record, bool), take func(table.Reading) (table.Claim, error)) (work func() (do func())) {
	return newLog(batch, next, take).work
}
