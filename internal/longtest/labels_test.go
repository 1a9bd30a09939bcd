package longtest

import (
	"strings"

	"go.opentelemetry.io/otel/attribute"
)

// labels writes a set of labels as text, in the order of their names.
type labels struct{}

func (labels) Encode(i attribute.Iterator) string {
	var parts []string
	for i.Next() {
		kv := i.Attribute()
		if kv.Key != "processor" {
			parts = append(parts, string(kv.Key)+"="+kv.Value.AsString())
		}
	}
	return strings.Join(parts, ",")
}

var labelsID = attribute.NewEncoderID()

// ID tells this encoder from others.
func (labels) ID() attribute.EncoderID { return labelsID }
