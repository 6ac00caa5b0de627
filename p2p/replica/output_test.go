package replica_test

import (
	"reflect"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// numbered is an output that has one of everything.
func numbered(n byte) replica.Output {
	return replica.Output{
		Save: replica.Save{
			Records: []record.Record{{Payload: []byte{n}}}, Notices: []record.Record{{Payload: []byte{n}}},
			Faults: []*table.Fault{{Step: uint64(n)}}, Secrets: []replica.Secret{{Seat: record.Key{n}}}, Said: true,
		},
		Send: []replica.Envelope{{To: replica.Peer(rune(n))}}, Notes: []replica.Note{{Left: new(int)}},
		Penalize: []replica.Peer{replica.Peer(rune(n))},
	}
}

// A later output comes behind an earlier one, whole. If it begins the log anew, the records
// of the old log are not stored any more.
func TestAdd(t *testing.T) {
	for _, anew := range []bool{false, true} {
		first, later := numbered(1), numbered(2)
		later.Save.Anew = anew
		first.Add(later)
		if first.Save.Anew != anew || !first.Save.Said {
			t.Errorf("anew: %v, said: %v", first.Save.Anew, first.Save.Said)
		}
		dropped := map[string]bool{"Records": anew, "Faults": anew}
		for _, part := range []any{first, first.Save} {
			v := reflect.ValueOf(part)
			for i := range v.NumField() {
				name := v.Type().Field(i).Name
				if name == "Save" || name == "Anew" || name == "Said" {
					continue
				}
				n := 2
				if dropped[name] {
					n = 1
				}
				if v.Field(i).Len() != n {
					t.Errorf("anew %v: %d %s, want %d", anew, v.Field(i).Len(), name, n)
				}
			}
		}
		if last := first.Save.Records[len(first.Save.Records)-1]; last.Payload[0] != 2 {
			t.Errorf("anew %v: the records end in %d", anew, last.Payload[0])
		}
	}
	// A log that began anew stays so when more is added.
	first := replica.Output{Save: replica.Save{Anew: true}}
	if first.Add(numbered(1)); !first.Save.Anew || len(first.Save.Records) != 1 {
		t.Errorf("%+v", first.Save)
	}
}

// Empty is a Save only if it has nothing of anything.
func TestEmpty(t *testing.T) {
	if !(replica.Save{}).Empty() {
		t.Error("nothing is not empty")
	}
	all := numbered(1).Save
	for name, s := range map[string]replica.Save{
		"records": {Records: all.Records}, "notices": {Notices: all.Notices},
		"faults": {Faults: all.Faults}, "secrets": {Secrets: all.Secrets}, "said": {Said: true}, "all": all,
		"the same of two": {Records: all.Records, Notices: all.Notices},
		"of two others":   {Faults: all.Faults, Secrets: all.Secrets},
		"of these two":    {Notices: all.Notices, Faults: all.Faults},
	} {
		if s.Empty() {
			t.Errorf("%s: empty", name)
		}
	}
}
