// Reactions: a single sign that somebody says is shown for a moment at their seat.

const seconds = 3

// reactions are the signs that the page offers.
const reactions = () => [...document.querySelectorAll("#reactions [data-react]")].map(b => b.dataset.react)

// isReaction reports whether a line of the talk is a reaction.
export const isReaction = text => reactions().includes(text)

// react shows a sign at the seat of a player, at the person's own place, or at the top for
// somebody who only looks on.
export function react(table, name, sign) {
  const seat = table?.querySelector(`[data-seat="${CSS.escape(name)}"]`) ?? table?.querySelector(".self .face, .bar")
  if (!seat) return
  const at = seat.getBoundingClientRect(), bubble = document.createElement("div")
  bubble.className = "react"
  bubble.textContent = sign
  bubble.ariaHidden = "true" // the talk is read aloud
  bubble.style.left = `${Math.max(0, Math.min(at.left + at.width / 2 - 24, innerWidth - 48))}px`
  bubble.style.top = `${Math.max(0, at.top - 12)}px`
  document.body.append(bubble)
  setTimeout(() => bubble.remove(), seconds * 1000)
}
