// Texts in addresses. What stands behind the # of an address was written by whoever made
// the link, who need not be a friend: nothing of it is taken that has not the form of what
// it should be, and it is shown, and never acted upon.

const table = "(?:[0-9a-f]{1,64}|lesson)"

// invitation is the table to which a fragment asks, { table, code }, or null.
export function invitation(fragment) {
  const asked = /^#t=([0-9a-f]{4,64})(?:&c=(\d{4,20}))?$/.exec(fragment)
  return asked && { table: asked[1], code: asked[2] ?? "" }
}

// place is the screen that a fragment names: "#/", "#/new", "#/standings", "#/learn" or
// "#/table/ID", with the ID "lesson" for a lesson. Any other text leads to the lobby.
export function place(fragment) {
  const at = new RegExp(`^#/table/(${table})$`).exec(fragment)
  if (at) return { name: "table", table: at[1] }
  const named = /^#\/(new|standings|learn)$/.exec(fragment)
  return { name: named ? named[1] : "lobby", table: "" }
}

const asking = new RegExp(`^/(?:[a-z]+|rules/[a-z0-9-]+|table/${table}(?:/[a-z]+)?)(?:\\?[\\w=&%+.-]*)?$`)
const acting = new RegExp(`^/(?:[a-z]+|table/${table}/[a-z]+)$`)

// sound returns a path that the node may be asked for, or acted upon by, as it is, and
// throws on any other.
export function sound(method, path) {
  if (!(method === "GET" ? asking : acting).test(path)) throw new Error(`${method} ${path} is no request of this page's`)
  return path
}
