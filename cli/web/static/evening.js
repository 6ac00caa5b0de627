// A guest's name, key and tables stay in the browser, under an address that somebody else may
// have tomorrow. They are for the evening: the page notes since when no table has been running.
// If that was more than a day ago, it removes them when it starts (early.js), unless the person
// wants to keep them.

import { keep, kept } from "./kept.js"

const day = 24 * 3600 * 1000, often = 60 * 1000

// evening begins to note that; playing tells whether a table is running.
export function evening(box, playing) {
  const stays = () => kept("keep") !== null
  box.checked = stays()
  box.onchange = () => { keep("keep", box.checked ? "yes" : null); box.checked = stays() }
  const look = async () => {
    if (await playing()) keep("idle", null)
    else if (!kept("idle")) keep("idle", Date.now())
    else if (Date.now() - kept("idle") > day && !stays()) location.reload()
  }
  look().catch(() => {})
  setInterval(() => look().catch(() => {}), often)
}

// passed notes that a place that nobody uses any more has begun to be idle.
export function passed(place) {
  if (!kept("idle", place)) keep("idle", Date.now(), place)
}
