package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// oldest is the browser that the pages are made for: that of an iPhone of 2017.
const oldest = "Safari 16.4"

// lacking are what scripts and styles might use and [oldest] does not have, each with the
// version of Safari that brought it and a piece of text that uses it. What does no harm
// where it is missing, such as text-wrap and content-visibility, is not among them.
var lacking = []struct{ uses, since, example string }{
	// scripts
	{`\.checkVisibility\(`, "17.4", `e.checkVisibility()`},
	{`\.(startViewTransition)\b`, "18", `document.startViewTransition(f)`},
	{`\b(Object|Map)\.groupBy\(`, "17.4", `Object.groupBy(all, f)`},
	{`\bPromise\.(withResolvers|try)\(`, "17.4", `Promise.withResolvers()`},
	{`\bURL\.(canParse|parse)\(`, "17", `URL.canParse(x)`},
	{`\bAbortSignal\.any\(`, "17.4", `AbortSignal.any([a, b])`},
	{`\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(`, "17", `a.union(b)`},
	{`\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(`, "18.4", `m.keys().map(f)`},
	{`\bIterator\.from\(`, "18.4", `Iterator.from(x)`},
	{`\.(fromBase64|toBase64|fromHex|toHex)\(`, "18.2", `Uint8Array.fromBase64(x)`},
	{`\.transferToFixedLength\(|\bbuffer\.transfer\(`, "17.4", `buffer.transfer()`},
	{`\b(requestIdleCallback|cancelIdleCallback)\(`, "none", `requestIdleCallback(f)`},
	{`\b(showPopover|hidePopover|togglePopover)\(`, "17", `e.showPopover()`},
	{`\bRegExp\.escape\(`, "18.2", `RegExp.escape(x)`},
	{`(?:=|\(|,|:)\s*/[^/\n]+/[dgimsuy]*v[dgimsuy]*[.,;)\s]`, "17", `x = /a/v.test(y)`},
	{`\bnew (URLPattern|EyeDropper|Sanitizer)\(`, "26", `new URLPattern(x)`},
	{`\bnavigator\.(connection|getBattery|deviceMemory|keyboard)\b`, "none", `navigator.connection.type`},
	{`\busing\s+\w+\s*=`, "none", `using x = y`},
	{`\bimport\s*\(?[^\n]*\bwith\s*[:{]`, "17.2", `import x from "y" with { type: "json" }`},
	// pages
	{`<[a-z]+[^>]*\spopover(target)?\b`, "17", `<div popover>`},
	{`<details[^>]*\sname=`, "17.2", `<details name="a">`},
	{`<[a-z]+[^>]*\s(closedby|commandfor)=`, "none", `<dialog closedby="any">`},
	// styles
	{`[{;}]\s*&\s*[.:\[#>+~]`, "16.5", `.a{color:red;&:hover{color:blue}}`},
	{`@(starting-style|scope|view-transition|position-try)\b`, "17.4", `@starting-style{a{b:c}}`},
	{`\blight-dark\(`, "17.5", `color:light-dark(a,b)`},
	{`\b(oklch|oklab|color)\(\s*from\b`, "18", `color:oklch(from red l c h)`},
	{`[:;{\s](anchor-name|position-anchor|position-area|field-sizing|interpolate-size|animation-timeline|scroll-timeline|view-transition-name|reading-flow)\s*:`, "17.5", `{field-sizing:content}`},
	{`:(user-valid|user-invalid|popover-open|open)\b`, "16.5", `a:user-invalid{b:c}`},
	{`\b(round|mod|rem|abs|sign|sibling-index|sibling-count)\([^)]*,`, "15.4 or none", `width:sibling-index(1,2)`},
	{`[:\s]\d+(rcap|rch|rex|ric)\b`, "17.2", `width: 2rcap`},
}

func lacks(text string) (all []string) {
	for _, l := range lacking {
		if found := regexp.MustCompile(l.uses).FindString(text); found != "" {
			all = append(all, strings.TrimSpace(found)+", which came with Safari "+l.since)
		}
	}
	return all
}

// TestOldSafari: scripts, styles and pages use nothing that the oldest browser lacks.
func TestOldSafari(t *testing.T) {
	var files []string
	for _, pattern := range []string{
		"static/*", "pages/*.html", "shell.html", "../guest/*.js", "../guest/*.css", "../guest/*.html",
		"../check/*.js", "../check/*.css", "../check/*.html", "../report/*.js", "../report/*.css", "../report/*.html", "../cards/*.css",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 20 {
		t.Errorf("only %q are looked at", files)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lacks(string(text)) {
			t.Errorf("%s uses %s; %s lacks it", name, l, oldest)
		}
	}
	for _, l := range lacking {
		if len(lacks(l.example)) == 0 {
			t.Errorf("%s is not found in %s", l.uses, l.example)
		}
	}
}
