package report

import (
	"context"
	"errors"

	"fives/cli/shown"
	"fives/crypto/cores"
	"fives/engine/story"
	"fives/engine/teach"
)

// teach adds to each hand that has a result what it teaches.
func (p *page) teach(ctx context.Context) error {
	type lesson struct {
		story *story.Story
		hand  *handSection
	}
	var all []lesson
	for _, part := range p.Parts {
		for _, h := range part.Hands {
			if teach.Teaches(h.Hand) {
				all = append(all, lesson{part.Story, h})
			}
		}
	}
	errs := make([]error, len(all))
	cores.Parallel(len(all), func(i int) {
		l, err := shown.Teach(ctx, all[i].story, all[i].hand.Hand, "")
		all[i].hand.Lesson, errs[i] = &l, err
	})
	return errors.Join(errs...)
}
