package shown

import (
	"context"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
)

// Until returns what long work calls again and again: it lets the rest of the program run
// ([cores.Rest]), and its error says that the work is to end, because ctx has.
func Until(ctx context.Context) func() error {
	return func() error {
		cores.Rest()
		return ctx.Err()
	}
}

// Stories reads the logs of games on all cores ([story.Read]). If ctx ends first, there are none, because
// what was read is not verified to its end, and the error is that of ctx.
func Stories(ctx context.Context, logs [][]record.Record) ([]*story.Story, error) {
	stories, err := story.Read(logs, games.Find, audit.Options{Parallel: cores.Parallel, Rest: Until(ctx)})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return stories, err
}
