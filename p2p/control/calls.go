package control

import (
	"bufio"
	"net/http"
	"strconv"
	"time"

	"fives/engine/record"
)

// done answers a call that has nothing to say.
type done struct{}

func (h *handler) version(http.ResponseWriter, *http.Request) (any, error) {
	return Hello{Version: Version(), Oldest: Oldest, API: API}, nil
}

func (h *handler) status(http.ResponseWriter, *http.Request) (any, error) {
	return h.d.Status(), nil
}

func (h *handler) peers(http.ResponseWriter, *http.Request) (any, error) {
	peers := h.d.Peers()
	if peers == nil {
		peers = []Peer{}
	}
	return peers, nil
}

func (h *handler) connect(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[ConnectRequest](r)
	if err != nil {
		return nil, err
	}
	return done{}, h.d.Connect(r.Context(), q.Address)
}

func (h *handler) tables(_ http.ResponseWriter, r *http.Request) (any, error) {
	var t Tables
	if r.URL.Query().Get("mine") == "true" {
		t = h.d.Mine()
	} else {
		t = h.d.Tables(r.Context())
	}
	if t.Open == nil {
		t.Open = []Offer{}
	}
	if t.Mine == nil {
		t.Mine = []Summary{}
	}
	return t, nil
}

func (h *handler) host(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[HostRequest](r)
	if err != nil {
		return nil, err
	}
	return h.d.Host(r.Context(), q)
}

func (h *handler) join(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[JoinRequest](r)
	if err != nil {
		return nil, err
	}
	return h.d.Join(r.Context(), q)
}

func (h *handler) leave(_ http.ResponseWriter, r *http.Request) (any, error) {
	said, err := h.d.Leave(r.Context(), named(r))
	return LeaveAnswer{Done: said}, err
}

func (h *handler) table(_ http.ResponseWriter, r *http.Request) (any, error) {
	return h.d.Table(named(r))
}

func (h *handler) moves(_ http.ResponseWriter, r *http.Request) (any, error) {
	return h.d.Moves(named(r))
}

func (h *handler) play(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[PlayRequest](r)
	if err != nil {
		return nil, err
	}
	if q.Step != nil {
		return done{}, h.d.Play(r.Context(), named(r), q.Move, *q.Step)
	}
	return done{}, h.d.Play(r.Context(), named(r), q.Move)
}

func (h *handler) watch(_ http.ResponseWriter, r *http.Request) (any, error) {
	return h.d.Watch(r.Context(), named(r))
}

func (h *handler) admit(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[AdmitRequest](r)
	if err != nil {
		return nil, err
	}
	return h.d.Admit(r.Context(), named(r), q.Peer)
}

func (h *handler) trust(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[TrustRequest](r)
	if err != nil {
		return nil, err
	}
	return h.d.Trust(q.Who)
}

func (h *handler) hint(_ http.ResponseWriter, r *http.Request) (any, error) {
	move, err := h.d.Hint(named(r))
	return HintAnswer{Move: move}, err
}

func (h *handler) say(_ http.ResponseWriter, r *http.Request) (any, error) {
	q, err := read[SayRequest](r)
	if err != nil {
		return nil, err
	}
	return done{}, h.d.Say(r.Context(), named(r), q.Text)
}

func (h *handler) onward(_ http.ResponseWriter, r *http.Request) (any, error) {
	return h.d.Continue(r.Context(), named(r), r.URL.Query()["without"]...)
}

func (h *handler) rematch(_ http.ResponseWriter, r *http.Request) (any, error) {
	return h.d.Rematch(r.Context(), named(r))
}

func (h *handler) tableLog(w http.ResponseWriter, r *http.Request) (any, error) {
	records, err := h.d.Log(named(r))
	return writeRecords(w, records, err)
}

func (h *handler) evidence(w http.ResponseWriter, r *http.Request) (any, error) {
	fault, err := strconv.Atoi(r.URL.Query().Get("fault"))
	if err != nil {
		return nil, &Error{Code: CodeBadRequest, Message: "fault is the number of a fault"}
	}
	records, err := h.d.Evidence(named(r), fault)
	return writeRecords(w, records, err)
}

// writeRecords writes records as they are exported: one a line.
func writeRecords(w http.ResponseWriter, records []record.Record, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	w.Header().Set("Content-Type", linesType)
	out := http.NewResponseController(w)
	b := bufio.NewWriterSize(w, 64<<10)
	for _, rec := range records {
		_ = out.SetWriteDeadline(time.Now().Add(sendTime))
		if _, err := b.Write(append(rec.Line(), '\n')); err != nil {
			panic(http.ErrAbortHandler) // so that the client sees that it is not whole
		}
	}
	if err := b.Flush(); err != nil {
		panic(http.ErrAbortHandler)
	}
	return nil, nil
}

func (h *handler) shutdown(http.ResponseWriter, *http.Request) (any, error) {
	h.d.Shutdown()
	return done{}, nil
}

// named is the table that a request is about.
func named(r *http.Request) string { return r.URL.Query().Get("table") }
