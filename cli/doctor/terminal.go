package doctor

import (
	"cmp"
	"os"
	"runtime"
	"strings"

	"fives/cli/console"
)

// terminal guesses whether suits can be drawn.
func (e *exam) terminal(c *chart) {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"))
	utf8 := strings.Contains(strings.ToLower(strings.ReplaceAll(locale, "-", "")), "utf8")
	switch {
	case console.Dumb():
		c.warn("use another terminal for the full-screen table; commands work", "this terminal cannot move its cursor")
	case !utf8 && runtime.GOOS == "linux":
		c.warn("if suits look wrong: --ascii, or a UTF-8 locale", "the locale %q does not say that the terminal shows Unicode", locale)
	default:
		c.ok("suits can be shown")
	}
}
