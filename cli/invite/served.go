package invite

// Served is what an invitation offers.
type Served struct {
	Code  string `json:"code"` // hash of the page's code, "" if there is no page to play on
	Files []File `json:"files"`
}

// A File is the program in some form, for one system.
type File struct {
	Name   string `json:"name"`
	System string `json:"system"` // such as linux-amd64
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Own    bool   `json:"own"` // the very program that serves it
	Origin Origin `json:"origin"`
}

// An Origin is what the inviter's machine knows of who made a file.
type Origin string

// The origins.
const (
	Release  Origin = "release"   // a maintainer has signed its hash
	OwnBuild Origin = "own-build" // whoever serves it has built it
	Unknown  Origin = "unknown"
)

// Of says what a file is. built is what it is if somebody has built it who is not the
// maintainer: "your own build".
func (o Origin) Of(built string) string {
	switch o {
	case Release:
		return "the signed release"
	case OwnBuild:
		return built
	}
	return "of unknown origin"
}
