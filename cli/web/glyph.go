package web

// glyphs are the lines of icons, in squares of 24 by 24.
var glyphs = map[string]string{
	"back": "M15 5l-7 7 7 7", "shut": "M6 6l12 12M18 6L6 18", "on": "M9 5l7 7-7 7", "talk": "M4 5h16v11H10l-4 4v-4H4z", "more": "M5 12h.01M12 12h.01M19 12h.01",
	"sort": "M4 7h10M4 12h7M4 17h4M17 6v12m0 0l-3-3m3 3l3-3", "hint": "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
	"list": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01", "home": "M4 11l8-7 8 7v9H4z",
	"share": "M12 15V3m-4 4 4-4 4 4M5 12v8h14v-8",
	"cup":   "M8 4h8v6a4 4 0 0 1-8 0zM8 5H4v2a4 4 0 0 0 4 4M16 5h4v2a4 4 0 0 1-4 4M12 14v4M8 20h8",
	"book":  "M4 5h6a2 2 0 0 1 2 2v13a2 2 0 0 0-2-2H4zM20 5h-6a2 2 0 0 0-2 2v13a2 2 0 0 1 2-2h6z",
	"you":   "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21c0-4 4-6 8-6s8 2 8 6", "plus": "M12 5v14M5 12h14",
	"clock":   "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3 3",
	"react":   "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8.500 14a4 4 0 0 0 7 0M9 9.500h.01M15 9.500h.01",
	"install": "M12 3v12m-4-4 4 4 4-4M5 20h14", "lock": "M6 11h12v9H6zM8 11V7a4 4 0 0 1 8 0v4",
	"bot": "M6 9h12v10H6zM12 9V5M9 13v2M15 13v2M3 13v3M21 13v3",
}

// glyph returns the path of an icon.
func glyph(name string) string { return glyphs[name] }
