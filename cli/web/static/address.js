// Texts in addresses. What stands after the # of an address was written by whoever made the
// link, who need not be a friend. So anything in it that does not have the form it should have
// is ignored, and the rest is shown, but never acted upon.

const table = "(?:[0-9a-f]{1,64}|lesson)"

// invitation returns the table to which a fragment invites, { table, code }, or null.
export function invitation(fragment) {
  const asked = /^#t=([0-9a-f]{4,64})(?:&c=(\d{4,20}))?$/.exec(fragment)
  return asked && { table: asked[1], code: asked[2] ?? "" }
}

// place returns the screen that a fragment names: "#/", "#/new", "#/standings", "#/learn" or
// "#/table/ID", with the ID "lesson" for a lesson. Any other text leads to the lobby.
export function place(fragment) {
  const at = new RegExp(`^#/table/(${table})$`).exec(fragment)
  if (at) return { name: "table", table: at[1] }
  const named = /^#\/(new|standings|learn)$/.exec(fragment)
  return { name: named ? named[1] : "lobby", table: "" }
}

const asking = new RegExp(`^/(?:[a-z]+|rules/[a-z0-9-]+|table/${table}(?:/[a-z]+)?)(?:\\?[\\w=&%+.-]*)?$`)
const acting = new RegExp(`^/(?:[a-z]+|table/${table}/[a-z]+)$`)

// sound returns a path unchanged if the page may ask the node for it or act through it, and
// throws otherwise.
export function sound(method, path) {
  if (!(method === "GET" ? asking : acting).test(path)) throw new Error(`${method} ${path} is no request of this page's`)
  return path
}
