package shell

import "strings"

// client is a program that takes statements in SQL.
type client struct {
	// options are those whose value is a statement.
	options []string
	// second: the second word that is no option is one.
	second bool
	// all: every word is.
	all bool
}

var clients = map[string]client{
	"psql": {options: []string{"-c", "--command"}}, "mysql": {options: []string{"-e", "--execute"}}, "mariadb": {options: []string{"-e", "--execute"}},
	"sqlite3": {second: true, options: []string{"-cmd"}}, "duckdb": {second: true, options: []string{"-c", "-s"}},
	"sqlcmd": {options: []string{"-Q", "-q"}}, "cqlsh": {options: []string{"-e", "--execute"}},
	"clickhouse-client": {options: []string{"-q", "--query"}}, "snowsql": {options: []string{"-q", "--query"}},
	"cockroach": {options: []string{"-e", "--execute"}}, "usql": {options: []string{"-c", "--command"}}, "bq": {all: true},
}

// statements returns the statements that the program is given.
func (c client) statements(args []string, input string) string {
	var b strings.Builder
	add := func(s string) {
		b.WriteString(s)
		b.WriteByte(';')
	}
	words, value := 0, false
	for i, a := range args {
		switch {
		case value:
			value = false
		case strings.HasPrefix(a, "-"):
			next := ""
			if i+1 < len(args) {
				next = args[i+1]
			}
			for _, o := range c.options {
				if text, apart, ok := statement(a, next, o); ok {
					add(text)
					value = value || apart
				}
			}
		default:
			if words++; c.second && words == 2 || c.all {
				add(a)
			}
		}
	}
	add(input)
	return strings.Trim(b.String(), "; \n")
}

// statement returns the value of an option where a word is that: in the next word (apart),
// behind the option, or, where it is the last of several short ones, in the next.
func statement(word, next, option string) (text string, apart, ok bool) {
	long := strings.HasPrefix(option, "--")
	switch {
	case word == option:
		return next, true, true
	case long:
		text, ok = strings.CutPrefix(word, option+"=")
		return text, false, ok
	case strings.HasPrefix(word, "--") || len(option) != 2 || len(word) <= 2:
		return "", false, false
	case strings.HasPrefix(word, option):
		return word[2:], false, true // -e"DROP …"
	case strings.HasSuffix(word, option[1:]) && strings.Trim(word[1:len(word)-1], "ANtqxXn1Bsr") == "":
		return next, true, true // -Atc "SELECT …"
	default:
		return "", false, false
	}
}

// sqlEffect says what statements do. A statement is known by the word that it begins
// with, but where that only introduces another.
func sqlEffect(text string) Effect {
	s := sqlScanner{text: text}
	effect, asked := EffectUnknown, true
	start, introduced := true, false
	before := ""
	for {
		word, ok := s.next()
		if !ok {
			break
		}
		switch {
		case word == ";":
			start, introduced = true, false
		case start || introduced && before != "FOR" && before != "ON":
			switch {
			case sqlWrites[word]:
				return Changes
			case start && sqlReads[word]:
				effect = Looks
			case start && sqlFrames[word]:
			case start:
				asked = false // something else
			}
			introduced = introduced || start && (word == "WITH" || word == "EXPLAIN")
			start = false
		}
		before = word
	}
	if !asked {
		return EffectUnknown
	}
	return effect
}

var (
	sqlWrites = set("INSERT UPDATE DELETE DROP ALTER CREATE TRUNCATE MERGE REPLACE UPSERT GRANT REVOKE RENAME VACUUM REINDEX LOAD")
	sqlReads  = set("SELECT SHOW DESCRIBE DESC EXPLAIN WITH VALUES TABLE PRAGMA QUERY LS HEAD")
	sqlFrames = set("BEGIN START COMMIT ROLLBACK SET USE END ANALYZE")
)

// sqlScanner yields the words of statements in upper case and the signs between
// statements, without what is quoted or a comment.
type sqlScanner struct {
	text string
	at   int
}

func (s *sqlScanner) next() (word string, ok bool) {
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == ';':
			s.at++
			return ";", true
		case c == '\'' || c == '"' || c == '`':
			s.skipPast(string(c), 1)
		case strings.HasPrefix(s.text[s.at:], "--"):
			s.skipPast("\n", 2)
		case strings.HasPrefix(s.text[s.at:], "/*"):
			s.skipPast("*/", 2)
		case isLetter(c) || c == '\\' || c == '.':
			start := s.at
			for s.at++; s.at < len(s.text) && (isLetter(s.text[s.at]) || s.text[s.at] == '_' || s.text[s.at] >= '0' && s.text[s.at] <= '9'); s.at++ {
			}
			if s.at-start > maxName {
				continue
			}
			return strings.ToUpper(s.text[start:s.at]), true
		default:
			s.at++
		}
	}
	return "", false
}

func (s *sqlScanner) skipPast(end string, from int) {
	i := strings.Index(s.text[min(s.at+from, len(s.text)):], end)
	if i < 0 {
		s.at = len(s.text)
		return
	}
	s.at += from + i + len(end)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
