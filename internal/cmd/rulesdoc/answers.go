package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
)

// speaker is a recorded program, and the places at which its records hold what the model wrote.
type speaker struct {
	program string
	places  []string
}

// writeAnswers lists where the texts of models are read, and which programs were seen to write them there.
func writeAnswers(p *page, spoken []speaker) {
	p.heading(2, "Where texts of models are read")
	p.paragraph("What a model says is read on spans, span events and log records that are no tool calls, in any dialect, at these places " +
		"([Across calls](../../README.md#across-calls) says what becomes of it). Of lists of messages only those of the assistant count, and of these only " +
		"their texts, not their calls and thoughts.")
	p.table("place", "on")
	for _, s := range dialect.AnswerSources() {
		on := "spans and log records"
		switch {
		case strings.HasPrefix(s.Place, "event["):
			on = "spans with `gen_ai.operation.name`"
		case s.Event != "":
			on = "log records of the event " + codes(strings.Split(string(s.Event), "|"))
		}
		p.row(code(s.Place), on)
	}
	p.paragraph("The conversation is named by the first of %s; without any of these it is the trace.", codes(dialect.ConversationKeys()))
	p.paragraph("In the [recorded sessions](../../testdata/sessions/README.md) these programs write something there. Of one that does not, no claim " +
		"can be found: its telemetry holds none, its content was off, or its last records were lost.")
	p.table("program", "places")
	for _, s := range spoken {
		places := codes(s.places)
		if places == "" {
			places = "none"
		}
		p.row(code(s.program), places)
	}
}

// speakers reads the recorded sessions of real programs.
func speakers(dir string) ([]speaker, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []speaker
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "contract" {
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, e.Name(), "*", "*.jsonl"))
		if err != nil {
			return nil, err
		}
		l := newListener()
		for _, file := range files {
			if err := l.read(file); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
		list = append(list, speaker{program: e.Name(), places: slices.Sorted(maps.Keys(l.found))})
	}
	return list, nil
}

// listener notes the places at which records that are no tool calls hold what a model wrote.
type listener struct {
	view  *dialect.View
	found map[string]bool
}

func newListener() *listener {
	return &listener{view: dialect.NewSet(dialect.Builtin(), nil, nil, 64<<10).NewView(), found: map[string]bool{}}
}

func (l *listener) read(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for line := range bytes.Lines(data) {
		if filepath.Base(file) == "logs.jsonl" {
			logs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(line)
			if err != nil {
				return err
			}
			l.logs(logs)
			continue
		}
		traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
		if err != nil {
			return err
		}
		l.traces(traces)
	}
	return nil
}

func (l *listener) traces(traces ptrace.Traces) {
	for _, rs := range traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				if l.isCall(rs.Resource(), ss.Scope(), span.Attributes(), span.Name(), false) {
					continue
				}
				l.note(span.Attributes(), "")
				for _, event := range span.Events().All() {
					l.noteEvent(event)
				}
			}
		}
	}
}

func (l *listener) logs(logs plog.Logs) {
	for _, rl := range logs.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, record := range sl.LogRecords().All() {
				if l.isCall(rl.Resource(), sl.Scope(), record.Attributes(), record.EventName(), true) {
					continue
				}
				name := record.EventName()
				if v, ok := record.Attributes().Get("event.name"); ok {
					name = v.AsString()
				}
				l.note(record.Attributes(), name)
			}
		}
	}
}

func (l *listener) isCall(resource pcommon.Resource, scope pcommon.InstrumentationScope, attrs pcommon.Map, name string, log bool) bool {
	service := ""
	if v, ok := resource.Attributes().Get("service.name"); ok {
		service = v.AsString()
	}
	l.view.Enter(scope.Name(), service)
	l.view.Reset()
	if log {
		l.view.ScanEventName(name)
	}
	l.view.Scan(attrs)
	return l.view.Recognise(dialect.Origin{Name: name, Log: log}).Known()
}

func (l *listener) note(attrs pcommon.Map, event string) {
	for _, s := range dialect.AnswerSources() {
		if s.Event != "" && !slices.Contains(strings.Split(string(s.Event), "|"), event) {
			continue
		}
		if v, ok := attrs.Get(s.Place); ok && spokenText(v) {
			l.found[s.Place] = true
		}
	}
}

func (l *listener) noteEvent(event ptrace.SpanEvent) {
	for _, s := range dialect.AnswerSources() {
		if key, ok := strings.CutPrefix(s.Place, "event["+event.Name()+"]."); ok {
			if v, ok := event.Attributes().Get(key); ok && spokenText(v) {
				l.found[s.Place] = true
			}
		}
	}
}

// spokenText leaves out what is empty, and what stands in place of a text with content capture off.
func spokenText(v pcommon.Value) bool {
	s := v.AsString()
	return s != "" && s != "<REDACTED>"
}
