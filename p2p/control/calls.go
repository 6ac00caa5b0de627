package control

import (
	"context"

	"fives/engine/record"
	"fives/p2p/api"
)

// The table of calls. A line has the method and path of a call, the types of
// its request and its answer, and the method of [Daemon] that answers it: the
// server takes its routes from here, and the methods of [Client] ask through the
// same lines. p2p/PROTOCOL.md §7.3 is this table for readers.
var (
	callStatus = get("/status", func(_ context.Context, d Daemon, _ api.None) (api.Status, error) {
		return d.Status(), nil
	})
	callPeers = get("/peers", func(_ context.Context, d Daemon, _ api.None) ([]api.Peer, error) {
		return list(d.Peers()), nil
	})
	callFaces = post("/faces", func(_ context.Context, d Daemon, q api.FacesRequest) (api.FacesAnswer, error) {
		numbers, err := d.Faces(q.Lists...)
		return api.FacesAnswer{Numbers: list(numbers)}, err
	})
	callTrust = post("/trust", func(_ context.Context, d Daemon, q api.TrustRequest) (api.Trusted, error) {
		return d.Trust(q.Who)
	})
	callConnect = post("/connect", func(ctx context.Context, d Daemon, q api.ConnectRequest) (api.ConnectAnswer, error) {
		return d.Connect(ctx, q.Address)
	})
	callHere = post("/here", func(ctx context.Context, d Daemon, _ api.None) (api.Status, error) {
		return d.Here(ctx)
	})
	callFar = post("/far", func(ctx context.Context, d Daemon, q api.FarRequest) (api.FarInvitation, error) {
		return d.Far(ctx, q)
	})
	callForgetLink = post("/forget-link", func(_ context.Context, d Daemon, q api.ForgetLinkRequest) (api.FarLink, error) {
		return d.ForgetLink(q.Who)
	})
	callInvite = post("/invite", func(_ context.Context, d Daemon, q api.InviteRequest) (api.Invitation, error) {
		return d.Invite(q)
	})
	callTables = get("/tables", func(ctx context.Context, d Daemon, q api.TablesRequest) (api.Tables, error) {
		t := api.Tables{}
		if q.Mine {
			t = d.Mine()
		} else {
			t = d.Tables(ctx)
		}
		return api.Tables{Open: list(t.Open), Mine: list(t.Mine)}, nil
	})
	callHost = post("/host", func(ctx context.Context, d Daemon, q api.HostRequest) (api.Offer, error) {
		return d.Host(ctx, q)
	})
	callBegin = post("/begin", func(ctx context.Context, d Daemon, q api.BeginRequest) (api.Offer, error) {
		return d.Begin(ctx, q)
	})
	callSendAway = post("/send-away", func(ctx context.Context, d Daemon, q api.SendAwayRequest) (api.Offer, error) {
		return d.SendAway(ctx, q)
	})
	callJoin = post("/join", func(ctx context.Context, d Daemon, q api.JoinRequest) (api.Offer, error) {
		return d.Join(ctx, q)
	})
	callLeave = post("/leave", func(ctx context.Context, d Daemon, q api.About) (api.LeaveAnswer, error) {
		said, err := d.Leave(ctx, q.Table)
		return api.LeaveAnswer{Done: said}, err
	})
	callForget = post("/forget", func(ctx context.Context, d Daemon, q api.ForgetRequest) (api.None, error) {
		return api.None{}, d.Forget(ctx, q.Table, q.Sure)
	})
	callTable = get("/table", func(_ context.Context, d Daemon, q api.TableRequest) (api.Table, error) {
		if q.Public {
			return d.Public(q.Table)
		}
		return d.Table(q.Table)
	})
	callMoves = get("/moves", func(_ context.Context, d Daemon, q api.About) (api.Moves, error) {
		return d.Moves(q.Table)
	})
	callPlay = post("/play", func(ctx context.Context, d Daemon, q api.PlayRequest) (api.None, error) {
		if q.Step != nil {
			return api.None{}, d.Play(ctx, q.Table, q.Move, *q.Step)
		}
		return api.None{}, d.Play(ctx, q.Table, q.Move)
	})
	callWatch = post("/watch", func(ctx context.Context, d Daemon, q api.About) (api.Summary, error) {
		return d.Watch(ctx, q.Table)
	})
	callAdmit = post("/admit", func(ctx context.Context, d Daemon, q api.AdmitRequest) (api.Admission, error) {
		return d.Admit(ctx, q.Table, q.Peer)
	})
	callHint = get("/hint", func(_ context.Context, d Daemon, q api.About) (api.HintAnswer, error) {
		return d.Hint(q.Table)
	})
	callSay = post("/say", func(ctx context.Context, d Daemon, q api.SayRequest) (api.None, error) {
		return api.None{}, d.Say(ctx, q.Table, q.Text)
	})
	callReading = post("/reading", func(ctx context.Context, d Daemon, q api.ReadingRequest) (api.None, error) {
		return api.None{}, d.Reading(ctx, q.Table, q.Hand, q.Done)
	})
	callCover = post("/cover", func(ctx context.Context, d Daemon, q api.About) (api.CoverAnswer, error) {
		names, err := d.Cover(ctx, q.Table)
		return api.CoverAnswer{Names: list(names)}, err
	})
	callContinue = post("/continue", func(ctx context.Context, d Daemon, q api.ContinueRequest) (api.Summary, error) {
		return d.Continue(ctx, q.Table, q.Without...)
	})
	callRematch = post("/rematch", func(ctx context.Context, d Daemon, q api.About) (api.Summary, error) {
		return d.Rematch(ctx, q.Table)
	})
	callHandover = post("/handover", func(ctx context.Context, d Daemon, q api.HandoverRequest) (api.Handover, error) {
		return d.Handover(ctx, q)
	})
	callAgree = post("/agree", func(ctx context.Context, d Daemon, q api.AgreeRequest) (api.Handover, error) {
		return d.Agree(ctx, q)
	})
	callEvidence = get("/evidence", func(_ context.Context, d Daemon, q api.EvidenceRequest) (records, error) {
		return d.Evidence(q.Table, q.Fault)
	})
	callBefore = get("/before", func(_ context.Context, d Daemon, q api.About) (api.Before, error) {
		b, err := d.Before(q.Table)
		return api.Before{Tables: list(b.Tables), Ask: list(b.Ask)}, err
	})
	callLog = get("/log", func(_ context.Context, d Daemon, q api.About) (records, error) {
		return d.Log(q.Table)
	})
	callEvents = get("/events", func(_ context.Context, d Daemon, q api.EventsRequest) (events, error) {
		return func(ctx context.Context, emit func(api.Event) error) error { return d.Events(ctx, q, emit) }, nil
	})
	callShutdown = post("/shutdown", func(_ context.Context, d Daemon, _ api.None) (api.None, error) {
		d.Shutdown()
		return api.None{}, nil
	})
)

// Answers that are sent as lines, one for each part, instead of one JSON value.
type (
	records []record.Record
	events  func(ctx context.Context, emit func(api.Event) error) error
)

// list returns a list that JSON does not write as null.
func list[T any](of []T) []T {
	if of == nil {
		return []T{}
	}
	return of
}
