package web

import (
	_ "embed"
	"encoding/base64"
	"html/template"
)

// Icon is the icon of the program and of its page, as SVG.
//
//go:embed icon.svg
var Icon string

// The icon and the manifest stand in the page itself: files that the page loads have a hash,
// and for these there is no way to give one.
func iconAddress() template.URL { return address("image/svg+xml", Icon) }

func manifest() template.URL {
	return address("application/manifest+json", `{"name":"fives","short_name":"fives","display":"standalone","background_color":"#0f3622","theme_color":"#1a5236",`+
		`"icons":[{"src":"`+string(iconAddress())+`","sizes":"any","type":"image/svg+xml"}]}`)
}

// address returns an address that contains what it leads to.
func address(kind, content string) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString([]byte(content)))
}
