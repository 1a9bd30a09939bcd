package toolcall

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
)

// ReadEnding reads one field about the ending into the fact and reports whether it could.
func ReadEnding(f *termination.Fact, field Field, value pcommon.Value) bool {
	switch field {
	case TerminationKind:
		kind, ok := termination.ParseKind(ParseEnum(value))
		f.Kind = kind
		return ok
	case ExitCode:
		n := ParseInt(value)
		if n.State != Stated || !termination.ValidCode(n.V) {
			return false
		}
		f.Code, f.HasCode = n.V, true
	case SignalField:
		sig, ok := termination.ParseSignal(ParseWord(value))
		f.Signal = sig
		return ok
	case TimedOut:
		b := ParseBool(value)
		if b.State != Stated {
			return false
		}
		f.TimedOut = termination.FlagOf(b.V)
	case DurationMS:
		return ParseDuration(value)
	}
	return true
}
