//go:build !js

package say

import (
	"os"
	"path/filepath"
)

// ofUser reports whether a folder is within the user's own. To give away any other one of
// root's, such as /tmp, would break the system.
func ofUser(folder string) bool {
	user, err := os.UserHomeDir()
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(user, folder)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}
