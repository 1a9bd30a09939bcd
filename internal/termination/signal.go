package termination

import (
	"strconv"
	"strings"
)

// Signal is the number of a POSIX signal as Linux numbers them; 0 is none.
type Signal uint8

// The signals that this package names itself.
const (
	SIGKILL Signal = 9
	SIGTERM Signal = 15

	maxSignal = 64
)

var signalNames = [...]string{
	1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 10: "USR1",
	11: "SEGV", 12: "USR2", 13: "PIPE", 14: "ALRM", 15: "TERM", 16: "STKFLT", 17: "CHLD", 18: "CONT", 19: "STOP",
	20: "TSTP", 21: "TTIN", 22: "TTOU", 23: "URG", 24: "XCPU", 25: "XFSZ", 26: "VTALRM", 27: "PROF", 28: "WINCH",
	29: "IO", 30: "PWR", 31: "SYS",
}

// String returns the name with its SIG prefix, SIG and the number for one that
// has no name, and "none" for no signal.
func (s Signal) String() string {
	switch {
	case s == 0:
		return "none"
	case int(s) < len(signalNames):
		return signalStrings[s]
	default:
		return "SIG" + strconv.Itoa(int(s))
	}
}

// signalStrings keeps the full names, so that naming a signal allocates nothing.
var signalStrings = func() (names [len(signalNames)]string) {
	for i, name := range signalNames {
		names[i] = "SIG" + name
	}
	return names
}()

// ParseSignal reads "SIGTERM", "TERM", "sigterm" or "15". It returns 0 and true
// for words that state that there was no signal, and false for what is none.
func ParseSignal(word string) (Signal, bool) {
	word = strings.TrimSpace(word)
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return SignalNumber(n)
	}
	if len(word) > len("SIGRTMIN+64") {
		return 0, false
	}
	name := strings.TrimPrefix(strings.ToUpper(word), "SIG")
	switch name {
	case "POLL":
		name = "IO"
	case "IOT":
		name = "ABRT"
	case "CLD":
		name = "CHLD"
	}
	if n, ok := realTime(name); ok {
		return SignalNumber(n)
	}
	for i, known := range &signalNames {
		if i > 0 && known == name {
			return Signal(i), true
		}
	}
	return 0, false
}

// realTime reads RTMIN, RTMIN+n, RTMAX and RTMAX-n.
func realTime(name string) (int64, bool) {
	base, offset, ok := int64(34), "", false
	if offset, ok = strings.CutPrefix(name, "RTMIN"); !ok {
		if offset, ok = strings.CutPrefix(name, "RTMAX"); !ok {
			return 0, false
		}
		base = maxSignal
	}
	if offset == "" {
		return base, true
	}
	n, err := strconv.ParseInt(offset, 10, 8)
	return base + n, err == nil && base+n >= 34
}

// SignalNumber checks a number. 0 states that there was no signal.
func SignalNumber(n int64) (Signal, bool) {
	if n < 0 || n > maxSignal {
		return 0, false
	}
	return Signal(n), true
}

// SignalOfCode returns the signal that an exit code stands for: 128 plus the
// number as shells report it, or the negative number as runtimes do.
// -1 is left to the dialect, for half the world uses it for "no code".
func SignalOfCode(code int64) Signal {
	switch {
	case code >= 129 && code <= 165:
		return Signal(code - 128)
	case code <= -2 && code >= -64:
		return Signal(-code)
	default:
		return 0
	}
}

// ValidCode reports whether a number can be an exit code at all: anything that
// fits 32 bits, signed or unsigned.
func ValidCode(code int64) bool { return code >= -1<<31 && code < 1<<32 }
