package open

import (
	"context"
	"html/template"
	"slices"

	"fives/cli/invite"
	"fives/cli/qr"
	"fives/cli/web"
	"fives/p2p/api"
	"fives/p2p/control"
)

// showInvitation shows an invitation on the page.
func showInvitation(c *control.Client) func(context.Context, api.Invitation, string) (web.Invited, error) {
	return func(ctx context.Context, i api.Invitation, table string) (web.Invited, error) {
		to := invite.Table{ID: table}
		tables, err := c.Mine(ctx)
		if err != nil {
			return web.Invited{}, err
		}
		if n := slices.IndexFunc(tables.Open, func(o api.Offer) bool { return o.ID == table }); n >= 0 {
			to.Code = tables.Open[n].Code
		}
		s := invite.Show(ctx, i, to)
		v := web.Invited{Address: s.URL, Others: s.Others(), ByName: s.ByName, Fingerprint: s.Fingerprint, Page: s.Page, Problem: s.Unreachable, Table: table}
		v.Code = drawCode(s.URL)
		return v, nil
	}
}

// drawCode draws a text as a code, "" if there is none or it is too long.
func drawCode(text string) template.HTML {
	code, err := qr.New(text, qr.Wide)
	if err != nil || text == "" {
		return ""
	}
	return template.HTML(code.SVG())
}
