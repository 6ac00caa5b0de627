// What a page keeps in the local storage of its browser, for the person at it. Pages of others
// may have been at its address, and may come back there; so all of it lies under the name of
// the page's own place, which nobody could know before (Place in cli/web/kept.go).

let place = self.early.places[0].name

// keptAs is the name of a place.
export const keptAs = () => place

// keepAs goes on at another place.
export function keepAs(name) { place = name }

// kept returns what is kept under a key, at this place or another one; null for nothing.
export function kept(key, at = place) {
  try { return localStorage.getItem(`${at} ${key}`) } catch (e) { return null }
}

// keep keeps a value; null removes it. If the browser has no room, everything stays as it was.
export function keep(key, value, at = place) {
  try {
    if (value === null) localStorage.removeItem(`${at} ${key}`)
    else localStorage.setItem(`${at} ${key}`, value)
  } catch (e) { /* the page goes on without */ }
}
