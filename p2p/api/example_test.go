package api_test

import (
	"errors"
	"fmt"

	"fives/p2p/api"
)

// A daemon refuses with a reason and data; a front end puts them into words.
func ExampleFail() {
	var err error = api.Fail(api.ReasonNoTable, api.Data{Name: "3f"})
	var e *api.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.Reason, e.Name)
	}
	// Output: not-found no-table 3f
}
