// Package dialect knows how producers report tool calls: how a record of each
// is recognised and where its facts are. A dialect is a value; one that users
// describe in configuration has the same type as the built-in ones.
package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Dialect is one way of reporting tool calls.
type Dialect struct {
	// Name is the value of the verdict's dialect and of the metric label.
	Name string
	// Doc is one sentence for the documentation.
	Doc string
	// Markers recognise a record: any one of them suffices. A dialect without
	// markers is recognised by facts of the contract alone.
	Markers []Marker
	// Keys maps fields to the attribute keys that carry them here, strongest
	// first, besides those of the contract, which every dialect accepts.
	Keys map[toolcall.Field][]string
	// Policy says what codes and texts mean here.
	Policy termination.Policy
	// Harnesses whose texts a result may carry.
	Harnesses harness.Set
	// Endings are the error types that name an ending here, besides the common ones.
	Endings map[string]termination.Fact
	// MCPResult: the result has the shape of MCP, whose isError is evidence.
	MCPResult bool
	// ViaParent: a record without a call ID is a secondary view of the call that
	// its parent span reports, if that is one.
	ViaParent bool
}

// Marker is a condition on one attribute.
type Marker struct {
	Key   string
	Value string
}
