package peers

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
)

// A Claim says that somebody goes by a name.
type Claim struct {
	Name  string
	Label string // the name as a table shows it
	Key   record.Key
}

// SeatClaims returns the names at a table, with the keys of those who have the seats.
func SeatClaims(seats []table.Seat) []Claim {
	labels := (&table.Terms{Seats: seats}).Names()
	var all []Claim
	for i, s := range seats {
		name, _ := s.Called()
		if s.Host != nil && slices.Contains(table.BotNames, name) {
			all = append(all, Claim{Label: labels[i], Key: s.Node()})
		} else {
			all = append(all, Claim{name, labels[i], s.Node()})
		}
	}
	return all
}

// Doubted returns the claims of those whose key is not the one known by their name, or not known
// while another claim looks like theirs.
func (b *Book) Doubted(claims []Claim) []Claim {
	keys := map[string][]record.Key{}
	for _, c := range claims {
		keys[record.NameSkeleton(c.Name)] = append(keys[record.NameSkeleton(c.Name)], c.Key)
	}
	return slices.DeleteFunc(slices.Clone(claims), func(c Claim) bool {
		another := slices.ContainsFunc(keys[record.NameSkeleton(c.Name)], func(k record.Key) bool { return k != c.Key })
		return b.Doubt(c.Name, c.Key).Code == "" && !(another && c.Name != "" && c.Key != b.self && !b.Knows(c.Name, c.Key))
	})
}

// Accept trusts the key of one of the doubted claims, named by its fingerprint or, if only
// one such key claims it, by its name.
func (b *Book) Accept(who string, doubted []Claim) (api.Trusted, error) {
	digits, print := record.Digits(who)
	print = print && len(digits) == record.FingerprintDigits
	name := record.TypedName(who)
	var found []Claim
	var prints []string
	for _, c := range doubted {
		own, _ := record.Digits(record.Fingerprint(c.Key))
		if print && own == digits || !print && name != "" && (c.Name == name || c.Label == name) {
			found = append(found, c)
			if p := record.Fingerprint(c.Key); !slices.Contains(prints, p) {
				prints = append(prints, p)
			}
		}
	}
	switch {
	case len(found) == 0:
		return api.Trusted{}, api.Fail(api.ReasonNobodyDoubted, api.Data{Name: who})
	case len(prints) > 1:
		slices.Sort(prints)
		return api.Trusted{}, api.Fail(api.ReasonManyDoubted, api.Data{Name: who, Candidates: prints})
	}
	t := api.Trusted{Fingerprint: prints[0]}
	for _, c := range found {
		if slices.Contains(t.Names, c.Name) {
			continue
		}
		if err := b.Trust(c.Name, c.Key); err != nil {
			return api.Trusted{}, err
		}
		t.Names = append(t.Names, c.Name)
	}
	return t, nil
}

// Doubts says, for each seat, why it may not be who people take it for, and nothing if
// there is no reason. An unknown seat is also doubted if its name looks like that of a seat
// before it.
func (b *Book) Doubts(seats []table.Seat) []api.Warning {
	doubts := make([]api.Warning, len(seats))
	claims := SeatClaims(seats)
	for i, c := range claims {
		doubts[i] = b.Doubt(c.Name, c.Key)
		if doubts[i].Code != "" || c.Name == "" || b.Knows(c.Name, c.Key) || c.Key == b.self {
			continue
		}
		for _, before := range claims[:i] {
			if before.Key != c.Key && record.NamesAlike(before.Name, c.Name) {
				doubts[i] = keyWarning(api.WarnLikeAnother, before.Label, c.Key)
			}
		}
	}
	return doubts
}

// Warnings returns the doubts about seats, with their names.
func (b *Book) Warnings(seats []table.Seat) []api.Warning {
	labels := (&table.Terms{Seats: seats}).Names()
	list := []api.Warning{}
	for i, w := range b.Doubts(seats) {
		if w.Code != "" {
			w.Name = labels[i]
			list = append(list, w)
		}
	}
	return list
}
