package control

import "fives/p2p/api"

// hello returns this program's versions.
func hello() *api.Hello {
	return &api.Hello{Version: api.ProgramVersion(), Oldest: api.Oldest, API: api.Newest}
}

// Headers of every answer.
const (
	headerVersion = "Fives-Version"
	headerAPI     = "Fives-Api"
)

// agreeOn returns the newest API version that this program and another one both speak.
func agreeOn(other api.Hello) (int, error) {
	if v := min(other.API, api.Newest); v >= max(other.Oldest, api.Oldest) {
		return v, nil
	}
	return 0, api.Fail(api.ReasonNoCommonVersion, api.Data{Daemon: &other})
}
