package agentwork

import "time"

// Tool is what a call uses. Each program has its own names for these, or does the same in a shell.
type Tool int

// The tools.
const (
	Shell Tool = iota
	Read
	Search
	Edit
	Fetch
	List
	Agent
	Poll
	Stop
)

// End is how a call ended.
type End int

// The ends.
const (
	Exited    End = iota // by itself, with Code
	Started              // left running, as was asked
	Running              // a look at something that runs on
	Raised               // the tool failed
	Cancelled            // the user stopped it
	Denied               // the user did not let it begin
	TimedOut             // at its limit, at which it was ended or moved to the background
	Moved                // at its limit, at which it was left running
	Stopped              // a look at something that was stopped before
	Finished             // a look at something that has come to its end, with Code
)

// Call is one use of a tool.
type Call struct {
	ID      string
	Tool    Tool
	Command string // of a shell
	Args    []Arg  // of any other tool
	Output  string
	Code    int
	End     End
	Took    time.Duration
	Limit   time.Duration
	// Task is what runs in the background: started, looked at or stopped by the call.
	Task string
	// Near: it printed what looks like success and was then stopped.
	Near bool
}

// Arg is an argument; its value is a string or an int.
type Arg struct {
	Name  string
	Value any
}

// Kind says what a turn is in the conversation.
type Kind int

// The kinds.
const (
	Step    Kind = iota // the model says something, or nothing, and calls a tool
	Final               // it ends its work on a prompt
	Summary             // it sums up what happened so far, and the history is replaced by that
)

// Turn is one answer of the model, with the call that it asks for.
type Turn struct {
	Kind Kind
	Says string
	Call *Call
	// Prompt is what the user wrote before, empty where the work just goes on.
	Prompt string
	// False tells a text that says what is not so.
	False bool
}

// Session is a conversation.
type Session struct {
	Name  string
	Turns []Turn
}

// Calls says how many calls a session has.
func (s *Session) Calls() (n int) {
	for i := range s.Turns {
		if s.Turns[i].Call != nil {
			n++
		}
	}
	return n
}

// Lies says how many of its texts are false.
func (s *Session) Lies() (n int) {
	for i := range s.Turns {
		if s.Turns[i].False {
			n++
		}
	}
	return n
}
