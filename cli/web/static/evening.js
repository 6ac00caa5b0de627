// A guest's name, key and tables stay in the browser, under an address that somebody else may
// have tomorrow. They are for the evening: the page notes since when no table is running,
// and when that is a day ago removes them at its start (early.js), unless their person
// wants to keep them.

const day = 24 * 3600 * 1000, often = 60 * 1000

// evening begins to note it; playing asks whether a table is running.
export function evening(keep, playing) {
  keep.checked = !!localStorage.getItem("keep")
  keep.onchange = () => keep.checked ? localStorage.setItem("keep", "yes") : localStorage.removeItem("keep")
  const look = async () => {
    if (await playing()) localStorage.removeItem("idle")
    else if (!localStorage.getItem("idle")) localStorage.setItem("idle", Date.now())
    else if (Date.now() - localStorage.getItem("idle") > day && !keep.checked) location.reload()
  }
  look().catch(() => {})
  setInterval(() => look().catch(() => {}), often)
}
