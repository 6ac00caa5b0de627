package rules

import "strings"

// irregular are the past forms that no rule makes.
var irregular = map[string]string{
	"draws": "drew", "takes": "took", "goes": "went", "lays": "laid", "leads": "led", "stands": "stood",
	"gives": "gave", "runs": "ran", "drops": "dropped", "begs": "begged",
}

// Past puts a phrase that begins with a verb in the third person into the past, which follows "you",
// too: "takes the top card" becomes "took the top card".
func Past(phrase string) string {
	verb, rest, more := strings.Cut(phrase, " ")
	past := irregular[verb]
	if past == "" {
		past = infinitive(verb) + "ed"
	}
	if more {
		return past + " " + rest
	}
	return past
}

// Infinitive takes the third person from a phrase that begins with a verb: "takes the top card"
// becomes "take the top card".
func Infinitive(phrase string) string {
	verb, rest, more := strings.Cut(phrase, " ")
	if more {
		return infinitive(verb) + " " + rest
	}
	return infinitive(verb)
}

func infinitive(verb string) string {
	for _, ending := range []string{"oes", "sses", "shes", "ches"} {
		if strings.HasSuffix(verb, ending) {
			return strings.TrimSuffix(verb, "es")
		}
	}
	return strings.TrimSuffix(verb, "s")
}
