package daemon

import (
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
)

func TestVersionOfAPeer(t *testing.T) {
	const own = "v1.2.0"
	for want, p := range map[string]api.Peer{
		"": {Connected: true, Protocol: record.Version, Version: own},
		"plays with fives v1.3.0, which is newer than yours; you can play together":           {Connected: true, Protocol: record.Version, Version: "v1.3.0", Age: api.Newer},
		"plays with fives v1.1.0, which is older than yours; you can play together":           {Connected: true, Protocol: record.Version, Version: "v1.1.0", Age: api.Older},
		"plays with fives, which is newer than yours; you can play together":                  {Connected: true, Protocol: record.Version, Age: api.Newer},
		"plays with fives v1.2.1, which is another version than yours; you can play together": {Connected: true, Protocol: record.Version, Version: "v1.2.1"},
	} {
		if got := versionOf(p, own); got != want {
			t.Errorf("%+v: %q", p, got)
		}
	}
	for what, p := range map[string]api.Peer{
		"not connected":         {Protocol: record.Version, Version: "v1.3.0", Age: api.Newer},
		"another protocol":      {Connected: true, Protocol: record.Version + 1, Version: "v2.0.0"},
		"no version is claimed": {Connected: true, Protocol: record.Version},
		"not known yet":         {Connected: true},
	} {
		if got := versionOf(p, own); got != "" {
			t.Errorf("%s: %q", what, got)
		}
	}
	page := api.Peer{Connected: true, Protocol: record.Version, Version: "devel"}
	if got := versionOf(page, "devel-893212431f00"); got != "" {
		t.Errorf("a page that does not know its build: %q", got)
	}
	if got := versionOf(page, own); got == "" {
		t.Error("a build that is no release is another version than a release")
	}
}
