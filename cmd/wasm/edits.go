package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// An edit changes a file of the standard library for these programs. In it, from occurs once;
// in another Go release, in which it does not, the file stays as it is.
type edit struct{ file, from, to string }

// computed lets the runtime compute what it otherwise reads from a table (functionTable says
// what is in it). The table is a fifth of cmd/browser.
var computed = edit{
	"runtime/symtab.go", `	b := x / abi.FuncTabBucketSize
	i := x % abi.FuncTabBucketSize / (abi.FuncTabBucketSize / nsub)

	ffb := (*findfuncbucket)(add(unsafe.Pointer(datap.findfunctab), b*unsafe.Sizeof(findfuncbucket{})))
	idx := ffb.idx + uint32(ffb.subbuckets[i])
`, `	idx := uint32(x >> 16)
`,
}

// fieldsOnly: a template may call a method by its name, so the linker keeps every method of every
// type in a program that has templates. Ours call functions only.
var fieldsOnly = edit{"text/template/exec.go", "ptr.MethodByName(fieldName)", "(reflect.Value{})"}

// first puts a statement before all others of a function, which then is all that it does.
func first(file, function, statement string) edit {
	return edit{file, function + "\n", function + "\n\t" + statement + "\n"}
}

const noKeys = `errors.New("a page knows keys of Ed25519 only")`

// edits are all of them, with the reason why a page does the same without.
var edits = []edit{
	computed,
	fieldsOnly,

	// Keys of other kinds than Ed25519. go-libp2p keeps alive how it reads them, in a map of all
	// kinds, and by that all that such keys can do. A key of a peer that cannot be read is none:
	// the handshake ends. Nothing that a page has or makes is of these kinds, and no TLS is spoken.
	first("crypto/x509/x509.go", "func ParsePKIXPublicKey(derBytes []byte) (pub any, err error) {", "return nil, "+noKeys),
	first("crypto/x509/x509.go", "func MarshalPKIXPublicKey(pub any) ([]byte, error) {", "return nil, "+noKeys),
	first("crypto/x509/sec1.go", "func ParseECPrivateKey(der []byte) (*ecdsa.PrivateKey, error) {", "return nil, "+noKeys),
	first("crypto/x509/sec1.go", "func MarshalECPrivateKey(key *ecdsa.PrivateKey) ([]byte, error) {", "return nil, "+noKeys),
	first("crypto/x509/pkcs1.go", "func ParsePKCS1PrivateKey(der []byte) (*rsa.PrivateKey, error) {", "return nil, "+noKeys),
	first("crypto/x509/pkcs1.go", "func MarshalPKCS1PrivateKey(key *rsa.PrivateKey) []byte {", "panic("+noKeys+")"),
	first("crypto/ecdsa/ecdsa_legacy.go", "func Sign(rand io.Reader, priv *PrivateKey, hash []byte) (r, s *big.Int, err error) {", "return nil, nil, "+noKeys),
	first("crypto/ecdsa/ecdsa_legacy.go", "func Verify(pub *PublicKey, hash []byte, r, s *big.Int) bool {", "return false"),
	first("crypto/rsa/fips.go", "func SignPKCS1v15(random io.Reader, priv *PrivateKey, hash crypto.Hash, hashed []byte) ([]byte, error) {", "return nil, "+noKeys),
	first("crypto/rsa/fips.go", "func VerifyPKCS1v15(pub *PublicKey, hash crypto.Hash, hashed []byte, sig []byte) error {", "return "+noKeys),
	first("encoding/asn1/asn1.go", "func Unmarshal(b []byte, val any) (rest []byte, err error) {", "return nil, "+noKeys),
	first("encoding/asn1/marshal.go", "func Marshal(val any) ([]byte, error) {", "return nil, "+noKeys),
	first("crypto/elliptic/elliptic.go", "func P256() Curve {", "return nil"),
	{"crypto/hpke/kem.go", `
var dhKEMP256 = &dhKEM{HKDFSHA256(), 0x0010, ecdh.P256(), 32, 32, 65}
var dhKEMP384 = &dhKEM{HKDFSHA384(), 0x0011, ecdh.P384(), 48, 48, 97}
var dhKEMP521 = &dhKEM{HKDFSHA512(), 0x0012, ecdh.P521(), 64, 66, 133}
var dhKEMX25519 = &dhKEM{HKDFSHA256(), 0x0020, ecdh.X25519(), 32, 32, 32}
`, "\nvar dhKEMP256, dhKEMP384, dhKEMP521, dhKEMX25519 *dhKEM\n"},
	{"crypto/hpke/pq.go", "\tcurve: ecdh.X25519(),\n\n\tcurveSeedSize:    32,\n", "\tcurveSeedSize:    32,\n"},
	{"crypto/hpke/pq.go", "\tcurve: ecdh.P256(),\n\n\tcurveSeedSize:    32,\n", "\tcurveSeedSize:    32,\n"},
	{"crypto/hpke/pq.go", "\tcurve: ecdh.P384(),\n\n\tcurveSeedSize:    48,\n", "\tcurveSeedSize:    48,\n"},

	// Self-tests of algorithms, which run only where GODEBUG asks for FIPS 140; a page has no
	// GODEBUG. And the curves of keys that are refused.
	first("crypto/internal/fips140/ecdh/cast.go", "var fipsSelfTest = sync.OnceFunc(func() {", "return"),
	first("crypto/internal/fips140/ecdsa/cast.go", "var fipsSelfTest = sync.OnceFunc(func() {", "return"),
	first("crypto/internal/fips140/ecdsa/cast.go", "var fipsSelfTestDeterministic = sync.OnceFunc(func() {", "return"),
	first("crypto/internal/fips140/ecdsa/ecdsa.go", "var _P224 = sync.OnceValue(func() *Curve[*nistec.P224Point] {", "return nil"),
	first("crypto/internal/fips140/ecdsa/ecdsa.go", "var _P256 = sync.OnceValue(func() *Curve[*nistec.P256Point] {", "return nil"),
	first("crypto/internal/fips140/ecdsa/ecdsa.go", "var _P384 = sync.OnceValue(func() *Curve[*nistec.P384Point] {", "return nil"),
	first("crypto/internal/fips140/ecdsa/ecdsa.go", "var _P521 = sync.OnceValue(func() *Curve[*nistec.P521Point] {", "return nil"),
	first("crypto/internal/fips140/mlkem/cast.go", "var fipsSelfTest = sync.OnceFunc(func() {", "return"),
	first("crypto/internal/fips140/rsa/cast.go", "var fipsSelfTest = sync.OnceFunc(func() {", "return"),
	{"crypto/internal/fips140/tls12/cast.go", "func init() {", "func _() {"},
	{"crypto/internal/fips140/tls13/cast.go", "func init() {", "func _() {"},
	{"crypto/internal/fips140/hkdf/cast.go", "func init() {", "func _() {"},
	{"crypto/internal/fips140/aes/cast.go", "func init() {", "func _() {"},
	{"crypto/internal/fips140/aes/gcm/cast.go", "func init() {", "func _() {"},
	{"crypto/internal/fips140/nistec/p256.go", "func init() {", "func _() {"},

	// Names and sockets: a page has neither, the browser opens its connections. A name that is
	// looked up nevertheless is not found, as before, when there was no socket to ask by.
	{"net/lookup.go", "\ttrace, _ := ctx.Value(nettrace.TraceKey{}).(*nettrace.Trace)\n",
		"\treturn nil, newDNSError(errNoSuchHost, host, \"\")\n\ttrace, _ := ctx.Value(nettrace.TraceKey{}).(*nettrace.Trace)\n"},
	first("net/lookup.go", "func (r *Resolver) goLookupTXT(ctx context.Context, name string) ([]string, error) {", `return nil, newDNSError(errNoSuchHost, name, "")`),
	{"net/http/transport.go", "\tProxy: ProxyFromEnvironment,\n", ""},

	// go-libp2p compresses a trace of what its limits see, if one is asked for.
	first("compress/flate/deflate.go", "func NewWriter(w io.Writer, level int) (*Writer, error) {", `panic("a page compresses nothing")`),
	first("compress/flate/deflate.go", "func (w *Writer) Reset(dst io.Writer) {", `panic("a page compresses nothing")`),

	// Sorting is compiled for each type that is sorted, some forty. Here the numbers of the places
	// are sorted, which are of one type; comparisons and exchanges are the same, and so is the order,
	// also of what is equal.
	{"slices/sort.go", "\tn := len(x)\n\tpdqsortCmpFunc(x, 0, n, bits.Len(uint(n)), cmp)\n}\n", `	order := places(len(x))
	pdqsortCmpFunc(order, 0, len(x), bits.Len(uint(len(x))), func(a, b int) int { return cmp(x[a], x[b]) })
	take(x, order)
}

func places(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

func take[S ~[]E, E any](x S, order []int) {
	sorted := make(S, len(x))
	for i, from := range order {
		sorted[i] = x[from]
	}
	copy(x, sorted)
}
`},
	{"slices/sort.go", "\tstableCmpFunc(x, len(x), cmp)\n",
		"\torder := places(len(x))\n\tstableCmpFunc(order, len(x), func(a, b int) int { return cmp(x[a], x[b]) })\n\ttake(x, order)\n"},

	// Patterns. Ours are not compiled in a page, and templates look with theirs for tags in a script
	// in which they write something: no template of a page or a report has such a script.
	{"html/template/escape.go", `regexp.MustCompile("(?i)<(script|/script|!--)")`, "(*regexp.Regexp)(nil)"},
	first("html/template/escape.go", "func containsSpecialScriptTag(s []byte) bool {", `panic("a page has no template with a script")`),
	first("html/template/escape.go", "func escapeSpecialScriptTags(s []byte) []byte {", `panic("a page has no template with a script")`),
	{"html/template/js.go", `regexp.MustCompile("(?i)<(/?)script")`, "(*regexp.Regexp)(nil)"},
	first("html/template/js.go", "func jsValEscaper(args ...any) string {", `panic("a page has no template with a script")`),
}

// edited writes edited files into a folder, and returns where each lies. The edits that this Go
// does not know are returned, too.
func (r release) edited(dir string, edits ...edit) (files map[string]string, unknown []edit, err error) {
	files = map[string]string{}
	for i, e := range edits {
		theirs := filepath.Join(r.root, "src", filepath.FromSlash(e.file))
		last := files[theirs]
		if last == "" {
			last = theirs
		}
		source, err := os.ReadFile(last)
		if err != nil {
			return nil, nil, err
		}
		if bytes.Count(source, []byte(e.from)) != 1 {
			unknown = append(unknown, e)
			continue
		}
		files[theirs] = filepath.Join(dir, fmt.Sprintf("edited%d.go", i))
		source = bytes.Replace(source, []byte(e.from), []byte(e.to), 1)
		if err := os.WriteFile(files[theirs], source, 0o644); err != nil {
			return nil, nil, err
		}
	}
	return files, unknown, nil
}

// overlay writes a file that tells the go command about other files, and returns the flag for it.
func overlay(dir string, files map[string]string) (flag string, err error) {
	text, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return "-overlay=" + path, os.WriteFile(path, text, 0o644)
}
