package verdict

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/p2p/api"
)

// A File is a whole log file in memory.
type File struct {
	Name string
	Log  []byte
}

// An Answer is what files prove together.
type Answer struct {
	OK       bool       `json:"ok"`
	Text     string     `json:"text"`     // the verdicts, for people
	Problems []Problem  `json:"problems"` // what is wrong, in the order in which verify says it
	Verdicts []*Verdict `json:"verdicts"` // on the files that can be read
}

// A Problem is something that is wrong with a file, and what to do about it.
type Problem struct {
	Text string `json:"text"`
	Hint string `json:"hint,omitempty"`
}

// Progress is told how much has been checked, and of how much: bytes of all files or, if
// something is wrong with one and it is examined more closely, that file's records.
type Progress func(done, all int, closer bool)

// Together verifies files, and says what the command verify says about them.
func Together(files []File, partial bool, hear Progress) Answer {
	all, before := 0, 0
	for _, f := range files {
		all += len(f.Log)
	}
	a := Answer{OK: true, Problems: []Problem{}, Verdicts: []*Verdict{}}
	var names []string
	var reports []*audit.Report
	for _, f := range files {
		read := func(n int) { hear(before+n, all, false) }
		report, err := f.verify(read, hear)
		if before += len(f.Log); err != nil {
			a.refuse(problem(err))
			continue
		}
		names, reports = append(names, f.Name), append(reports, report)
	}
	_ = audit.Link(reports) // each report has its own error
	a.Verdicts = append(a.Verdicts, Judge(names, reports, partial)...)
	var texts []string
	for _, v := range a.Verdicts {
		texts = append(texts, v.Text(Plain{}))
		for _, p := range v.Wrong() {
			a.refuse(p)
		}
	}
	a.Text = strings.Join(texts, "\n")
	return a
}

func (a *Answer) refuse(p Problem) {
	p.Text, p.Hint = api.Clean(p.Text), api.Clean(p.Hint)
	a.OK, a.Problems = false, append(a.Problems, p)
}

func problem(err error) Problem {
	var unreadable *UnreadableError
	if errors.As(err, &unreadable) {
		return Problem(*unreadable)
	}
	return Problem{Text: err.Error()}
}

func (f File) verify(read func(n int), hear Progress) (*audit.Report, error) {
	records := bytes.Count(f.Log, []byte("\n"))
	return Read(f.Name, &slowly{in: f.Log, read: read}, audit.Options{
		Parallel: cores.Parallel,
		Closer:   func(n int) { hear(n, records, true) },
	})
}

// slowly reads a little at a time and says how far it is. Verification reads on once it has
// dealt with what it has.
type slowly struct {
	in   []byte
	at   int
	read func(n int)
}

// little is about a dozen records.
const little = 8 << 10

func (s *slowly) Read(p []byte) (int, error) {
	if s.at == len(s.in) {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), little)], s.in[s.at:])
	s.at += n
	s.read(s.at)
	return n, nil
}
