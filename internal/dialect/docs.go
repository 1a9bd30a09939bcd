package dialect

import (
	"maps"
	"slices"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// ContractKey documents one attribute key that every dialect reads.
type ContractKey struct {
	Field toolcall.Field
	Key   string
	// Bare: the key is read only on a record that is native beyond doubt.
	Bare bool
}

// ContractKeys lists the keys of the contract, the strongest spelling of each field first.
func ContractKeys() []ContractKey {
	list := make([]ContractKey, 0, len(contractKeys))
	for _, k := range contractKeys {
		list = append(list, ContractKey{Field: k.field, Key: k.key, Bare: k.bare})
	}
	return list
}

// AnswerSource documents one place where what a model wrote is read.
type AnswerSource struct {
	// Place is written as in the tables of dialects.
	Place string
	// Event is the name of the log events that have the attribute, where it is read in these alone.
	Event Pattern
}

// AnswerSources lists these places.
func AnswerSources() []AnswerSource {
	list := make([]AnswerSource, 0, len(answerSources))
	for _, s := range answerSources {
		list = append(list, AnswerSource{Place: s.key, Event: s.event})
	}
	return list
}

// ConversationKeys lists the attributes that name the conversation on records of
// models, the strongest first.
func ConversationKeys() []string { return slices.Clone(conversationKeys) }

// KnownWords returns the words that every flag understands, and what they say.
func KnownWords() map[string]Word { return maps.Clone(knownWords) }

// Groups lists the keys that may hold a map, or JSON, of the facts below them.
func Groups() []string { return slices.Clone(groupKeys) }

// CommonEndings returns what the error types mean that name an ending in every dialect.
func CommonEndings() map[string]termination.Fact { return maps.Clone(commonEndings) }

// AfterSend lists the error types of failures that are met only after a request has gone out, besides 408 and those
// from 500 to 599.
func AfterSend() []string { return slices.Sorted(maps.Keys(afterSend)) }
