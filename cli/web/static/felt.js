// The felt: its cards are as large as there is room for all that lies there.

const smaller = .92, least = .45

// fit takes the cards back to the size that the screen has room for (--full in style.css),
// and makes them smaller until nothing of the felt is cut off.
export function fit(felt) {
  felt.style.removeProperty("--fit")
  for (let size = smaller; size > least && felt.scrollHeight > felt.clientHeight; size *= smaller) felt.style.setProperty("--fit", size.toFixed(3))
}
