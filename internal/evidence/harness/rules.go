package harness

import "slices"

// rules are all rules in the order in which they are tried: those of a product before those of languages and of nobody,
// so that a text is put down to the one who certainly writes it.
var rules = slices.Concat(
	claudeRules, codexRules, frameworkRules, geminiRules, opencodeRules, openhandsRules, sweRules, clineRules, rooRules,
	copilotRules, gooseRules, editorRules, mcpRules, languageRules, genericRules,
)

var known = newIndex(rules)
