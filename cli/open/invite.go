package open

import (
	"context"
	"html/template"
	"slices"

	"fives/cli/invite"
	"fives/cli/qr"
	"fives/cli/web"
	"fives/p2p/control"
)

// inviter lets guests in for the page.
func inviter(c *control.Client) func(context.Context, string) (web.Invited, error) {
	return func(ctx context.Context, table string) (web.Invited, error) {
		to := invite.Table{ID: table}
		tables, err := c.Mine(ctx)
		if err != nil {
			return web.Invited{}, err
		}
		if i := slices.IndexFunc(tables.Open, func(o control.Offer) bool { return o.ID == table }); i >= 0 {
			to.Code = tables.Open[i].Code
		}
		s, err := invite.Make(ctx, c, control.InviteRequest{}, to)
		if err != nil {
			return web.Invited{}, err
		}
		v := web.Invited{Address: s.URL, Others: s.Others(), ByName: s.ByName, Fingerprint: s.Fingerprint, Page: s.Page, Problem: s.Unreachable, Table: table != ""}
		if code, err := qr.New(s.URL, qr.Wide); err == nil && s.URL != "" {
			v.Code = template.HTML(code.SVG())
		}
		return v, nil
	}
}
