package action

import "unicode"

// eachWord calls visit with the words of a name, in lower case: of send_message,
// sendMessage and SEND-MESSAGE these are send and message.
func eachWord(name string, visit func(word string)) {
	if len(name) > maxWord {
		name = name[:maxWord]
	}
	var word []byte
	flush := func() {
		if len(word) > 0 {
			visit(string(word))
		}
		word = word[:0]
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}
		word = append(word, string(unicode.ToLower(r))...)
	}
	flush()
}
