package termination

// Fact is what one source states about the ending of a call. Its zero value
// states nothing.
type Fact struct {
	Source   Source
	Kind     Kind // as stated; KindUnset when only a code, signal or flag is
	Code     int64
	HasCode  bool
	Signal   Signal
	TimedOut Flag
	// Failed is a bare failure: an ERROR status, a failure flag, an error type
	// that names no ending. It says "not well" and nothing else.
	Failed bool
	// Succeeded is a success flag or status of a dialect where it follows the
	// exit code, or a statement of the harness that all went well.
	Succeeded bool
	// LimitHit says that a time limit was hit, whatever became of the process.
	LimitHit bool
	// AfterSend: a failure that was met after the request had gone out, so that
	// its effect may have happened.
	AfterSend bool
}

// Flag is a boolean that may be unstated.
type Flag uint8

// The values of a Flag.
const (
	Unstated Flag = iota
	False
	True
)

// FlagOf turns a stated boolean into a Flag.
func FlagOf(b bool) Flag {
	if b {
		return True
	}
	return False
}

// Policy is what a dialect says about facts that mean different things in
// different places.
type Policy struct {
	// MinusOne is what exit code -1 means.
	MinusOne Kind
	// Spoofable: the tool may have printed the structured result itself, so a
	// failure that the producer reports outweighs its success.
	Spoofable bool
	// HeaderOK and TrailerOK allow a text at that position to prove success.
	// Where a tool can print anything, they stay false.
	HeaderOK, TrailerOK bool
}
