package toolspanprocessor

import (
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/rules"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// fieldNames lists the fields of a call that can be given further source keys.
func fieldNames() []string { return toolcall.FieldNames() }

// ruleIDs lists the rules in the order in which they run.
func ruleIDs() []string { return rules.IDs() }

// markerNames lists the built-in success and failure markers as `scope:name`.
func markerNames() []string { return markers.Names() }
