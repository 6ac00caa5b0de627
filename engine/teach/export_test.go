package teach

// OfMoments is ofMoments.
const OfMoments = ofMoments

// Measured is measured, for a student with a budget.
func Measured(h Hand, budget int, moments []Swing) []Swing {
	return (&student{hand: h, budget: budget}).measured(moments)
}
