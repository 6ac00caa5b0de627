// Package page sets what a game says of itself as a page to learn from: how to
// play it, with a hand drawn in cards and the score of one, its options, its moves
// and its rules. What only another implementation needs is left out.
//
// [Of] is the page; [Text] sets a text in the little of Markdown that the files
// of the games use: headings, paragraphs, lists, tables, and blocks of code, of which
// those marked cards are drawn.
//
//	for _, line := range page.Of(rs, page.Look{Pen: style, Columns: 80}) {
//		fmt.Println(line)
//	}
package page
