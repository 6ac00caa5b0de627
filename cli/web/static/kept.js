// What a page keeps in the local storage of its browser, for the person at it. Pages of
// others may have been at its address, and may come there again; so all of it lies under the
// name of the page's own place, which nobody could know before (Place in cli/web/kept.go).

let place = self.early.places[0].name

// keptAs is the name of a place.
export const keptAs = () => place

// keepAs goes on at another place.
export function keepAs(name) { place = name }

// kept is what was kept under a key at this place or another one, null for nothing.
export function kept(key, at = place) {
  try { return localStorage.getItem(`${at} ${key}`) } catch (e) { return null }
}

// keep keeps a value, or nothing any more for null. A browser may have no room: then that is
// as it was.
export function keep(key, value, at = place) {
  try {
    if (value === null) localStorage.removeItem(`${at} ${key}`)
    else localStorage.setItem(`${at} ${key}`, value)
  } catch (e) { /* the page goes on without */ }
}
