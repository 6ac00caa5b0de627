package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// pages are the texts of an archive, by where they are in the tree. In the archive they lie
// side by side.
var pages = []string{"README.md", "cli/GUIDE.md", ".github/CHANGELOG.md", "LICENSE"}

var (
	link    = regexp.MustCompile(`!?\[([^\]]*)\]\(([^)\s]+)\)`)
	picture = regexp.MustCompile(`<img [^>]*alt="([^"]*)"[^>]*>`)
)

// unlink returns the text of a page for an archive. A link to another page of the archive
// leads there. Of a picture, and of a link to something that only the tree has, only the words
// are left.
func unlink(page, text string) string {
	text = picture.ReplaceAllString(text, "*$1*")
	return link.ReplaceAllStringFunc(text, func(all string) string {
		m := link.FindStringSubmatch(all)
		file, anchor, anchored := strings.Cut(m[2], "#")
		to := path.Join(path.Dir(page), file)
		switch {
		case strings.HasPrefix(all, "!"):
			return "*" + m[1] + "*"
		case strings.Contains(m[2], "://"), file == "":
			return all
		case !slices.Contains(pages, to):
			return m[1]
		case anchored:
			anchor = "#" + anchor
		}
		return "[" + m[1] + "](" + path.Base(to) + anchor + ")"
	})
}
