package command

import (
	"context"
	"errors"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/cli/verdict"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/story"
)

// verifiedStories verifies logs and tells them, each table after the one that it goes on from.
// It refuses a log that is not good, in the words of verify. A log that is bad only because
// somebody broke a hidden-card rule is told, with a warning.
func verifiedStories(ctx context.Context, s *console.Streams, files []string, logs [][]record.Record, partial bool) ([]*story.Story, error) {
	stories, err := shown.Stories(ctx, logs)
	if stories == nil {
		return nil, err
	}
	var reports []*audit.Report
	for _, one := range stories {
		reports = append(reports, one.Report)
	}
	refused := err != nil
	for _, v := range verdict.Judge(files, reports, partial) {
		for _, p := range v.Problems {
			s.Note("error: %s: %s", v.File, p)
		}
		refused = refused || len(v.Unfinished) > 0 && !partial && !v.Continued && !v.Isolated && !v.NeverBegan
	}
	if refused {
		return story.InOrder(stories), errors.Join(console.ErrQuiet, err)
	}
	return story.InOrder(stories), nil
}
