package dialect

// OpenAIAgents is the dialect of the instrumentation of OpenAI's Agents SDK, which
// turns the exception of a tool into a result and an error of the span.
func OpenAIAgents() *Dialect {
	d := application("openai_agents", "Function spans of OpenAI's Agents SDK, as OpenTelemetry instruments it.")
	d.When = []Condition{executeTool("opentelemetry.instrumentation.openai_agents*|opentelemetry.instrumentation.genai.openai_agents*")}
	d.Keys = genAIKeys
	d.Notes = Notes{
		Switch:  "`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`",
		With:    textsAlone,
		Without: "Errors that were raised.",
		Blind:   "Status is OK for a command that failed and returned. Most versions have no call ID.",
	}
	return d
}
