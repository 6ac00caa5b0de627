package words

// HowToTrust is what to do about a new key.
const HowToTrust = "compare the fingerprint by voice, then: fives trust FINGERPRINT"
