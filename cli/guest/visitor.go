package guest

import (
	"slices"
	"strings"
)

// A visitor is what a browser says about the machine that it runs on.
type visitor struct {
	Pocket  bool     // a phone or a tablet, on which none of the programs runs
	Systems []string // those that it may have, the likeliest first; empty if unknown
}

// whoVisits reads a User-Agent. Browsers do not tell which processor a Mac has, nor that a
// Windows runs on ARM.
func whoVisits(agent string) visitor {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(agent, w) })
	}
	switch {
	case has("Android", "iPhone", "iPad", "iPod", "CrOS", "Mobile"):
		return visitor{Pocket: true}
	case has("Windows"):
		return visitor{Systems: []string{"windows-amd64", "windows-arm64"}}
	case has("Macintosh", "Mac OS X"):
		return visitor{Systems: []string{"darwin-arm64", "darwin-amd64"}}
	case has("Linux", "X11"):
		if has("aarch64", "arm64", "armv8") {
			return visitor{Systems: []string{"linux-arm64"}}
		}
		return visitor{Systems: []string{"linux-amd64"}}
	}
	return visitor{}
}

// fitting returns the files for a visitor, the best first, and the others.
func fitting(v visitor, all []*download, release string) (fit, others []*download) {
	for _, d := range all {
		if slices.Contains(v.Systems, d.System) {
			fit = append(fit, d)
		} else {
			others = append(others, d)
		}
	}
	slices.SortStableFunc(fit, func(a, b *download) int {
		return rank(v, a, release) - rank(v, b, release)
	})
	return fit, others
}

// rank is lower for what is better. The likelier system comes first. For each system, the
// archive of this very version comes first, then this program itself, then archives of other
// versions. Packages, which need rights to install, come after archives.
func rank(v visitor, d *download, release string) int {
	r := 10 * slices.Index(v.Systems, d.System)
	same := strings.HasPrefix(d.Name, release+"-"+d.System+".")
	switch {
	case d.Own:
		r += 2
	case !same:
		r += 4
	}
	if strings.HasSuffix(d.Name, ".deb") {
		r++
	}
	return r
}

// systemNames are what people call the systems.
var systemNames = map[string]string{
	"linux-amd64": "Linux", "linux-arm64": "Linux on ARM",
	"darwin-arm64": "macOS, Apple chip", "darwin-amd64": "macOS, Intel",
	"windows-amd64": "Windows", "windows-arm64": "Windows on ARM",
}
