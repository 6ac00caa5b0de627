package peers

// BotNames are names for the computer players that a host adds to its table. They belong to
// nobody.
var BotNames = []string{"Ada", "Bob", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max", "Nan"}
