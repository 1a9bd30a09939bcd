package toolspanprocessor

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componentstatus"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// trouble is a way in which the processor does less than it should, and may recover from.
type trouble int

const (
	notJudged trouble = iota
	notSaved
	numTroubles
)

// troubles are what the status says. They name no cause: that may be a text of a record.
var troubles = [numTroubles]error{
	notJudged: errors.New("records could not be judged and were passed on as they came; see the log and the counter errors_ignored"),
	notSaved:  errors.New("the memory of calls could not be saved; see the log"),
}

// calm is how long no record may fail until the processor is called well again.
const calm = time.Minute

// health tells the collector, for each pipeline, when the processor gets into trouble and when it is well again, and
// nothing in between.
type health struct {
	ill   atomic.Bool // whether there is any trouble, so that a batch need not lock
	mu    sync.Mutex
	hosts []component.Host
	since [numTroubles]time.Time // when it was met last, zero for never or no more
	said  error
}

// join has a pipeline's host told from now on.
func (h *health) join(host component.Host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hosts = append(h.hosts, host)
	if h.said != nil {
		componentstatus.ReportStatus(host, componentstatus.NewRecoverableErrorEvent(h.said))
	}
}

// leave ends all telling, since no status may be reported of a component that stops.
func (h *health) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hosts = nil
}

// meet notes trouble.
func (h *health) meet(what trouble, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.since[what] = now
	h.tell()
}

// saved notes that the memory could be saved.
func (h *health) saved() {
	h.clear(notSaved, func(time.Time) bool { return true })
}

// passed notes a batch: when no record has failed for some time, all is well with records.
func (h *health) passed(now time.Time) {
	h.clear(notJudged, func(last time.Time) bool { return now.Sub(last) >= calm })
}

// clear ends trouble that is over.
func (h *health) clear(what trouble, over func(last time.Time) bool) {
	if !h.ill.Load() {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if last := h.since[what]; !last.IsZero() && over(last) {
		h.since[what] = time.Time{}
		h.tell()
	}
}

// tell reports what there is to say, if it is not what was said last.
func (h *health) tell() {
	var errs []error
	for what, since := range h.since {
		if !since.IsZero() {
			errs = append(errs, troubles[what])
		}
	}
	err := errors.Join(errs...)
	h.ill.Store(err != nil)
	if fmt.Sprint(err) == fmt.Sprint(h.said) {
		return
	}
	h.said = err
	event := componentstatus.NewEvent(componentstatus.StatusOK)
	if err != nil {
		event = componentstatus.NewRecoverableErrorEvent(err)
	}
	for _, host := range h.hosts {
		componentstatus.ReportStatus(host, event)
	}
}

// Of a message about records no more than a few are logged in a while: the counter tells how many there were.
const (
	logPeriod = time.Minute
	logFirst  = 5
)

// limited returns a logger for messages about records.
func limited(logger *zap.Logger) *zap.Logger {
	return logger.WithOptions(zap.WrapCore(func(core zapcore.Core) zapcore.Core {
		return zapcore.NewSamplerWithOptions(core, logPeriod, logFirst, 0)
	}))
}

// causeOf describes what went wrong without a text of the record, which the message of an error may quote. Those of the
// runtime quote numbers and types at most.
func causeOf(cause any) string {
	if err, ok := cause.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", cause)
}
