package node

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/replica"
	"fives/p2p/store"
	"fives/p2p/wire"
)

// Status says how the node fares.
func (n *Node) Status() control.Status {
	s := control.Status{
		API: control.API, Version: n.cfg.Version, Name: n.name, Key: fmt.Sprintf("%x", n.self[:]),
		Fingerprint: record.Fingerprint(n.self), Peer: n.host.ID().String(), Home: n.cfg.Home,
		PID: os.Getpid(), Started: n.started, Peers: len(n.host.Network().Peers()),
		Addresses: []string{}, Interfaces: []control.Link{}, Warnings: []string{},
	}
	for _, a := range n.host.Addrs() {
		s.Addresses = append(s.Addresses, fmt.Sprintf("%s/p2p/%s", a, n.host.ID()))
	}
	for _, i := range n.discovery.Status() {
		l := control.Link{Name: i.Name, Discovery: i.Serving && i.Asking, Problem: strings.Join(i.Problems, "; ")}
		for _, a := range i.Addrs {
			l.Addresses = append(l.Addresses, a.String())
		}
		s.Interfaces = append(s.Interfaces, l)
	}
	for _, g := range n.running() {
		if !g.finished() {
			s.Tables++
		}
		g.mu.Lock()
		if g.failed != nil {
			s.Warnings = append(s.Warnings, fmt.Sprintf("table %s waits for the store: %v", short(g.id), g.failed))
		}
		g.mu.Unlock()
	}
	return s
}

// Host opens a table.
func (n *Node) Host(ctx context.Context, r control.HostRequest) (control.Offer, error) {
	proposal, terms, err := n.propose(r)
	if err != nil {
		return control.Offer{}, err
	}
	id := record.Fold(record.Hash{}, 0, []record.Record{proposal})
	so := store.Offer{Proposal: proposal, Own: map[string]store.ReservedBot{}}
	if terms.Private {
		so.Code = drawCode()
	}
	if err := n.seatOwn(&so, id, r); err != nil {
		return control.Offer{}, err
	}
	o, err := n.newOffer(so)
	if err != nil {
		return control.Offer{}, badRequest(err)
	}
	if err := n.store.PutOffer(id, so); err != nil {
		return control.Offer{}, err
	}
	n.mu.Lock()
	if len(n.offers) >= maxOffers {
		n.mu.Unlock()
		return control.Offer{}, &control.Error{Code: control.CodeConflict, Message: fmt.Sprintf("%d tables are open already", maxOffers), Hint: "close one with fives leave"}
	}
	n.offers[id] = o
	view := n.offerView(o)
	n.mu.Unlock()
	if len(o.Joins) == o.seats {
		return view, n.begin(o)
	}
	return view, nil
}

// propose checks what is asked for and signs the proposal.
func (n *Node) propose(r control.HostRequest) (record.Record, *table.Terms, error) {
	rs, err := n.cfg.Games(r.Game)
	if err != nil {
		return record.Record{}, nil, &control.Error{Code: control.CodeNotFound, Message: plain(err), Hint: "fives games lists them"}
	}
	given := map[string]any{}
	for name, text := range r.Set {
		if given[name], err = rs.Schema.Parse(name, text); err != nil {
			return record.Record{}, nil, badOption(rs, err)
		}
	}
	if len(r.Bots) >= r.Seats && !(len(r.Bots) == 0 && r.Seats == 0) {
		return record.Record{}, nil, badRequest(fmt.Errorf("%d computer players leave no seat for you at a table of %d", len(r.Bots), r.Seats))
	}
	options, err := rs.Validate(r.Seats, given)
	if err != nil {
		return record.Record{}, nil, badOption(rs, err)
	}
	for _, s := range append(slices.Clone(r.Bots), r.Play) {
		if _, err := rs.Bot(s); s != "" && err != nil {
			return record.Record{}, nil, badRequest(err)
		}
	}
	body := record.Proposal{
		Game: rs.Name, Options: options, Seats: uint64(r.Seats), Private: r.Private, Spectators: r.Spectators,
		TurnLimit: uint64(max(r.TurnLimit, 0)), Time: uint64(time.Now().Unix()),
	}
	if _, err := rand.Read(body.Nonce[:]); err != nil {
		return record.Record{}, nil, err
	}
	b, err := record.Marshal(body)
	if err != nil {
		return record.Record{}, nil, err
	}
	p, err := record.Sign(n.key, record.Payload{Version: record.Version, Kind: record.KindProposal, Body: b})
	if err != nil {
		return record.Record{}, nil, err
	}
	_, terms, _, err := table.OpenProposal(p, n.cfg.Games)
	if err != nil {
		return record.Record{}, nil, badRequest(err)
	}
	return p, terms, nil
}

// seatOwn takes the seats of this node at its own new table: one's own, and
// the computer players'.
func (n *Node) seatOwn(so *store.Offer, id record.Hash, r control.HostRequest) error {
	own := func(name, strength string) error {
		bot, join, err := n.newBot(id, name, strength)
		if err != nil {
			return err
		}
		so.Joins = append(so.Joins, join)
		so.Own[botID(join.Author)] = store.ReservedBot{Seed: bot.Seed, Bot: bot.Bot}
		return nil
	}
	if r.Play != "" {
		if err := own(n.name, r.Play); err != nil {
			return err
		}
	} else {
		join, err := signJoin(n.key, id, record.Join{Name: n.name})
		if err != nil {
			return err
		}
		so.Joins = append(so.Joins, join)
	}
	for i, strength := range r.Bots {
		if err := own(botNames[i%len(botNames)], strength); err != nil {
			return err
		}
	}
	return nil
}

// Join takes a seat at another node's open table.
func (n *Node) Join(ctx context.Context, r control.JoinRequest) (control.Offer, error) {
	o, err := n.findOffer(ctx, r)
	if err != nil {
		return control.Offer{}, err
	}
	from, err := peer.Decode(o.Peer)
	if err != nil {
		return control.Offer{}, badRequest(err)
	}
	id, err := parseID(o.ID)
	if err != nil {
		return control.Offer{}, badRequest(err)
	}
	j, err := n.join(ctx, from, id, r.Code, r.Play)
	if err != nil {
		return control.Offer{}, joinError(err)
	}
	_, terms, seats, err := table.OpenProposal(j.want.Proposal, n.cfg.Games)
	if err != nil {
		return control.Offer{}, err
	}
	describe(&o, terms, seats)
	n.mu.Lock()
	o.Taken, o.Joined = slices.Clone(j.taken), true
	n.mu.Unlock()
	return o, nil
}

func joinError(err error) error {
	var r refusal
	switch {
	case errors.Is(err, errNeedsCode):
		return &control.Error{Code: control.CodeBadRequest, Message: errNeedsCode.Error(), Hint: "ask the host for it and add --code"}
	case errors.Is(err, errCode), errors.Is(err, wrongCode):
		return &control.Error{Code: control.CodeRefused, Message: errCode.Error(), Hint: "ask the host for the code; after five wrong ones a node is not let in any more"}
	case errors.As(err, &r):
		return &control.Error{Code: control.CodeRefused, Message: string(r), Hint: "fives tables lists the open tables"}
	case errors.Is(err, errUnreachable):
		return &control.Error{Code: control.CodeUnreachable, Message: "the host does not answer", Hint: "fives peers shows who is there"}
	case errors.Is(err, table.ErrTerms):
		return badRequest(err)
	}
	return err
}

// findOffer finds the open table that a request means.
func (n *Node) findOffer(ctx context.Context, r control.JoinRequest) (control.Offer, error) {
	want := strings.ToLower(r.Table)
	var found []control.Offer
	for _, o := range n.Tables(ctx).Open {
		fits := !o.Running && strings.HasPrefix(o.ID, want) && (want != "" || !o.Joined && (!o.Private || r.Code != ""))
		if fits && !o.Mine {
			found = append(found, o)
		}
	}
	switch {
	case len(found) == 0 && want == "":
		return control.Offer{}, &control.Error{Code: control.CodeNotFound, Message: "no open table to join", Hint: "fives tables lists them, fives host opens one"}
	case len(found) == 0:
		return control.Offer{}, &control.Error{Code: control.CodeNotFound, Message: "no open table " + r.Table, Hint: "fives tables lists them"}
	case len(found) > 1:
		return control.Offer{}, ambiguous(ids(found, func(o control.Offer) string { return o.ID }))
	case found[0].Joined:
		return control.Offer{}, &control.Error{Code: control.CodeConflict, Message: "you have a seat there already"}
	}
	return found[0], nil
}

// Leave withdraws an open table, gives a reserved seat back, or leaves a table.
func (n *Node) Leave(ctx context.Context, name string) (string, error) {
	n.mu.Lock()
	var found []record.Hash
	fits := func(id record.Hash) bool { return strings.HasPrefix(id.String(), strings.ToLower(name)) }
	for id := range n.offers {
		if fits(id) {
			found = append(found, id)
		}
	}
	for id := range n.joins {
		if fits(id) {
			found = append(found, id)
		}
	}
	for id, g := range n.games {
		if fits(id) && (name != "" || g.inPlay()) {
			found = append(found, id)
		}
	}
	n.mu.Unlock()
	if len(found) == 0 {
		return "", &control.Error{Code: control.CodeNotFound, Message: "no table to leave"}
	}
	if len(found) > 1 {
		return "", ambiguous(ids(found, record.Hash.String))
	}
	return n.leave(found[0])
}

func (n *Node) leave(id record.Hash) (string, error) {
	n.mu.Lock()
	o, j, g := n.offers[id], n.joins[id], n.games[id]
	n.mu.Unlock()
	switch {
	case o != nil:
		return "the table is withdrawn", n.withdraw(o)
	case j != nil:
		j.giveBack()
		return "the seat is given back", nil
	}
	err := g.do(func(r *replica.Replica, now time.Time) error {
		if r.Table().Over() {
			return &control.Error{Code: control.CodeConflict, Message: "the game is over"}
		}
		return r.Leave(r.Own(), now)
	})
	if err != nil {
		return "", playError(err)
	}
	return "you have left the table; the others know", nil
}

func (n *Node) withdraw(o *offer) error {
	n.mu.Lock()
	delete(n.offers, o.id)
	for _, w := range o.wait {
		w.finish(waiting{Withdrawn: true})
	}
	n.mu.Unlock()
	return n.store.DropOffer(o.id)
}

// giveBack tells the host, if it can be reached, and forgets the seat.
func (j *joining) giveBack() {
	j.n.mu.Lock()
	s := j.stream
	j.n.mu.Unlock()
	if s != nil {
		s.SetWriteDeadline(time.Now().Add(joinTime))
		wire.Write(s, joinRequest{Leave: true})
	}
	j.drop("")
	if s != nil {
		s.Close()
	}
}

// inPlay tells whether a table is neither over nor left.
func (g *game) inPlay() (ok bool) {
	g.look(func(r *replica.Replica) {
		o := r.Own()
		ok = o != nil && !o.Left && !r.Table().Over() && r.Accepted()
	})
	return ok
}

// find finds one of this node's tables: by a beginning of its ID, or the only
// one that is being played, or else the one played last.
func (n *Node) find(name string) (*game, error) {
	n.mu.Lock()
	var all []*game
	for id, g := range n.games {
		if strings.HasPrefix(id.String(), strings.ToLower(name)) {
			all = append(all, g)
		}
	}
	waiting := len(n.offers) + len(n.joins)
	n.mu.Unlock()
	old, err := n.recallNamed(name, len(all) > 0)
	if err != nil {
		return nil, err
	}
	all = append(all, old...)
	if name == "" {
		if playing := slices.DeleteFunc(slices.Clone(all), func(g *game) bool { return !g.inPlay() }); len(playing) > 0 {
			all = playing
		} else if len(all) > 1 {
			all = []*game{latest(all)}
		}
	}
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		return nil, ambiguous(ids(all, func(g *game) string { return g.id.String() }))
	case waiting > 0 && name == "":
		return nil, &control.Error{Code: control.CodeNotFound, Message: "the table has not begun: seats are still free", Hint: "fives tables shows who is there"}
	case name != "":
		return nil, &control.Error{Code: control.CodeNotFound, Message: "no table " + name, Hint: "fives tables lists yours"}
	}
	return nil, &control.Error{Code: control.CodeNotFound, Message: "you sit at no table", Hint: "fives tables lists the open ones, fives host opens one"}
}

// latest is the table that was proposed last.
func latest(all []*game) *game {
	return slices.MaxFunc(all, func(a, b *game) int { return int(a.proposed()) - int(b.proposed()) })
}

func (g *game) proposed() (t uint64) {
	g.look(func(r *replica.Replica) { t = r.Table().Terms().Time })
	return t
}

// Play makes a move.
func (n *Node) Play(ctx context.Context, name, move string) error {
	g, err := n.find(name)
	if err != nil {
		return err
	}
	err = g.do(func(r *replica.Replica, now time.Time) error { return r.Play(r.Own(), move, now) })
	if err != nil {
		return playError(err)
	}
	return nil
}

func playError(err error) error {
	e := &control.Error{Code: control.CodeInternal, Message: plain(err)}
	switch {
	case errors.Is(err, rules.ErrIllegal):
		e.Code, e.Hint = control.CodeIllegal, "fives moves lists what you may do"
	case errors.Is(err, table.ErrStopped):
		e.Code, e.Message = control.CodeConflict, "the table has stopped: somebody is at fault"
		e.Hint = "fives show says who"
	case errors.Is(err, replica.ErrUnheard):
		e.Code, e.Message = control.CodeConflict, "this daemon was started again and must first hear from everybody at the table"
		e.Hint = "fives show says who is missing"
	case errors.Is(err, replica.ErrLeft):
		e.Code, e.Message = control.CodeConflict, "you have left this table"
	case errors.Is(err, replica.ErrNoSeat):
		e.Code, e.Message = control.CodeConflict, "you have no seat at this table"
	default:
		var c *control.Error
		if errors.As(err, &c) {
			return c
		}
	}
	return e
}

// Log returns a table's log as it would be exported.
func (n *Node) Log(name string) ([]record.Record, error) {
	g, err := n.find(name)
	if err != nil {
		return nil, err
	}
	var log []record.Record
	g.look(func(r *replica.Replica) { log = r.Table().Log() })
	return log, nil
}

// Events follows what happens.
func (n *Node) Events(ctx context.Context, since uint64, emit func(control.Event) error) error {
	return n.events.follow(ctx, since, emit)
}

func (n *Node) handleStreams(ctx context.Context) {
	n.host.SetStreamHandler(protocolTable, func(s network.Stream) { n.handleTable(s) })
	n.host.SetStreamHandler(protocolLobby, func(s network.Stream) { n.handleLobby(s) })
	n.host.SetStreamHandler(protocolJoin, func(s network.Stream) { n.handleJoin(ctx, s) })
}

func badRequest(err error) error {
	return &control.Error{Code: control.CodeBadRequest, Message: plain(err)}
}

func badOption(rs *rules.RuleSet, err error) error {
	return &control.Error{Code: control.CodeBadRequest, Message: plain(err), Hint: "fives games " + rs.Name + " lists the options"}
}

func ambiguous(names []string) error {
	return &control.Error{Code: control.CodeAmbiguous, Message: "more than one table fits", Candidates: names,
		Hint: "name one by the beginning of its ID: " + strings.Join(shorten(names), ", ")}
}

func shorten(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name[:min(8, len(name))]
	}
	return out
}

func ids[T any](list []T, id func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = id(x)
	}
	slices.Sort(names)
	return names
}

// plain strips the package names that errors carry inside the program.
func plain(err error) string {
	text := err.Error()
	for _, p := range []string{"node: ", "replica: ", "seat: ", "rules: ", "games: ", "table: ", "store: "} {
		text = strings.ReplaceAll(text, p, "")
	}
	return text
}

func cleanName(s string) string { return discovery.CleanName(s) }

// cleanText makes a line from anywhere fit for a terminal.
func cleanText(s string) string {
	clean := func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	return strings.TrimSpace(strings.Map(clean, strings.ToValidUTF8(s, "")))
}

func compareText(a, b string) int { return strings.Compare(a, b) }

func listNames(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}
