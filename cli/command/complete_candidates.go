package command

import (
	"cmp"
	"context"
	"net"
	"slices"
	"strconv"
	"strings"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/p2p/api"
	"fives/p2p/control"
)

// arguments lists candidates for an argument of a command.
func (k *completer) arguments(command string) []candidate {
	if command == "play" {
		return k.nextWords()
	}
	if command == "config" && len(k.operands) < 2 {
		return k.preferences()
	}
	if len(k.operands) > 0 && k.cmd.ArgsUsage != "FILE…" {
		return nil
	}
	switch command {
	case "host", "rules", "learn":
		return gameNames()
	case "help":
		return commandNames(k.app.Commands)
	case "completion":
		return wordList(shells...)
	case "simulate", "verify", "replay":
		return []candidate{files}
	case "log":
		return append(k.tablesFor(command), files)
	case "peers trust":
		return k.newKeys()
	case "invite", "seat give":
		return k.peerNames()
	case "seat agree":
		return k.newcomers()
	}
	if k.cmd.ArgsUsage == "[TABLE]" {
		return k.tablesFor(command)
	}
	return nil
}

// tablesFor lists the tables with which a command can do something.
func (k *completer) tablesFor(command string) []candidate {
	switch command {
	case "join":
		return rowsFor(k.tables(), shown.ActJoin)
	case "watch":
		return rowsFor(k.tables(), shown.ActLook, shown.ActWatch)
	case "begin":
		return rowsFor(k.mine(), shown.ActBegin)
	case "leave":
		return rowsFor(k.mine(), shown.ActLeave, shown.ActForget)
	case "seat give", "seat agree":
		return rowsFor(api.Tables{Mine: k.mine().Mine}, shown.ActLeave)
	}
	return k.ownTables()
}

// values lists candidates for the value of a flag.
func (k *completer) values(flag string) []candidate {
	switch flag {
	case "table", "t":
		return k.tablesFor(k.path)
	case "home", "output", "o", "keep", "from":
		return []candidate{files}
	case "forget":
		return k.links()
	case "seat":
		return k.seats()
	case "seats", "n":
		return k.seatNumbers(false)
	case "bots":
		return k.seatNumbers(true)
	case "random", "game":
		return gameNames()
	case "play", "strength":
		return k.strengths()
	case "set":
		return k.options()
	case "sort":
		return k.orders()
	case "iface":
		return interfaces()
	}
	for _, o := range shown.TableOptions {
		if o.Name == flag {
			return wordList(o.Values...)
		}
	}
	return nil
}

func wordList(list ...string) []candidate {
	out := make([]candidate, len(list))
	for i, w := range list {
		out[i].word = w
	}
	return out
}

func gameNames() []candidate {
	var list []candidate
	for _, rs := range games.All() {
		list = append(list, candidate{rs.Name, rs.Summary})
	}
	return list
}

// ruleSet returns the game that the command line names, nil if it names none.
func (k *completer) ruleSet() *rules.RuleSet {
	for _, name := range append(slices.Clone(k.operands), k.flags["random"], k.flags["game"]) {
		if rs, err := games.Typed(name); err == nil {
			return rs
		}
	}
	return nil
}

func (k *completer) strengths() []candidate {
	var list []candidate
	for _, rs := range games.All() {
		for _, b := range search.Levels(rs) {
			if named := k.ruleSet(); named == nil || named == rs {
				list = append(list, candidate{word: b.Name})
			}
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c candidate) bool {
		twice := seen[c.word]
		seen[c.word] = true
		return twice
	})
}

// options lists candidates for NAME=VALUE: first names, then values.
func (k *completer) options() []candidate {
	var list []candidate
	schema := rules.Schema{}
	if rs := k.ruleSet(); rs != nil {
		schema = slices.Clone(rs.Schema)
		for i, o := range schema {
			schema[i].Meaning = rs.Explain(o)
		}
	}
	if k.cmd != nil && k.cmd.Name == "host" {
		schema = append(schema, shown.TableOptions...)
	}
	name, _, chosen := strings.Cut(k.word, "=")
	for _, o := range schema {
		switch {
		case !chosen:
			list = append(list, candidate{o.Name + "=", o.Meaning})
		case o.Name == name:
			for _, v := range optionValues(o) {
				list = append(list, candidate{word: o.Name + "=" + v})
			}
		}
	}
	return list
}

func optionValues(o rules.Option) []string {
	switch o.Kind {
	case rules.Bool:
		return []string{"false", "true"}
	case rules.Enum:
		return o.Values
	}
	return []string{rules.Typed(o.Default)}
}

// nextWords continues a legal move whose first words are typed already.
func (k *completer) nextWords() []candidate {
	m := ask(k, func(c *control.Client, ctx context.Context) (api.Moves, error) { return c.Moves(ctx, k.table()) })
	var list []candidate
	for i, move := range m.Moves {
		if _, err := strconv.Atoi(k.word); err == nil && len(k.operands) == 0 {
			list = append(list, candidate{strconv.Itoa(i + 1), move})
			continue
		}
		w := strings.Fields(move)
		n := len(k.operands)
		if n < len(w) && slices.Equal(w[:n], k.operands) && !slices.Contains(list, candidate{word: w[n]}) {
			list = append(list, candidate{word: w[n]})
		}
	}
	return list
}

// table returns the table that the command line has named so far.
func (k *completer) table() string {
	id := cmp.Or(k.flags["t"], k.flags["table"])
	if id == "" && len(k.operands) > 0 && strings.HasPrefix(k.cmd.ArgsUsage, "[TABLE") {
		id = k.operands[0]
	}
	return id
}

func (k *completer) tables() api.Tables { return ask(k, (*control.Client).Tables) }

// mine lists the node's own tables, for which the daemon asks no other node.
func (k *completer) mine() api.Tables { return ask(k, (*control.Client).Mine) }

// shownTable returns the table that the command line names, as its player sees it.
func (k *completer) shownTable() api.Table {
	return ask(k, func(c *control.Client, ctx context.Context) (api.Table, error) { return c.Table(ctx, k.table()) })
}

func (k *completer) ownTables() []candidate { return rowsFor(k.mine(), shown.ActLook) }

// rowsFor lists the tables with which one of the acts can be done.
func rowsFor(all api.Tables, acts ...shown.Act) (list []candidate) {
	for _, g := range shown.Groups(all, draw.Now()) {
		for _, r := range g.Rows {
			if !slices.ContainsFunc(acts, func(a shown.Act) bool { _, ok := shown.Find(r.Deeds, a); return ok }) {
				continue
			}
			list = append(list, candidate{say.Short(r.ID), r.Title + ": " + strings.Join(slices.DeleteFunc([]string{r.Who, r.State}, func(s string) bool { return s == "" }), ", ")})
		}
	}
	return list
}

// seats lists the seats with which a command can do something; for a log, its players.
func (k *completer) seats() (list []candidate) {
	switch k.path {
	case "join":
		for _, o := range k.tables().Open {
			for _, seat := range o.OpenSeats {
				if strings.HasPrefix(o.ID, k.table()) {
					list = append(list, candidate{seat.Name, say.OpenSeat(seat)})
				}
			}
		}
	case "seat give":
		t := k.shownTable()
		for _, seat := range t.Seats {
			if seat.You || seat.BotOf == t.Me() && seat.BotOf != "" {
				list = append(list, candidate{seat.Name, ""})
			}
		}
	case "seat agree":
		t := k.shownTable()
		for _, h := range t.Handovers {
			list = append(list, candidate{h.Seat, say.Takes(h, t.Me())})
		}
	case "replay":
		return append(wordList(k.namesInFiles()...), candidate{"nobody", "an onlooker"})
	case "learn":
		return wordList(k.namesInFiles()...)
	default:
		return k.pins()
	}
	return list
}

// newcomers lists those who could take a seat of the table.
func (k *completer) newcomers() (list []candidate) {
	t := k.shownTable()
	for _, h := range t.Handovers {
		list = append(list, candidate{h.To, say.Takes(h, t.Me())})
	}
	return list
}

// peerNames lists the nodes that are here, by what they call themselves.
func (k *completer) peerNames() []candidate {
	var list []candidate
	for _, p := range k.peers() {
		if p.Connected && p.Name != "" {
			list = append(list, candidate{p.Name, p.Fingerprint})
		}
	}
	return list
}

// links lists the nodes to which links are kept.
func (k *completer) links() []candidate {
	var list []candidate
	for _, l := range ask(k, (*control.Client).Status).Links {
		list = append(list, candidate{cmp.Or(l.Name, l.Fingerprint), l.Address})
	}
	return list
}

// newKeys lists the people whose name is known and whose key is new.
func (k *completer) newKeys() []candidate {
	var list []candidate
	for _, p := range k.peers() {
		if p.Warning.Fingerprint != "" {
			list = append(list, candidate{p.Name, say.Warning(p.Warning)})
		}
	}
	return list
}

func (k *completer) peers() []api.Peer { return ask(k, (*control.Client).Peers) }

// preferences lists candidates for KEY and VALUE.
func (k *completer) preferences() []candidate {
	home, err := console.HomeAt(cmp.Or(k.flags["home"], k.c.String("home")))
	if err != nil {
		return nil
	}
	p, _ := prefs.At(home).Read() // if the file is wrong somewhere, there is nothing to complete
	if len(k.operands) == 1 {
		s, _ := p.Setting(k.operands[0])
		return wordList(s.Values...)
	}
	var list []candidate
	for _, s := range p.Settings() {
		list = append(list, candidate{s.Key, s.Meaning})
	}
	for _, x := range k.peers() {
		if one := (candidate{prefs.MuteKey(x.Fingerprint), x.Name}); p.Muted[x.Fingerprint] == "" {
			list = append(list, one)
		}
	}
	return list
}

// orders lists the orders in which the rule set can sort a hand.
func (k *completer) orders() []candidate {
	t := k.shownTable()
	if t.View == nil {
		return nil
	}
	var list []candidate
	for _, z := range t.View.Zones {
		for _, o := range z.Orders {
			if c := (candidate{word: o.Name}); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

func interfaces() []candidate {
	ifis, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var list []candidate
	for _, i := range ifis {
		list = append(list, candidate{word: i.Name})
	}
	return list
}

// seatNumbers lists how many seats the game allows or, with bots, how many of them computer
// players may have.
func (k *completer) seatNumbers(bots bool) []candidate {
	rs := k.ruleSet()
	if rs == nil {
		return nil
	}
	from, to := rs.MinSeats, rs.MaxSeats
	if bots {
		from, to = 1, rs.MaxSeats-1
	}
	var list []candidate
	for n := from; n <= to; n++ {
		list = append(list, candidate{word: strconv.Itoa(n)})
	}
	return list
}
