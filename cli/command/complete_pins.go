package command

import (
	"os"
	"slices"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
)

// pins lists candidates for NAME=FINGERPRINT: the people whom this node knows, with the
// fingerprints by which it knows them, and the other names in the files without one. A
// fingerprint from the log itself would pin nothing.
func (k *completer) pins() []candidate {
	known := map[string][]string{}
	if st := ask(k, (*control.Client).Status); st.Name != "" {
		known[st.Name] = append(known[st.Name], st.Fingerprint)
	}
	for _, p := range k.peers() {
		known[p.Name] = append(known[p.Name], p.Fingerprint)
	}
	names := k.namesInFiles()
	if len(k.operands) == 0 {
		for name := range known {
			names = append(names, name)
		}
		slices.Sort(names)
	}
	var list []candidate
	for _, name := range names {
		for _, fingerprint := range known[name] {
			list = append(list, candidate{word: name + "=" + fingerprint})
		}
		if len(known[name]) == 0 {
			list = append(list, candidate{name + "=", "the fingerprint that " + name + " told you"})
		}
	}
	return list
}

// namesInFiles returns the players in the logs on the command line. It verifies nothing.
func (k *completer) namesInFiles() []string {
	var names []string
	for _, file := range k.operands {
		for _, name := range namesIn(file) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func namesIn(file string) []string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	records, err := audit.ReadLog(f)
	if err != nil {
		return nil
	}
	terms := &table.Terms{}
	for _, r := range records {
		p, err := r.Peek()
		if err != nil || p.Step > 1 || p.Kind == record.KindAccept && len(terms.Seats) > 0 {
			break
		}
		switch p.Kind {
		case record.KindJoin:
			join, _ := record.Decode[record.Join](p)
			terms.Seats = append(terms.Seats, table.Seat{Name: join.Name})
		case record.KindAccept:
			onward, _ := record.Decode[record.Continuation](p)
			for _, player := range onward.Players {
				terms.Seats = append(terms.Seats, table.Seat{Name: player.Name})
			}
		}
	}
	return terms.Names()
}
