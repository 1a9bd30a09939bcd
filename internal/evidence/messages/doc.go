// Package messages reads what a model was given: the messages of a conversation as
// programs export them, with the results of tools among them. It knows the shapes
// of the GenAI semantic conventions, of the OpenAI, Anthropic, Gemini and Bedrock
// interfaces, of the AI SDK and of LangChain, and takes what it does not know for
// nothing.
package messages

// Role is who a part of a message is from.
type Role uint8

// The roles.
const (
	Unknown Role = iota
	System
	User
	Assistant
	Tool
)

// Kind says what a part is.
type Kind uint8

// The kinds.
const (
	// Text is what a person or a model wrote.
	Text Kind = iota + 1
	// Asked is a call of a tool that the model asked for.
	Asked
	// Result is what came back.
	Result
)

// Part is one piece of a message.
type Part struct {
	Kind Kind
	Role Role
	// ID of the call, and the name of its tool; "" where the part does not say.
	ID, Name string
	// Text is the text, the arguments or the result; JSON as it stood there where it
	// was no text.
	Text string
	// Hosted: the provider of the model runs the tool, not the agent.
	Hosted bool
}

// Limits on what is read.
const (
	// MaxBytes is the longest value that is read.
	MaxBytes = 4 << 20
	// maxParts is how many parts are kept, the last ones.
	maxParts = 4096
	maxDepth = 8
)
