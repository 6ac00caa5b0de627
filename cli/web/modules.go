package web

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// modules are those of the scripts of the pages; each stands behind those that it imports.
var modules = map[string][]string{
	"app.js":    {"kept.js", "address.js", "morph.js", "hand.js", "transport.js", "pace.js", "evening.js", "fly.js", "drag.js", "tones.js", "lively.js", "awake.js", "react.js", "taste.js", "form.js", "picture.js", "app.js"},
	"screen.js": {"address.js", "morph.js", "transport.js", "screen.js"},
}

// What may stand at the beginning of a line of a module: its imports and its exports.
var (
	importAll  = regexp.MustCompile(`(?m)^import \* as (\w+) from "\./(\w+)\.js"$`)
	importSome = regexp.MustCompile(`(?m)^import \{ (.*) \} from "\./(\w+)\.js"$`)
	exported   = regexp.MustCompile(`(?m)^export ((?:async )?function|const) (\w+)`)
	renamed    = regexp.MustCompile(`(\w+) as (\w+)`)
	unread     = regexp.MustCompile(`(?m)^(?:import|export) .*$`)
)

// joined has the scripts of the pages once they were asked for. A variable that made them would
// have them be a part of the program for browsers, which serves none.
var joined struct {
	once sync.Once
	all  map[string][]byte
}

// scripts are those of the pages: all modules of each in one file, each in a function that
// returns what it exports. A page can have the hash of one file checked; what a module
// imports is loaded by the browser, and not every browser lets a page say its hash.
func scripts() map[string][]byte {
	joined.once.Do(func() {
		joined.all = map[string][]byte{}
		for script, modules := range modules {
			joined.all[script] = join(modules)
		}
	})
	return joined.all
}

func join(modules []string) []byte {
	var b strings.Builder
	for i, name := range modules {
		content, err := static.ReadFile("static/" + name)
		if err != nil {
			panic(err) // it is in the program
		}
		b.WriteString(scoped(strings.TrimSuffix(name, ".js"), string(content), i == 0))
	}
	return []byte(b.String())
}

// scoped makes a function of a module, and keeps what it returns under the module's name.
func scoped(name, text string, first bool) string {
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
