package rules

// MostWhy is the greatest length of a reason in an [Ending], in letters.
const MostWhy = 20

// An Ending says in few words how a hand ended.
type Ending struct {
	// What follows the names of the seats, in the past tense, so that it can follow "you", too:
	// "went out", "ended with 6, the lowest". Without seats it is a sentence: "Nobody called".
	What  string
	Seats []int
	// Why says for each seat, in at most [MostWhy] letters, why it got its points: "ended with
	// 11". It is "" where there is nothing to say but that cards were left.
	Why []string
}
