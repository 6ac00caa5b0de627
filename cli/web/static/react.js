// Reactions: a single sign that somebody says is shown for a moment at their seat.

const seconds = 3

// react shows a sign at the seat of a player, at the person's own place, or at the top for
// somebody who only looks on.
export function react(table, name, sign) {
  const seat = table?.querySelector(`[data-seat="${CSS.escape(name)}"]`), place = seat?.querySelector(".face") ?? table?.querySelector(".self .face, .bar")
  if (!place) return
  const at = place.getBoundingClientRect(), bubble = document.createElement("div")
  bubble.className = "react"
  bubble.textContent = sign
  bubble.ariaHidden = "true" // the talk is read aloud
  document.body.append(bubble)
  const { width, height } = bubble.getBoundingClientRect()
  bubble.style.left = `${Math.max(0, Math.min(at.left + (at.width - width) / 2, innerWidth - width))}px`
  bubble.style.top = `${Math.max(0, at.top - height / 2)}px`
  setTimeout(() => bubble.remove(), seconds * 1000)
}
