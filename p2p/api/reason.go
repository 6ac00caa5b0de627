package api

import "slices"

// Reason says why a request failed. PROTOCOL §7.4 lists them, with their data.
type Reason string

// The reasons, in groups: requests; daemons and homes; finding a table; opening and joining
// one; playing; continuing; handing a seat over; nodes and spectators.
const (
	ReasonUnreadable      Reason = "unreadable"
	ReasonWrongMethod     Reason = "wrong-method"
	ReasonNoCall          Reason = "no-call"
	ReasonNoCommonVersion Reason = "no-common-version"
	ReasonFailed          Reason = "failed"

	ReasonNoDaemon          Reason = "no-daemon"
	ReasonDaemonSilent      Reason = "daemon-silent"
	ReasonDaemonEnded       Reason = "daemon-ended"
	ReasonHomeInUse         Reason = "home-in-use"
	ReasonHomePathTooLong   Reason = "home-path-too-long"
	ReasonHomeOpenToAll     Reason = "home-open-to-all"
	ReasonHomeOfAnotherUser Reason = "home-of-another-user"
	ReasonHomeWithoutModes  Reason = "home-without-modes"
	ReasonHomeWithoutSocket Reason = "home-without-socket"
	ReasonHomeUnusable      Reason = "home-unusable"
	ReasonHomeGone          Reason = "home-gone"

	ReasonNoTables       Reason = "no-tables"
	ReasonNoTable        Reason = "no-table"
	ReasonNotBegun       Reason = "not-begun"
	ReasonManyTables     Reason = "many-tables"
	ReasonNoOpenTable    Reason = "no-open-table"
	ReasonNothingToWatch Reason = "nothing-to-watch"
	ReasonCannotWatch    Reason = "cannot-watch"
	ReasonNothingToLeave Reason = "nothing-to-leave"

	ReasonNoGame         Reason = "no-game"
	ReasonBadOption      Reason = "bad-option"
	ReasonBadTerms       Reason = "bad-terms"
	ReasonNoStrength     Reason = "no-strength"
	ReasonNoSeatLeft     Reason = "no-seat-left"
	ReasonTooManyOpen    Reason = "too-many-open"
	ReasonBeginning      Reason = "beginning"
	ReasonNothingToBegin Reason = "nothing-to-begin"
	ReasonNotHost        Reason = "not-host"
	ReasonSeatsKept      Reason = "seats-kept"
	ReasonTooFewSeats    Reason = "too-few-seats"
	ReasonTableFull      Reason = "table-full"
	ReasonJoinedAlready  Reason = "joined-already"
	ReasonNeedsCode      Reason = "needs-code"
	ReasonWrongCode      Reason = "wrong-code"
	ReasonTooManyCodes   Reason = "too-many-codes"
	ReasonHostRefuses    Reason = "host-refuses"
	ReasonHostSilent     Reason = "host-silent"

	ReasonIllegal     Reason = "illegal"
	ReasonMovedOn     Reason = "moved-on"
	ReasonStopped     Reason = "stopped"
	ReasonUnheard     Reason = "unheard"
	ReasonTwice       Reason = "runs-twice"
	ReasonElsewhere   Reason = "plays-elsewhere"
	ReasonNoSeat      Reason = "no-seat"
	ReasonHasLeft     Reason = "left"
	ReasonHandedOver  Reason = "handed-over"
	ReasonGameOver    Reason = "over"
	ReasonNotYourTurn Reason = "not-your-turn"
	ReasonBadLine     Reason = "bad-line"
	ReasonNotAgreed   Reason = "not-agreed"
	ReasonNoFault     Reason = "no-fault"
	ReasonNoLog       Reason = "no-log"
	ReasonNoCover     Reason = "no-cover"
	ReasonFewNodes    Reason = "few-nodes"
	ReasonOneADeal    Reason = OneADeal
	ReasonNobodyAway  Reason = "nobody-away"
	ReasonVotersAway  Reason = "voters-away"
	ReasonNoVote      Reason = "no-vote"

	ReasonCannotContinue    Reason = "cannot-continue"
	ReasonSeatGone          Reason = "seat-gone"
	ReasonPlayedToEnd       Reason = "played-to-end"
	ReasonGoesBack          Reason = "goes-back"
	ReasonNobodyCalled      Reason = "nobody-called"
	ReasonManyCalled        Reason = "many-called"
	ReasonNotTogether       Reason = "not-together"
	ReasonWithdrawn         Reason = "withdrawn"
	ReasonStillPlaying      Reason = "still-playing"
	ReasonOwed              Reason = "owed"
	ReasonNothingToContinue Reason = "nothing-to-continue"
	ReasonNobodyMissing     Reason = "nobody-missing"
	ReasonNothingToRematch  Reason = "nothing-to-rematch"

	ReasonNoHandover    Reason = "no-handover"
	ReasonManyHandovers Reason = "many-handovers"
	ReasonNotOwnSeat    Reason = "not-own-seat"
	ReasonNotOffered    Reason = "not-offered"
	ReasonSeatOut       Reason = "seat-out"
	ReasonSeatChanged   Reason = "seat-changed"
	ReasonSeatAsked     Reason = "seat-asked"
	ReasonOtherHandover Reason = "other-handover" // it is not as it was shown
	ReasonWarned        Reason = "warned"         // there is a warning about it, which was not shown
	ReasonChanging      Reason = "changing"       // seats change hands just now
	ReasonIsComputer    Reason = "is-computer"
	ReasonByProgram     Reason = "by-program"
	ReasonAskedAlready  Reason = "asked-already"
	ReasonWasAtFault    Reason = "was-at-fault"
	ReasonNoDoor        Reason = "no-door"

	ReasonNoPeer           Reason = "no-peer"
	ReasonManyPeers        Reason = "many-peers"
	ReasonShortFingerprint Reason = "short-fingerprint"
	ReasonNotConnected     Reason = "not-connected"
	ReasonDoubted          Reason = "doubted"
	ReasonNobodyDoubted    Reason = "nobody-doubted"
	ReasonManyDoubted      Reason = "many-doubted"
	ReasonBadAddress       Reason = "bad-address"
	ReasonNobodyThere      Reason = "nobody-there"
	ReasonOtherNode        Reason = "other-node"
	ReasonNotLocal         Reason = "not-local"
	ReasonKeptOut          Reason = "kept-out"
	ReasonOtherProtocol    Reason = "other-protocol"
	ReasonCannotInvite     Reason = "cannot-invite"
	ReasonLosesGuests      Reason = "loses-guests"
	ReasonNoSpectators     Reason = "no-spectators"
	ReasonPublicTable      Reason = "public-table"
	ReasonHasSeat          Reason = "has-seat"
	ReasonSpectatorsFull   Reason = "spectators-full"

	ReasonLinkCutOff  Reason = "link-cut-off"
	ReasonLinkMangled Reason = "link-mangled"
	ReasonLinkNetwork Reason = "link-of-another-network"
	ReasonLinkOwn     Reason = "link-of-this-node"
	ReasonLinkInPage  Reason = "link-in-a-page" // given to a node in a browser
	ReasonLinkAstray  Reason = "link-astray"    // it leads to this machine, or into a local network that is not this one
	ReasonLinkOld     Reason = "link-old"
	ReasonLinkFull    Reason = "link-full"
	ReasonLinkHangsUp Reason = "link-hangs-up" // the node of the link answers, and ends the connection
	ReasonLinkUnknown Reason = "link-unknown"  // it is the node of the link, which has forgotten it, or somebody else
	ReasonLinkOther   Reason = "link-other"    // somebody else answers
	ReasonLinkSilent  Reason = "link-silent"
	ReasonLinkNoWay   Reason = "link-no-way"  // from this machine
	ReasonLinkNoIPv6  Reason = "link-no-ipv6" // on this machine, and the link leads to nothing else
	ReasonLinkNoName  Reason = "link-no-name" // nobody has the name in the link
	ReasonManyLinks   Reason = "many-links"
	ReasonNoLink      Reason = "no-link"
	ReasonIsLink      Reason = "is-link"     // where a table is to be named, or its code
	ReasonLinkToAll   Reason = "link-to-all" // in a line of chat
	ReasonIsPage      Reason = "is-page"     // where a node is to be named
	ReasonOnlyInvited Reason = "only-invited"
	ReasonBadHost     Reason = "bad-host"
	ReasonFarPort     Reason = "far-port"
	ReasonNoRouter    Reason = "no-router"
	ReasonRouterOff   Reason = "router-silent"
	ReasonRouterNo    Reason = "router-refuses"
	ReasonRouterInner Reason = "router-shared" // its own address is shared with others
)

// reasons lists the reasons of each code.
var reasons = map[string][]Reason{
	CodeBadRequest: {
		ReasonUnreadable, ReasonBadOption, ReasonBadTerms, ReasonNoStrength, ReasonNoSeatLeft, ReasonNeedsCode,
		ReasonBadLine, ReasonShortFingerprint, ReasonBadAddress,
		ReasonLinkCutOff, ReasonLinkMangled, ReasonLinkNetwork, ReasonLinkOwn, ReasonLinkInPage, ReasonIsLink, ReasonLinkToAll, ReasonIsPage, ReasonBadHost,
	},
	CodeMethod: {ReasonWrongMethod},
	CodeNotFound: {
		ReasonNoCall, ReasonNoTables, ReasonNoTable, ReasonNotBegun, ReasonNoOpenTable, ReasonNothingToWatch,
		ReasonNothingToLeave, ReasonNothingToBegin, ReasonNoGame, ReasonNoFault, ReasonNobodyCalled, ReasonNotTogether,
		ReasonNothingToContinue, ReasonNothingToRematch, ReasonNoHandover, ReasonNotOffered, ReasonNoPeer, ReasonNobodyDoubted, ReasonNoLink,
	},
	CodeVersion:     {ReasonNoCommonVersion},
	CodeInternal:    {ReasonFailed},
	CodeNotRunning:  {ReasonNoDaemon, ReasonDaemonSilent, ReasonDaemonEnded},
	CodeInUse:       {ReasonHomeInUse},
	CodeHome:        {ReasonHomePathTooLong, ReasonHomeOpenToAll, ReasonHomeOfAnotherUser, ReasonHomeWithoutModes, ReasonHomeWithoutSocket, ReasonHomeUnusable, ReasonHomeGone},
	CodeAmbiguous:   {ReasonManyTables, ReasonManyCalled, ReasonManyHandovers, ReasonManyPeers, ReasonManyDoubted},
	CodeUnreachable: {ReasonCannotWatch, ReasonHostSilent, ReasonNobodyThere, ReasonOtherNode, ReasonLinkFull, ReasonLinkHangsUp, ReasonLinkUnknown, ReasonLinkOther, ReasonLinkSilent, ReasonLinkNoWay, ReasonLinkNoIPv6, ReasonLinkNoName, ReasonNoRouter, ReasonRouterOff},
	CodeConflict: {
		ReasonTooManyOpen, ReasonBeginning, ReasonNotHost, ReasonSeatsKept, ReasonTooFewSeats, ReasonTableFull, ReasonJoinedAlready, ReasonMovedOn, ReasonStopped, ReasonUnheard, ReasonTwice, ReasonElsewhere,
		ReasonNoSeat, ReasonHasLeft, ReasonHandedOver, ReasonGameOver, ReasonNotYourTurn, ReasonNotAgreed, ReasonNoLog, ReasonCannotContinue,
		ReasonNoCover, ReasonFewNodes, ReasonOneADeal, ReasonNobodyAway, ReasonVotersAway, ReasonNoVote,
		ReasonWithdrawn, ReasonStillPlaying, ReasonOwed, ReasonSeatGone, ReasonPlayedToEnd, ReasonGoesBack, ReasonNobodyMissing,
		ReasonNotOwnSeat, ReasonSeatOut, ReasonSeatChanged, ReasonSeatAsked, ReasonOtherHandover, ReasonWarned, ReasonChanging, ReasonIsComputer, ReasonByProgram, ReasonAskedAlready, ReasonWasAtFault, ReasonNoDoor, ReasonNotConnected, ReasonDoubted,
		ReasonOtherProtocol, ReasonNotLocal, ReasonKeptOut, ReasonCannotInvite, ReasonLosesGuests, ReasonNoSpectators, ReasonPublicTable, ReasonHasSeat, ReasonSpectatorsFull,
		ReasonLinkAstray, ReasonManyLinks, ReasonFarPort, ReasonRouterNo, ReasonRouterInner,
	},
	CodeRefused: {ReasonWrongCode, ReasonTooManyCodes, ReasonHostRefuses, ReasonLinkOld, ReasonOnlyInvited},
	CodeIllegal: {ReasonIllegal},
}

// code returns the code of a reason.
func (r Reason) code() string {
	for code, list := range reasons {
		if slices.Contains(list, r) {
			return code
		}
	}
	return CodeInternal
}
