package table_test

import (
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// spoilt are bodies like one that is honest, each with something wrong.
func spoilt(body any) (list []any) {
	var other []byte // 32 bytes that are the encoding of no element
	for range 32 {
		other = append(other, 0xff)
	}
	change := func(b []byte) [][]byte {
		if len(b) == 0 {
			return [][]byte{other}
		}
		return [][]byte{
			nil, b[1:], b[32:], append(slices.Clone(b), b[len(b)-32:]...), append(slices.Clone(b), 0),
			append(slices.Clone(other), b[32:]...), append(slices.Clone(b[:len(b)-32]), other...),
			append(slices.Clone(b), other...),
		}
	}
	switch b := body.(type) {
	case record.Stack:
		for _, stack := range change(b.Stack) {
			list = append(list, record.Stack{Stack: stack})
		}
	case record.Shares:
		for _, shares := range change(b.Shares) {
			list = append(list, record.Shares{Shares: shares, Proof: b.Proof})
		}
	case record.Move:
		for _, shares := range change(b.Shares) {
			list = append(list, record.Move{Text: b.Text, Cards: b.Cards, Shares: shares, Proof: b.Proof})
		}
	}
	return append(list, body, record.Empty{})
}

// What is said of a record is the same, whether it was read before or not.
func TestReadFindsNoFault(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	faults, good := map[record.Kind]int{}, map[record.Kind]int{}
	for !g.Table().Over() {
		tb, kind := g.Table(), g.Table().Pending().Kind
		for _, p := range g.Players {
			if !p.Owes() {
				continue
			}
			for i, body := range spoilt(g.Honest(p)) {
				r := g.Sign(p, body)
				want, wrong := tb.Claim(table.Peek(r))
				got, err := tb.Claim(table.Read(r))
				if said(err) != said(wrong) {
					t.Errorf("step %d, %s %d: %v, if it is read first: %v", tb.Step(), kind, i, wrong, err)
				}
				if err != nil {
					faults[kind]++
					continue
				}
				_, wrong = want.Verify(nil)
				if _, err = got.Verify(nil); said(err) != said(wrong) {
					t.Errorf("step %d, %s %d: %v, if it is read first: %v", tb.Step(), kind, i, wrong, err)
				}
				good[kind]++
			}
		}
		g.Step()
	}
	for _, kind := range []record.Kind{record.KindStack, record.KindShares, record.KindMove} {
		if faults[kind] < 5 || good[kind] == 0 {
			t.Errorf("of %s records, %d are faults and %d are not", kind, faults[kind], good[kind])
		}
	}
}

func said(err error) string {
	if err == nil {
		return "nothing"
	}
	return err.Error()
}

// Bytes that are no payload are refused in the same words.
func TestReadOfNoPayload(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 4)
	r := g.Make(g.Players[0])
	r.Payload = r.Payload[1:]
	_, want := g.Table().Claim(table.Peek(r))
	rd := table.Read(r)
	if _, err := g.Table().Claim(rd); err == nil || said(err) != said(want) {
		t.Errorf("%v, want %v", err, want)
	}
	if _, err := rd.Payload(); err == nil {
		t.Error("it has a payload")
	}
}
