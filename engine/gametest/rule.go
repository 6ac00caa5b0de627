package gametest

import (
	"regexp"
	"strings"
)

var (
	heading = regexp.MustCompile(`^## (?:(\d+)\. )?`)
	item    = regexp.MustCompile(`^(\d+)\. `)
	section = regexp.MustCompile(`^(\d+\.\d+) `)
)

// foreign is the heading at which the rules of a page end. The part below it has its own
// numbers.
const foreign = "## For a second implementation"

// RulesOf returns the first line of each rule of a rule page, by number: "6.2" is the
// section with that number, or the second item under the heading 6; "6" is an item under a
// heading without a number.
func RulesOf(page string) map[string]string {
	all := map[string]string{}
	under := ""
	page, _, _ = strings.Cut(page, foreign)
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			if under = ""; m[1] != "" {
				under = m[1] + "."
			}
			continue
		}
		if m := section.FindStringSubmatch(line); m != nil {
			all[m[1]] = line[len(m[0]):]
		} else if m := item.FindStringSubmatch(line); m != nil {
			all[under+m[1]] = line[len(m[0]):]
		}
	}
	return all
}
