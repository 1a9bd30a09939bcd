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
		if value {
			value = false
			continue
		}
		if strings.HasPrefix(a, "-") {
			for _, o := range c.options {
				switch {
				case a == o && i+1 < len(args):
					add(args[i+1])
					value = true
				case strings.HasPrefix(o, "--") && strings.HasPrefix(a, o+"="):
					add(a[len(o)+1:])
				case !strings.HasPrefix(o, "--") && !strings.HasPrefix(a, "--") && len(o) == 2 && len(a) > 2 && strings.HasPrefix(a, o):
					add(a[2:]) // -e"DROP …"
				case len(o) == 2 && !strings.HasPrefix(a, "--") && len(a) > 2 && strings.HasSuffix(a, o[1:]) && i+1 < len(args) && strings.Trim(a[1:len(a)-1], "ANtqxXn1Bsr") == "":
					add(args[i+1]) // -Atc "SELECT …"
					value = true
				}
			}
			continue
		}
		if words++; c.second && words == 2 || c.all {
			add(a)
		}
	}
	add(input)
	return strings.Trim(b.String(), "; \n")
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
