package termination

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

var plain = Policy{MinusOne: NonzeroExit}

func code(src Source, n int64) Fact { return Fact{Source: src, Code: n, HasCode: true} }

func TestClassifyOneFact(t *testing.T) {
	for name, tt := range map[string]struct {
		fact   Fact
		kind   Kind
		signal Signal
	}{
		"exit 0":            {code(Declared, 0), OK, 0},
		"exit 1":            {code(Declared, 1), NonzeroExit, 0},
		"exit 124":          {code(Declared, 124), Timeout, 0},
		"exit 128":          {code(Declared, 128), NonzeroExit, 0},
		"exit 129":          {code(Declared, 129), Signaled, 1},
		"exit 137":          {code(Declared, 137), Signaled, SIGKILL},
		"exit 143":          {code(Declared, 143), Signaled, SIGTERM},
		"exit 165":          {code(Declared, 165), Signaled, 37},
		"exit 166":          {code(Declared, 166), NonzeroExit, 0},
		"exit -1":           {code(Declared, -1), NonzeroExit, 0},
		"exit -2":           {code(Declared, -2), Signaled, 2},
		"exit -9":           {code(Declared, -9), Signaled, SIGKILL},
		"exit -64":          {code(Declared, -64), Signaled, 64},
		"exit -65":          {code(Declared, -65), NonzeroExit, 0},
		"windows exception": {code(Declared, 3221225477), NonzeroExit, 0},
		"signal":            {Fact{Source: Declared, Signal: SIGKILL}, Signaled, SIGKILL},
		"timed out":         {Fact{Source: Declared, TimedOut: True}, Timeout, 0},
		"timed out 143":     {Fact{Source: Declared, TimedOut: True, Code: 143, HasCode: true}, Timeout, SIGTERM},
		"timed out 137":     {Fact{Source: Declared, TimedOut: True, Code: 137, HasCode: true}, Timeout, SIGKILL},
		"timed out 0":       {Fact{Source: Declared, TimedOut: True, HasCode: true}, Timeout, 0},
		"timed out 1":       {Fact{Source: Declared, TimedOut: True, Code: 1, HasCode: true}, Timeout, 0},
		"not timed out":     {Fact{Source: Declared, TimedOut: False}, Unknown, 0},
		"not timed out 124": {Fact{Source: Declared, TimedOut: False, Code: 124, HasCode: true}, Timeout, 0},
		"kind alone":        {Fact{Source: Declared, Kind: Cancelled}, Cancelled, 0},
		"kind unknown":      {Fact{Source: Declared, Kind: Unknown}, Unknown, 0},
		"unknown, exit 3":   {Fact{Source: Declared, Kind: Unknown, Code: 3, HasCode: true}, NonzeroExit, 0},
		"running at limit":  {Fact{Source: Declared, Kind: Running, TimedOut: True}, Running, 0},
		"cancelled by TERM": {Fact{Source: Declared, Kind: Cancelled, Signal: SIGTERM}, Cancelled, SIGTERM},
		"signal, exit 1":    {Fact{Source: Declared, Kind: Signaled, Code: 1, HasCode: true}, Signaled, 0},
		"nonzero, exit 143": {Fact{Source: Declared, Kind: NonzeroExit, Code: 143, HasCode: true}, Signaled, SIGTERM},
		"nonzero, exit 124": {Fact{Source: Declared, Kind: NonzeroExit, Code: 124, HasCode: true}, Timeout, 0},
		"timeout, exit 0":   {Fact{Source: Declared, Kind: Timeout, HasCode: true}, Timeout, 0},
		"signal at limit":   {Fact{Source: Declared, Kind: Signaled, TimedOut: True, Code: 143, HasCode: true}, Timeout, SIGTERM},
		"error at limit":    {Fact{Source: Declared, Kind: ToolError, TimedOut: True}, Timeout, 0},
		"running, exit -1":  {Fact{Source: Declared, Kind: Running, Code: -1, HasCode: true}, Running, 0},
		"denied, exit -1":   {Fact{Source: Declared, Kind: NotExecuted, Code: -1, HasCode: true}, NotExecuted, 0},
		"tool error exit 1": {Fact{Source: Declared, Kind: ToolError, Code: 1, HasCode: true}, ToolError, 0},
		"bare failure":      {Fact{Source: Status, Failed: true}, ToolError, 0},
		"flag that follows": {Fact{Source: Status, Succeeded: true}, OK, 0},
		"header exit 0":     {code(TextHeader, 0), Unknown, 0},
		"header exit 3":     {code(TextHeader, 3), NonzeroExit, 0},
		"trailer exit 0":    {code(TextTrailer, 0), Unknown, 0},
		"trailer exit 3":    {code(TextTrailer, 3), NonzeroExit, 0},
		"nothing":           {Fact{Source: Declared}, Unknown, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := Classify([]Fact{tt.fact}, plain)
			assert.Equal(t, tt.kind, got.Kind)
			assert.Equal(t, tt.signal, got.Signal)
			assert.False(t, got.Contradiction)
			assert.False(t, got.Ambiguous)
			if tt.kind == Unknown {
				assert.Equal(t, SourceNone, got.Source)
			} else {
				assert.Equal(t, tt.fact.Source, got.Source)
			}
		})
	}
}

func TestClassifyNoFact(t *testing.T) {
	assert.Equal(t, Ending{Kind: Unknown}, Classify(nil, plain))
}

func TestContradictions(t *testing.T) {
	for name, tt := range map[string]struct {
		fact Fact
		kind Kind
	}{
		"ok, exit 1":               {Fact{Kind: OK, Code: 1, HasCode: true}, NonzeroExit},
		"ok, timed out":            {Fact{Kind: OK, TimedOut: True}, Timeout},
		"ok, signal":               {Fact{Kind: OK, Signal: SIGTERM}, Signaled},
		"nonzero, exit 0":          {Fact{Kind: NonzeroExit, HasCode: true}, NonzeroExit},
		"nonzero, timed out":       {Fact{Kind: NonzeroExit, TimedOut: True}, Timeout},
		"timeout, not timed out":   {Fact{Kind: Timeout, TimedOut: False}, Timeout},
		"signal, exit 0":           {Fact{Signal: SIGTERM, HasCode: true}, Signaled},
		"signal kind, exit 0":      {Fact{Kind: Signaled, HasCode: true}, Signaled},
		"TERM and 137":             {Fact{Signal: SIGTERM, Code: 137, HasCode: true}, Signaled},
		"tool error, exit 0":       {Fact{Kind: ToolError, HasCode: true}, ToolError},
		"cancelled, exit 0":        {Fact{Kind: Cancelled, HasCode: true}, Cancelled},
		"not executed, exit 1":     {Fact{Kind: NotExecuted, Code: 1, HasCode: true}, NonzeroExit},
		"running, exit 1":          {Fact{Kind: Running, Code: 1, HasCode: true}, Running},
		"running, ended by a KILL": {Fact{Kind: Running, Signal: SIGKILL}, Signaled},
	} {
		t.Run(name, func(t *testing.T) {
			tt.fact.Source = Declared
			got := Classify([]Fact{tt.fact}, plain)
			assert.Equal(t, tt.kind, got.Kind)
			assert.True(t, got.Contradiction)
			assert.True(t, got.Ambiguous)
		})
	}
}

func TestOrderOfSources(t *testing.T) {
	failed := Fact{Source: Status, Failed: true}
	headers := Policy{MinusOne: NonzeroExit, HeaderOK: true, TrailerOK: true}
	for name, tt := range map[string]struct {
		facts     []Fact
		policy    Policy
		kind      Kind
		source    Source
		ambiguous bool
	}{
		"declared over structured":        {[]Fact{code(Structured, 1), code(Declared, 2)}, plain, NonzeroExit, Declared, false},
		"structured over header":          {[]Fact{code(TextHeader, 1), code(Structured, 143)}, plain, Signaled, Structured, false},
		"header over trailer":             {[]Fact{code(TextTrailer, 1), {Source: TextHeader, TimedOut: True}}, plain, Timeout, TextHeader, false},
		"failure takes its kind":          {[]Fact{failed, code(TextHeader, 3)}, plain, NonzeroExit, TextHeader, false},
		"failure over header success":     {[]Fact{failed, code(TextHeader, 0)}, headers, ToolError, Status, true},
		"failure over a flag":             {[]Fact{failed, {Source: Status, Succeeded: true}}, plain, ToolError, Status, true},
		"declared success over failure":   {[]Fact{failed, code(Declared, 0)}, plain, OK, Declared, true},
		"failure over printed success":    {[]Fact{failed, code(Structured, 0)}, Policy{Spoofable: true}, ToolError, Status, true},
		"structured success over failure": {[]Fact{failed, code(Structured, 0)}, plain, OK, Structured, true},
		"header success over flag":        {[]Fact{{Source: Status, Succeeded: true}, code(TextHeader, 0)}, headers, OK, TextHeader, false},
		"header failure over flag":        {[]Fact{{Source: Status, Succeeded: true}, code(TextHeader, 3)}, plain, NonzeroExit, TextHeader, false},
		"trailer success if allowed":      {[]Fact{code(TextTrailer, 0)}, headers, OK, TextTrailer, false},
		"text casts no doubt":             {[]Fact{code(Declared, 0), code(TextHeader, 1)}, plain, OK, Declared, false},
		"two codes, the worse":            {[]Fact{code(Declared, 0), code(Declared, 143)}, plain, Signaled, Declared, true},
		"error type names the ending":     {[]Fact{{Source: Status, TimedOut: True}, failed}, plain, Timeout, Status, false},
		"limit over declared 0":           {[]Fact{code(Declared, 0), {Source: Structured, TimedOut: True}}, plain, Timeout, Structured, true},
		"limit over declared 143":         {[]Fact{code(Declared, 143), {Source: Status, TimedOut: True}}, plain, Timeout, Status, false},
		"exit 1 over an error type":       {[]Fact{code(Structured, 1), {Source: Status, TimedOut: True}}, plain, NonzeroExit, Structured, false},
		"a flag over exit 1":              {[]Fact{code(Declared, 1), {Source: Structured, TimedOut: True}}, plain, Timeout, Structured, false},
		"a stated kind over a limit":      {[]Fact{{Source: Declared, Kind: Cancelled}, {Source: Status, TimedOut: True}}, plain, Cancelled, Declared, false},
		"text limit, declared 143":        {[]Fact{code(Declared, 143), {Source: TextHeader, TimedOut: True}}, plain, Signaled, Declared, false},
		"bare failure of text":            {[]Fact{code(Declared, 0), {Source: TextHeader, Failed: true}}, plain, OK, Declared, false},
		"body decides nothing":            {[]Fact{code(TextBody, 0)}, headers, Unknown, SourceNone, false},
		"two lines of text that disagree": {[]Fact{code(TextHeader, 1), code(TextHeader, 143)}, plain, Signaled, TextHeader, true},
	} {
		t.Run(name, func(t *testing.T) {
			got := Classify(tt.facts, tt.policy)
			assert.Equal(t, tt.kind, got.Kind)
			assert.Equal(t, tt.source, got.Source)
			assert.Equal(t, tt.ambiguous, got.Ambiguous)
		})
	}
	assert.True(t, Classify([]Fact{code(Declared, 0), code(Declared, 1)}, plain).Contradiction)
	assert.False(t, Classify([]Fact{code(TextHeader, 1), code(TextHeader, 143)}, plain).Contradiction)
}

func TestDetailsComeFromWeakerFacts(t *testing.T) {
	got := Classify([]Fact{{Source: Declared, Kind: Timeout}, code(TextHeader, 143)}, plain)
	assert.Equal(t, Ending{Kind: Timeout, Source: Declared, Code: 143, HasCode: true, Signal: SIGTERM, LimitHit: true}, got)

	got = Classify([]Fact{{Source: Declared, Kind: OK}, code(TextHeader, 3)}, plain)
	assert.False(t, got.HasCode, "a code that was overruled is not shown beside the ending")
}

func TestDecide(t *testing.T) {
	command, mutating := Traits{Command: true}, Traits{Command: true, Effect: Mutating}
	clipped := Traits{Command: true, HarnessClipped: true}
	function, readOnly := Traits{}, Traits{Effect: ReadOnly}
	for name, tt := range map[string]struct {
		kind    Kind
		traits  Traits
		outcome Outcome
		next    Next
		rerun   bool
	}{
		"ok":                              {OK, command, Succeeded, NextNone, false},
		"ok clipped":                      {OK, clipped, Succeeded, RerunUncapped, false},
		"ok clipped, no command":          {OK, Traits{HarnessClipped: true}, Succeeded, NextNone, false},
		"ok, doubtful":                    {OK, Traits{Command: true, Doubtful: true}, OutcomeUnknown, Review, false},
		"ok, distrusted":                  {OK, Traits{Command: true, Distrusted: true}, OutcomeUnknown, Rerun, true},
		"ok, clipped and distrusted":      {OK, Traits{Command: true, HarnessClipped: true, Distrusted: true}, OutcomeUnknown, Rerun, true},
		"ok, distrusted and doubtful":     {OK, Traits{Command: true, Distrusted: true, Doubtful: true}, OutcomeUnknown, Rerun, true},
		"ok, distrusted, mutating":        {OK, Traits{Command: true, Distrusted: true, Effect: Mutating}, OutcomeUnknown, Reconcile, false},
		"ok, distrusted function":         {OK, Traits{Distrusted: true}, OutcomeUnknown, Rerun, true},
		"nonzero, distrusted":             {NonzeroExit, Traits{Command: true, Distrusted: true}, Failed, Rerun, true},
		"unknown, distrusted":             {Unknown, Traits{Command: true, Distrusted: true, OnlyGap: true}, OutcomeUnknown, Rerun, true},
		"ok clipped, mutating":            {OK, Traits{Command: true, HarnessClipped: true, Effect: Mutating}, Succeeded, NextNone, false},
		"nonzero":                         {NonzeroExit, command, Failed, Rerun, true},
		"nonzero clipped":                 {NonzeroExit, clipped, Failed, RerunUncapped, true},
		"tool error":                      {ToolError, function, Failed, Rerun, true},
		"timeout of a command":            {Timeout, command, Incomplete, Rerun, true},
		"timeout of a clipped command":    {Timeout, clipped, Incomplete, Rerun, true},
		"timeout of a mutating command":   {Timeout, mutating, OutcomeUnknown, Reconcile, false},
		"timeout of a function":           {Timeout, function, OutcomeUnknown, Reconcile, false},
		"timeout of a read-only function": {Timeout, readOnly, Incomplete, Rerun, true},
		"signal":                          {Signaled, command, Incomplete, Rerun, true},
		"signal of a mutating command":    {Signaled, mutating, OutcomeUnknown, Reconcile, false},
		"running":                         {Running, command, Incomplete, Reconcile, false},
		"running, mutating":               {Running, mutating, OutcomeUnknown, Reconcile, false},
		"cancelled":                       {Cancelled, command, Incomplete, Review, false},
		"cancelled, mutating":             {Cancelled, mutating, OutcomeUnknown, Reconcile, false},
		"not executed":                    {NotExecuted, command, OutcomeNotExecuted, NextNone, false},
		"unknown":                         {Unknown, command, OutcomeUnknown, Review, false},
		"unknown, only a gap":             {Unknown, Traits{OnlyGap: true}, OutcomeUnknown, NextNone, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := Decide(Ending{Kind: tt.kind}, tt.traits)
			assert.Equal(t, tt.outcome, d.Outcome)
			assert.Equal(t, tt.next, d.Next)
			assert.Equal(t, tt.rerun, d.MustRerun)
			assert.Equal(t, tt.next == Reconcile, d.MustReconcile)
			assert.Equal(t, tt.outcome == OutcomeUnknown && (tt.traits.Effect == Mutating || tt.traits.Doubtful), d.Ambiguous)
		})
	}
	lost := Ending{Kind: ToolError, AfterSend: true}
	assert.Equal(t, Decision{Outcome: OutcomeUnknown, Next: Reconcile, MustReconcile: true, Ambiguous: true}, Decide(lost, Traits{Effect: Mutating}))
	assert.Equal(t, Reconcile, Decide(lost, function).Next)
	assert.Equal(t, Rerun, Decide(lost, readOnly).Next)
	assert.Equal(t, Rerun, Decide(lost, command).Next)
	quiet := Decide(Ending{Kind: NonzeroExit, Code: 1, HasCode: true}, Traits{Command: true, QuietExitOne: true})
	assert.Equal(t, Decision{Outcome: Failed}, quiet)
}

func TestParseSignal(t *testing.T) {
	for word, want := range map[string]Signal{
		"SIGTERM": 15, "TERM": 15, "sigterm": 15, "SIGKILL": 9, "IOT": 6, "SIGPOLL": 29, "SIGRTMIN": 34, "SIGRTMIN+3": 37, "RTMAX-1": 63, "64": 64, "0": 0,
	} {
		got, ok := ParseSignal(word)
		assert.True(t, ok, word)
		assert.Equal(t, want, got, word)
	}
	padded, ok := ParseSignal(" 15 ")
	assert.True(t, ok)
	assert.Equal(t, SIGTERM, padded)
	for _, word := range []string{"", "SIG", "SIGFOO", "SIGRTMIN+99", "RTMAX+1", "RTMIN-1", "RTMINX", "65", "-1", "99999999999999999999", "terminated by something rather long"} {
		_, ok := ParseSignal(word)
		assert.False(t, ok, word)
	}
	assert.Equal(t, "SIGTERM", SIGTERM.String())
	assert.Equal(t, "SIG40", Signal(40).String())
	assert.Equal(t, "none", Signal(0).String())
}

func TestKindsRoundTrip(t *testing.T) {
	for _, k := range Kinds() {
		got, ok := ParseKind(k.String())
		assert.True(t, ok)
		assert.Equal(t, k, got)
	}
	_, ok := ParseKind("finished")
	assert.False(t, ok)
	_, ok = ParseKind("")
	assert.False(t, ok)
}
