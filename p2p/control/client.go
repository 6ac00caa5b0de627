package control

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"syscall"
	"time"

	"fives/p2p/api"
)

const (
	dialTime  = 5 * time.Second
	maxAnswer = 16 << 20
)

// A Client calls the daemon of one home. It is safe for concurrent use. If the daemon refuses
// a call or is absent, the error is an *[api.Error].
type Client struct {
	home  string
	hello api.Hello
	base  string
	to    carrier
	own   Daemon // in the same process; nil if it is in another
}

// A carrier carries a request to a daemon and brings back the answer, as [http.Client] does. It is
// an interface so that a program for browsers, which has none, is linked without [http.Transport],
// TLS and HTTP/2: it is a twelfth smaller.
type carrier interface {
	Do(*http.Request) (*http.Response, error)
}

// Within returns a client of a daemon in the same process, as in a browser's worker: its calls are
// those of the daemon.
func Within(d Daemon) *Client { return &Client{hello: *hello(), own: d} }

// Dial finds the daemon of a home and agrees with it on an API version. The error wraps
// [api.ErrNotRunning] if there is no daemon or it does not answer (see [IsDown]), and [api.ErrVersion] if the two have no version
// in common.
func Dial(home string) (*Client, error) {
	home, err := place(home)
	if err != nil {
		return nil, err
	}
	var d net.Dialer
	return newClient(home, &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return d.DialContext(ctx, "unix", SocketPath(home))
		},
		MaxResponseHeaderBytes: maxHeader,
		DisableCompression:     true,
	}})
}

func newClient(home string, to carrier) (*Client, error) {
	c := &Client{home: home, base: "http://fives", to: to}
	ctx, cancel := context.WithTimeout(context.Background(), dialTime)
	defer cancel()
	if err := c.greet(ctx); err != nil {
		return nil, err
	}
	v, err := agreeOn(c.hello)
	c.base += fmt.Sprintf("/v%d", v)
	return c, err
}

// greet makes the one call that every version answers in the same way.
func (c *Client) greet(ctx context.Context) error {
	resp, err := c.send(ctx, http.MethodGet, c.base+"/version", nil, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	c.hello, err = decode[api.Hello](resp.Body)
	return err
}

// decode reads an answer, an error or an event, and cleans the texts in it that others have
// chosen, for all front ends.
func decode[T any](r io.Reader) (v T, err error) {
	if err := json.NewDecoder(io.LimitReader(r, maxAnswer)).Decode(&v); err != nil {
		return v, fmt.Errorf("control: the daemon's answer cannot be read: %w", err)
	}
	return api.CleanAll(v), nil
}

// Version returns the version of the daemon's program.
func (c *Client) Version() string { return c.hello.Version }

// Close closes idle connections.
func (c *Client) Close() {
	if has, ok := c.to.(interface{ CloseIdleConnections() }); ok {
		has.CloseIdleConnections()
	}
}

// Status asks the daemon about itself.
func (c *Client) Status(ctx context.Context) (api.Status, error) {
	return callStatus.ask(ctx, c, api.None{})
}

// Peers lists the nodes that are connected or were seen lately.
func (c *Client) Peers(ctx context.Context) ([]api.Peer, error) {
	return callPeers.ask(ctx, c, api.None{})
}

// Here makes this daemon play, instead of another one that runs with the same key, and waits until
// it does.
func (c *Client) Here(ctx context.Context) (api.Status, error) {
	return callHere.ask(ctx, c, api.None{})
}

// Connect makes the daemon connect to the node at a multiaddr with a peer ID.
func (c *Client) Connect(ctx context.Context, addr string) (api.ConnectAnswer, error) {
	return callConnect.ask(ctx, c, api.ConnectRequest{Address: addr})
}

// Invite makes the daemon let browsers in, or stop letting them in.
func (c *Client) Invite(ctx context.Context, r api.InviteRequest) (api.Invitation, error) {
	return callInvite.ask(ctx, c, r)
}

// Far lets nodes from outside the local network in, or stops that.
func (c *Client) Far(ctx context.Context, r api.FarRequest) (api.FarInvitation, error) {
	return callFar.ask(ctx, c, r)
}

// ForgetLink keeps a link no more.
func (c *Client) ForgetLink(ctx context.Context, who string) (api.FarLink, error) {
	return callForgetLink.ask(ctx, c, api.ForgetLinkRequest{Who: who})
}

// Tables lists the open tables, and the node's own. The daemon asks other nodes.
func (c *Client) Tables(ctx context.Context) (api.Tables, error) {
	return callTables.ask(ctx, c, api.TablesRequest{})
}

// Mine lists the node's own tables, open ones too, without waiting for other nodes.
func (c *Client) Mine(ctx context.Context) (api.Tables, error) {
	return callTables.ask(ctx, c, api.TablesRequest{Mine: true})
}

// Host opens a table.
func (c *Client) Host(ctx context.Context, r api.HostRequest) (api.Offer, error) {
	return callHost.ask(ctx, c, r)
}

// Begin begins an open table of this node that has free seats.
func (c *Client) Begin(ctx context.Context, r api.BeginRequest) (api.Offer, error) {
	return callBegin.ask(ctx, c, r)
}

// SendAway frees a seat at an open table of this node's, and lets whoever had it have none there.
func (c *Client) SendAway(ctx context.Context, r api.SendAwayRequest) (api.Offer, error) {
	return callSendAway.ask(ctx, c, r)
}

// Join takes a seat.
func (c *Client) Join(ctx context.Context, r api.JoinRequest) (api.Offer, error) {
	return callJoin.ask(ctx, c, r)
}

// Leave gives up a seat, or withdraws this node's own open table. It returns what it did:
// [api.Withdrawn], [api.GivenBack] or [api.Left].
func (c *Client) Leave(ctx context.Context, table string) (string, error) {
	a, err := callLeave.ask(ctx, c, api.About{Table: table})
	return a.Done, err
}

// Forget removes for good a table that is over or that this node has left. Unless sure is set,
// it is refused while somebody may still need the table.
func (c *Client) Forget(ctx context.Context, table string, sure bool) error {
	_, err := callForget.ask(ctx, c, api.ForgetRequest{About: api.About{Table: table}, Sure: sure})
	return err
}

// Table returns a table as this node's seat sees it.
func (c *Client) Table(ctx context.Context, table string) (api.Table, error) {
	return callTable.ask(ctx, c, api.TableRequest{About: api.About{Table: table}})
}

// Public returns a table as somebody without a seat sees it, even if this node has a seat.
func (c *Client) Public(ctx context.Context, table string) (api.Table, error) {
	return callTable.ask(ctx, c, api.TableRequest{About: api.About{Table: table}, Public: true})
}

// Moves lists the legal moves of this node's seat.
func (c *Client) Moves(ctx context.Context, table string) (api.Moves, error) {
	return callMoves.ask(ctx, c, api.About{Table: table})
}

// Play makes a move. If a step is given, the move is refused unless the table is at that step.
func (c *Client) Play(ctx context.Context, table, move string, step ...uint64) error {
	q := api.PlayRequest{About: api.About{Table: table}, Move: move}
	if len(step) > 0 {
		q.Step = &step[0]
	}
	_, err := callPlay.ask(ctx, c, q)
	return err
}

// Watch follows a table of other nodes as an onlooker.
func (c *Client) Watch(ctx context.Context, table string) (api.Summary, error) {
	return callWatch.ask(ctx, c, api.About{Table: table})
}

// Admit lets a node without a seat watch a private table.
func (c *Client) Admit(ctx context.Context, table, peer string) (api.Admission, error) {
	return callAdmit.ask(ctx, c, api.AdmitRequest{About: api.About{Table: table}, Peer: peer})
}

// Faces returns the numbers by which the people of some lists are drawn wherever this node's person
// sees them.
func (c *Client) Faces(ctx context.Context, lists ...[]api.Person) ([][]int, error) {
	a, err := callFaces.ask(ctx, c, api.FacesRequest{Lists: lists})
	fits := func(numbers []int, people []api.Person) int { return len(numbers) - len(people) }
	if err == nil && slices.CompareFunc(a.Numbers, lists, fits) != 0 {
		err = fmt.Errorf("%d lists of numbers for %d lists of people, or of other lengths", len(a.Numbers), len(lists))
	}
	return a.Numbers, err
}

// Trust accepts the new key of somebody whose name is known.
func (c *Client) Trust(ctx context.Context, who string) (api.Trusted, error) {
	return callTrust.ask(ctx, c, api.TrustRequest{Who: who})
}

// Hint returns the move that the strongest computer player would make, and why.
func (c *Client) Hint(ctx context.Context, table string) (api.HintAnswer, error) {
	return callHint.ask(ctx, c, api.About{Table: table})
}

// Say sends a line of chat to everybody at the table who is connected.
func (c *Client) Say(ctx context.Context, table, text string) error {
	_, err := callSay.ask(ctx, c, api.SayRequest{About: api.About{Table: table}, Text: text})
	return err
}

// Reading says that the person is reading the result of a settled hand (counted from 1), or
// is done with it.
func (c *Client) Reading(ctx context.Context, table string, hand int, done bool) error {
	_, err := callReading.ask(ctx, c, api.ReadingRequest{About: api.About{Table: table}, Hand: hand, Done: done})
	return err
}

// Cover makes this node stop waiting for those who are away at a table with cover.
func (c *Client) Cover(ctx context.Context, table string) (api.CoverAnswer, error) {
	return callCover.ask(ctx, c, api.About{Table: table})
}

// Continue goes on from the last settled hand with those who are online, except those named
// in without. Given the ID of a continuation that others have called for, it accepts that one.
func (c *Client) Continue(ctx context.Context, table string, without ...string) (api.Summary, error) {
	return callContinue.ask(ctx, c, api.ContinueRequest{About: api.About{Table: table}, Without: without})
}

// Rematch starts a new game with the same players, each one seat further.
func (c *Client) Rematch(ctx context.Context, table string) (api.Summary, error) {
	return callRematch.ask(ctx, c, api.About{Table: table})
}

// Handover offers a seat of this node to another node, or takes the offer back.
func (c *Client) Handover(ctx context.Context, r api.HandoverRequest) (api.Handover, error) {
	return callHandover.ask(ctx, c, r)
}

// Agree consents to a handover, or takes the consent back.
func (c *Client) Agree(ctx context.Context, r api.AgreeRequest) (api.Handover, error) {
	return callAgree.ask(ctx, c, r)
}

// Log writes the log of a table to w, one record a line. After an error, w may have part of it.
func (c *Client) Log(ctx context.Context, table string, w io.Writer) error {
	return callLog.copy(ctx, c, api.About{Table: table}, w)
}

// Before lists the tables at which a table's game was played before, as far as the daemon knows.
func (c *Client) Before(ctx context.Context, table string) (api.Before, error) {
	return callBefore.ask(ctx, c, api.About{Table: table})
}

// Evidence writes the proof of a fault to w, as a file that can be verified on its own. fault
// is its index in [api.Table.Faults].
func (c *Client) Evidence(ctx context.Context, table string, fault int, w io.Writer) error {
	return callEvidence.copy(ctx, c, api.EvidenceRequest{About: api.About{Table: table}, Fault: fault}, w)
}

// Shutdown tells the daemon to end; it returns before the daemon has.
func (c *Client) Shutdown(ctx context.Context) error {
	_, err := callShutdown.ask(ctx, c, api.None{})
	return err
}

// send makes a request. It returns an error answer as an error.
func (c *Client) send(ctx context.Context, method, addr string, q url.Values, body any) (*http.Response, error) {
	if len(q) > 0 {
		addr += "?" + q.Encode()
	}
	var content io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("control: %w", err)
		}
		content = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, addr, content)
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	resp, err := c.to.Do(req)
	if err != nil {
		return nil, c.transportError(err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	defer resp.Body.Close()
	return nil, readError(resp)
}

// IsDown reports whether an error of [Dial] says that no daemon has the home, not even one that
// does not answer.
func IsDown(err error) bool { return api.ErrorIn(err).Reason == api.ReasonNoDaemon }

// failed is the error of a call that was made in the same process.
func failed(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return api.CleanAll(failure(err))
}

func readError(resp *http.Response) error {
	e, err := decode[*api.Error](resp.Body)
	if err != nil || e == nil || e.Code == "" {
		return fmt.Errorf("control: the daemon answers %s", resp.Status)
	}
	return e
}

// transportError returns the *[api.Error] for an error of the transport, if the cause is known.
func (c *Client) transportError(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		if InUse(c.home) {
			return api.Fail(api.ReasonDaemonSilent, api.Data{Home: c.home, Process: holder(c.home)})
		}
		return api.Fail(api.ReasonNoDaemon, api.Data{Home: c.home})
	case errors.Is(err, fs.ErrPermission):
		return cmp.Or(CheckOwner(c.home), error(api.Fail(api.ReasonHomeOfAnotherUser, api.Data{Home: c.home})))
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), timeout(err):
		return api.Fail(api.ReasonDaemonSilent, api.Data{Home: c.home})
	}
	return fmt.Errorf("control: %w", err)
}

func timeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}
