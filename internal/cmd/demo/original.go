package main

import (
	"maps"
	"strings"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const originalPrefix = "tool_span.original."

// original undoes what the processor changed in the claims of a record, from what it keeps of them.
func original(r collectortest.Record) collectortest.Record {
	attributes := maps.Clone(r.Attributes)
	for key, value := range r.Attributes {
		claim, kept := strings.CutPrefix(key, originalPrefix)
		if !kept {
			continue
		}
		if claim == "span.status_code" {
			r.Status, _ = value.(string)
			continue
		}
		attributes[claim] = value
	}
	r.Attributes = attributes
	return r
}
