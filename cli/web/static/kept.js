// What a page keeps in the local storage of its browser, for the person at it. Pages of others
// may have been at its address, and may come back there; so all of it lies under the name of
// the page's own place, which nobody could know before (Place in cli/web/kept.go).

const place = self.early.place.name

// kept returns what is kept under a key; null for nothing.
export function kept(key) {
  try { return localStorage.getItem(`${place} ${key}`) } catch (e) { return null }
}

// keep keeps a value; null removes it. If the browser has no room, everything stays as it was.
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(`${place} ${key}`)
    else localStorage.setItem(`${place} ${key}`, value)
  } catch (e) { /* the page goes on without */ }
}
