package shown

import (
	"slices"

	"fives/cli/say"
)

// A Setting is something that a person can choose about how fives looks and behaves.
type Setting struct {
	Key     string
	Label   string // as a form has it, without a capital
	Meaning string
	Values  []string // those that it may have, or some of them; the first holds without a choice, or Default
	Default string   // "" if it is the first
	Names   []string // what a page calls the values, nil if it calls them that
	Page    int      // how many of the values a page has, 0 if it has no such choice
	Here    bool     // the full screen and the commands have it
}

// Keys of settings.
const (
	SetColours  = "colours"
	SetPace     = "pace"
	SetBell     = "bell"
	SetNotation = "notation"
	SetCards    = "cards"
	SetCover    = "cover"
	SetEvening  = "evening"
)

// OnOff are the values of a setting that is on or off.
var OnOff = []string{"on", "off"}

// Settings are all of them, but for those of single games and people.
var Settings = []Setting{
	{Key: SetColours, Label: "colours of suits", Meaning: "how many colours suits have", Values: []string{"four", "two"}, Page: 2, Here: true},
	{Key: SetPace, Label: "how long a move is shown", Meaning: "how long a move is shown before the next one", Values: []string{"0s", "300ms", "600ms", "1s", "2s"}, Default: "600ms", Names: []string{"not at all", "0.3 s", "0.6 s", "1 s", "2 s"}, Page: 5, Here: true},
	{Key: SetBell, Label: "bell", Meaning: "whether the terminal rings when it is your turn", Values: OnOff, Here: true},
	{Key: SetNotation, Label: "notation", Meaning: "how cards are written: with signs of suits, with letters as by --ascii, or in braille", Values: []string{"suits", "letters", "braille"}, Here: true},
	{Key: SetCards, Label: "size of your cards", Meaning: "how large cards are drawn, where there is room", Values: []string{"auto", "small", "large", "huge"}, Names: []string{"to fit", "small", "large", "huge"}, Page: 3, Here: true},
	{Key: SetCover, Label: say.CoverAsked, Meaning: "what the form for a new table proposes, " + say.CoverAsked, Values: []string{say.CoverWaits, say.CoverGoesOn}, Here: true},
	{Key: SetEvening, Label: "evening", Meaning: "when an evening of several games is decided, as the screens and fives stats --tonight say it", Values: evenings(), Here: true},
	{Key: "thumb", Label: "thumb that plays", Values: []string{"right", "left"}, Page: 2},
	{Key: "sound", Label: "sound", Values: OnOff, Page: 2},
	{Key: "vibration", Label: "vibration", Values: OnOff, Page: 2},
	{Key: "motion", Label: "motion", Values: OnOff, Page: 2},
}

// OpenEnd is an evening without a match.
const OpenEnd = "open"

func evenings() []string {
	list := []string{OpenEnd}
	for _, m := range Matches[1:] {
		list = append(list, string(m))
	}
	return list
}

// SettingOf returns the setting of a key, which is one of [Settings].
func SettingOf(key string) Setting {
	return Settings[slices.IndexFunc(Settings, func(s Setting) bool { return s.Key == key })]
}
