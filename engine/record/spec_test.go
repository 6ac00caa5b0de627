package record_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fives/engine/record"
)

// bodies are the structures of the kinds.
var bodies = map[record.Kind]any{
	record.KindProposal: record.Proposal{}, record.KindJoin: record.Join{}, record.KindRoster: record.Empty{},
	record.KindAccept: record.Continuation{}, record.KindKey: record.HandKey{}, record.KindStack: record.Stack{}, record.KindProof: record.Proof{},
	record.KindShares: record.Shares{}, record.KindMove: record.Move{}, record.KindReceipt: record.Receipt{},
	record.KindLeave: record.Leave{}, record.KindSeal: record.SealingKey{}, record.KindAway: record.Away{},
	record.KindHere: record.Here{}, record.KindComplaint: record.Complaint{},
}

// The tables of SPEC §2.2 and §3 have every field that is signed, with its type, and no
// other: a field more would be refused by every program that does not know it.
func TestBodiesAreAsSpecified(t *testing.T) {
	spec, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	s := specification{text: string(spec)}
	rows := s.rows("## §3 Kinds and bodies")
	for _, kind := range kinds(t) {
		if !kind.Known() {
			t.Errorf("%s: it is a kind, and not known", kind)
		}
		body, ok := bodies[kind]
		if !ok {
			t.Errorf("%s: this test does not know its structure", kind)
			continue
		}
		row, ok := rows["`"+string(kind)+"`"]
		if !ok {
			t.Errorf("%s: SPEC §3 has no row for it", kind)
			continue
		}
		delete(rows, "`"+string(kind)+"`")
		if kind == record.KindProposal {
			s.proposal = s.fields(row[0])
		}
		if want, got := s.fields(row[0]), fieldsOf(reflect.TypeOf(body)); !slices.Equal(got, want) {
			t.Errorf("%s: the structure has\n\t%q\nSPEC §3 has\n\t%q", kind, got, want)
		}
	}
	for kind := range rows {
		t.Errorf("SPEC §3 has a row for %s, which is no kind", kind)
	}
	var want []string
	for field, row := range s.rows("### §2.2 Payload") {
		switch field {
		case "`kind`":
			want = append(want, "kind text")
		case "`body`":
			want = append(want, "body structure")
		default:
			want = append(want, strings.Trim(field, "`")+" "+s.kind(row[0]))
		}
	}
	slices.Sort(want)
	if got := fieldsOf(reflect.TypeOf(record.Payload{})); !slices.Equal(got, want) {
		t.Errorf("the payload has\n\t%q\nSPEC §2.2 has\n\t%q", got, want)
	}
}

// kinds are the constants of package record that name one.
func kinds(t *testing.T) (list []record.Kind) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "body.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if name, ok := v.Type.(*ast.Ident); ok && name.Name == "Kind" {
				text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, record.Kind(text))
			}
		}
		return true
	})
	if len(list) < len(bodies) {
		t.Fatalf("only %d kinds", len(list))
	}
	return list
}

// A specification is SPEC.md, and the fields of a proposal when they have been read.
type specification struct {
	text     string
	proposal []string
}

// rows are those of the first table below a heading: the cells behind the first one of
// each.
func (s specification) rows(heading string) map[string][]string {
	_, text, _ := strings.Cut(s.text, heading)
	rows := map[string][]string{}
	_, text, _ = strings.Cut(text, "| --- ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		if cells := strings.Split(strings.Trim(line, "| "), " | "); strings.HasPrefix(cells[0], "`") {
			rows[cells[0]] = cells[1:]
		}
	}
	return rows
}

var (
	remark = regexp.MustCompile(` ?\([^)]*\)`)
	names  = regexp.MustCompile("^((?:`[a-z-]+`(?:, )?)+) (.*)$")
	tick   = regexp.MustCompile("`([a-z-]+)`")
)

// fields reads such a text as "`a`, `b` text; optional `c` key": "a text", "b text",
// "c optional key", in alphabetical order.
func (s specification) fields(text string) (all []string) {
	for _, part := range split(remark.ReplaceAllString(text, ""), ';') {
		optional := ""
		if rest, ok := strings.CutPrefix(part, "optional"); ok {
			optional = "optional "
			part = strings.TrimPrefix(strings.TrimPrefix(rest, ", both or neither:"), " ")
			if strings.HasPrefix(rest, ",") {
				for _, one := range split(strings.TrimSpace(part), ',') {
					all = append(all, s.field(one, optional)...)
				}
				continue
			}
		}
		all = append(all, s.field(part, optional)...)
	}
	slices.Sort(all)
	return all
}

// field reads one field, or several of one type.
func (s specification) field(text, optional string) (all []string) {
	m := names.FindStringSubmatch(text)
	if m == nil {
		return nil // such as "no fields"
	}
	for _, name := range tick.FindAllStringSubmatch(m[1], -1) {
		kind := s.kind(m[2])
		if m[2] == "as in a proposal" {
			i := slices.IndexFunc(s.proposal, func(f string) bool { return strings.HasPrefix(f, name[1]+" ") })
			if i >= 0 {
				kind = strings.TrimPrefix(s.proposal[i], name[1]+" ")
			}
		}
		all = append(all, name[1]+" "+optional+kind)
	}
	return all
}

// kind writes a type as fieldsOf does.
func (s specification) kind(text string) string {
	if of, ok := strings.CutPrefix(text, "optional "); ok {
		return "optional " + s.kind(of)
	}
	if of, ok := strings.CutPrefix(strings.Replace(text, "lists of", "list of", 1), "list of "); ok {
		return "list of " + strings.TrimSuffix(s.kind(of), "s")
	}
	if strings.HasPrefix(text, "{") {
		return "{" + strings.Join(s.fields(strings.Trim(text, "{}")), "; ") + "}"
	}
	return text
}

// split cuts a text at a sign that is not in braces.
func split(text string, at rune) (parts []string) {
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case r == at && depth == 0:
			parts, from = append(parts, strings.TrimSpace(text[from:i])), i+1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

// fieldsOf lists the fields of a structure as SPEC.md names their types.
func fieldsOf(t reflect.Type) (all []string) {
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		name, optional, _ := strings.Cut(f.Tag.Get("cbor"), ",")
		text := name + " "
		if optional != "" {
			text += "optional "
		}
		all = append(all, text+typeOf(f.Type))
	}
	slices.Sort(all)
	return all
}

func typeOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[record.Hash]():
		return "hash"
	case reflect.TypeFor[record.Key]():
		return "key"
	case reflect.TypeFor[[64]byte]():
		return "signature"
	case reflect.TypeFor[map[string]any]():
		return "options"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem())
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "truth"
	case reflect.Uint64:
		return "number"
	case reflect.Int, reflect.Int64:
		return "signed"
	case reflect.Struct:
		return "{" + strings.Join(fieldsOf(t), "; ") + "}"
	case reflect.Slice:
		switch {
		case t.Name() == "Encoded":
			return "structure"
		case t.Elem().Kind() == reflect.Uint8:
			return "bytes"
		}
		return "list of " + typeOf(t.Elem())
	}
	return t.String()
}
