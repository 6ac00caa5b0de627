package guest

// Alone is whether this program can be offered to others.
var Alone = alone
