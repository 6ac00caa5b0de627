package shown

// A Sheet lies over the screen until it is answered: a question, with what there is to choose.
type Sheet struct {
	Title   string
	Says    []string // sentences
	Choices []Deed   // what can be done about it, what is asked first
	No      string   // what doing none of it is called, without a capital
}

// sure makes the question before a deed: yes is what its choice is called there.
func sure(title, yes, no string, d Deed, says ...string) *Sheet {
	d.Label, d.Key = yes, "y Y"
	return &Sheet{Title: title, Says: says, No: no, Choices: []Deed{d}}
}
