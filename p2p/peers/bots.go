package peers

// BotNames are for the computer players that a host adds to its table. They are
// nobody's.
var BotNames = []string{"Ada", "Bob", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max", "Nan"}
