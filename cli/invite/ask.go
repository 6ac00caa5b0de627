package invite

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"fives/p2p/api"
)

const (
	askTime   = 5 * time.Second
	maxAnswer = 1 << 20
)

// Ask asks at an address of an invitation what is served there, as a guest would.
func Ask(ctx context.Context, address string) (Served, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(address, "/")+"/files.json", nil)
	if err != nil {
		return Served{}, err
	}
	direct := &http.Transport{DisableKeepAlives: true} // no proxy, because the address is on this network
	resp, err := direct.RoundTrip(r)
	if err != nil {
		return Served{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Served{}, fmt.Errorf("the answer is %s", resp.Status)
	}
	var s Served
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&s); err != nil {
		return Served{}, err
	}
	return api.CleanAll(s), nil
}
