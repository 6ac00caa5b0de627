package web

import (
	"fmt"
	"regexp"
	"strings"
)

// modules lists the modules of each script; each stands after those that it imports.
var modules = map[string][]string{
	"app.js":    {"kept.js", "address.js", "morph.js", "hand.js", "transport.js", "pace.js", "fly.js", "drag.js", "tones.js", "taste.js", "lively.js", "awake.js", "react.js", "form.js", "picture.js", "app.js"},
	"screen.js": {"address.js", "morph.js", "transport.js", "react.js", "screen.js"},
}

// join makes one file of the modules of a script, each in a function that returns what the
// module exports. A page can have the hash of one file checked; but the browser loads what a
// module imports, and not every browser lets a page give hashes for that.
func join(modules []string) []byte {
	var b strings.Builder
	for i, name := range modules {
		content, err := static.ReadFile("static/" + name)
		if err != nil {
			panic(err) // it is part of the program
		}
		b.WriteString(wrapModule(strings.TrimSuffix(name, ".js"), string(content), i == 0))
	}
	return []byte(b.String())
}

// wrapModule wraps a module in a function, and keeps what that returns under the module's name.
// What a line of a module may begin with is known here only: a variable's initializer would become
// part of the program for browsers, which joins no modules.
func wrapModule(name, text string, first bool) string {
	var (
		importAll  = regexp.MustCompile(`(?m)^import \* as (\w+) from "\./(\w+)\.js"$`)
		importSome = regexp.MustCompile(`(?m)^import \{ (.*) \} from "\./(\w+)\.js"$`)
		exported   = regexp.MustCompile(`(?m)^export ((?:async )?function|const) (\w+)`)
		renamed    = regexp.MustCompile(`(\w+) as (\w+)`)
		unread     = regexp.MustCompile(`(?m)^(?:import|export) .*$`)
	)
	var out []string
	for _, m := range exported.FindAllStringSubmatch(text, -1) {
		out = append(out, m[2])
	}
	text = exported.ReplaceAllString(text, "$1 $2")
	text = importAll.ReplaceAllString(text, "const $1 = module.$2")
	text = importSome.ReplaceAllStringFunc(text, func(line string) string {
		m := importSome.FindStringSubmatch(line)
		return fmt.Sprintf("const { %s } = module.%s", renamed.ReplaceAllString(m[1], "$1: $2"), m[2])
	})
	if line := unread.FindString(text); line != "" {
		panic("the page: " + name + " has a line that cannot be joined: " + line)
	}
	before := ""
	if first {
		before = "const module = {}\n"
	}
	return fmt.Sprintf("%smodule.%s = (() => {\n%sreturn { %s }\n})()\n", before, name, text, strings.Join(out, ", "))
}
