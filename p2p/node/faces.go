package node

import (
	"maps"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/p2p/api"
)

// Faces returns the numbers by which the people of some lists are drawn (package faces). Of whom only
// a name is known, like those at an open table of another node, that one is meant who is here under it.
func (n *Node) Faces(lists ...[]api.Person) ([][]int, error) {
	known := make([][]api.Person, len(lists))
	for i, list := range lists {
		known[i] = n.inviter.known(list)
	}
	return n.inviter.faces.OfAll(known...)
}

// Adopt takes over the numbers of the node whose guest this one is.
func (n *Node) Adopt(numbers map[string]int) error { return n.inviter.faces.Adopt(numbers) }

// known fills in the fingerprints of people of whom only the names are known.
func (i *inviter) known(list []api.Person) []api.Person {
	list = slices.Clone(list)
	for k := range list {
		if list[k].Fingerprint == "" {
			list[k].Fingerprint = i.printOf(list[k].Name)
		}
	}
	return list
}

// printOf returns the fingerprint of the only one here who goes by a name, "" if there is none.
func (i *inviter) printOf(name string) string {
	var found []record.Key
	if strings.EqualFold(name, i.name) {
		found = append(found, i.self)
	}
	for node, p := range i.directory.List() {
		if strings.EqualFold(p.Name, name) {
			found = append(found, node)
		}
	}
	if name == "" || len(found) != 1 {
		return ""
	}
	return record.Fingerprint(found[0])
}

// present returns the numbers of all of whom a page may hear at once, by fingerprint: of this node,
// of the one that asks, of those that are connected, and of who sits at the tables that a page is told of.
func (i *inviter) present(asking record.Key) map[string]int {
	at := map[string]int{}
	i.view.mu.Lock()
	for _, p := range i.view.people {
		at[p.Fingerprint] = 0
	}
	i.view.mu.Unlock()
	for node := range i.directory.List() {
		if i.network.Connected(node) {
			at[record.Fingerprint(node)] = 0
		}
	}
	at[record.Fingerprint(i.self)] = 0
	if asking != (record.Key{}) {
		at[record.Fingerprint(asking)] = 0
	}
	delete(at, "") // of whom only the name is known
	list := []api.Person{}
	for _, print := range slices.Sorted(maps.Keys(at)) {
		list = append(list, api.Person{Fingerprint: print})
	}
	numbers, err := i.faces.Of(list)
	if err != nil {
		i.log.Error("storing the faces", "err", err)
	}
	for k, p := range list {
		at[p.Fingerprint] = numbers[k]
	}
	return at
}
