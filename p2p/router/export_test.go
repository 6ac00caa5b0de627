package router

import (
	"context"
	"time"
)

// OpenAgain is Open with other times.
func OpenAgain(ctx context.Context, port uint16, renew, look time.Duration) (*Opening, error) {
	return open(ctx, port, times{renew, look})
}
