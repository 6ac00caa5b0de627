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
}
