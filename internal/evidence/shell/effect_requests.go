package shell

import (
	"slices"
	"strings"
)

// request is what a client of HTTP is told to send.
type httpRequest struct {
	// method is in upper case, "" where only the run decides it.
	method string
}

// unsafeMethods change something, as their definition has it.
var unsafeMethods = set("POST PUT PATCH DELETE")

// named returns the words for a request of that method, "" where it changes nothing.
func (r httpRequest) named(program string) string {
	for _, m := range [...]string{"POST", "PUT", "PATCH", "DELETE"} {
		if r.method == m {
			return program + " " + m
		}
	}
	return ""
}

func curlChanges(args []string) string {
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "--mail-") }) {
		return "curl mail"
	}
	if asksFor(args) {
		return ""
	}
	return curlRequest(args).named("curl")
}

// asksFor reports a request of curl that changes nothing, by its method or by what it asks.
func asksFor(args []string) bool {
	method := curlRequest(args).method
	return safeMethods[method] || method == "POST" && asksByPost(args)
}

// curlValues are the short options of curl that take a value.
const curlValues = "AbcCdDeEFhHKmoPQrtTuUwxXyYz"

// curlLong are the long ones without a value that could be followed by something that
// looks like another option; all others that matter are read below.
func curlRequest(args []string) httpRequest {
	var c curlLine
	for i := 0; i < len(args); i++ {
		a := args[i]
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch {
		case strings.HasPrefix(a, "--"):
			if c.long(a, next) {
				i++
			}
		case strings.HasPrefix(a, "-") && len(a) > 1:
			if c.short(a[1:], next) {
				i++
			}
		}
	}
	return c.request()
}

// curlLine is what the options of curl say.
type curlLine struct {
	method              string
	given               bool
	get, head, body, up bool
}

// long reads a long option, and reports whether the next word is its value.
func (c *curlLine) long(option, next string) bool {
	name, value, has := strings.Cut(option, "=")
	if !has {
		value = next
	}
	switch name {
	case "--request":
		c.method, c.given = value, true
	case "--get":
		c.get = true
		return false
	case "--head":
		c.head = true
		return false
	case "--upload-file":
		c.up = true
	case "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "--form", "--form-string":
		c.body = true
	case "--header", "--user", "--output", "--user-agent", "--cookie", "--cookie-jar", "--write-out", "--max-time", "--connect-timeout", "--url",
		"--retry", "--retry-delay", "--cert", "--key", "--cacert", "--proxy", "--resolve", "--referer", "--range", "--config", "--url-query":
	default:
		return false
	}
	return !has
}

// short reads a group of short options, the last of which may take a value.
func (c *curlLine) short(group, next string) bool {
	for i := range len(group) {
		o := group[i]
		takes := strings.IndexByte(curlValues, o) >= 0
		value := group[i+1:]
		if takes && value == "" {
			value = next
		}
		switch o {
		case 'X':
			c.method, c.given = value, true
		case 'd', 'F':
			c.body = true
		case 'T':
			c.up = true
		case 'G':
			c.get = true
		case 'I':
			c.head = true
		}
		if takes {
			return i == len(group)-1
		}
	}
	return false
}

func (c *curlLine) request() httpRequest {
	switch {
	case c.given && strings.Contains(c.method, "$"):
		return httpRequest{}
	case c.given:
		return httpRequest{method: strings.ToUpper(c.method)}
	case c.head:
		return httpRequest{method: "HEAD"}
	case c.get:
		return httpRequest{method: "GET"}
	case c.up:
		return httpRequest{method: "PUT"}
	case c.body:
		return httpRequest{method: "POST"}
	default:
		return httpRequest{method: "GET"}
	}
}

// option returns the value of a long option, in either way of writing it.
func option(args []string, names ...string) (value string, ok bool) {
	for i, a := range args {
		name, value, has := strings.Cut(a, "=")
		if !slices.Contains(names, name) {
			continue
		}
		if !has && i+1 < len(args) {
			value = args[i+1]
		}
		return value, true
	}
	return "", false
}

func wgetChanges(args []string) string {
	if method, ok := option(args, "--method"); ok {
		return httpRequest{method: strings.ToUpper(method)}.named("wget")
	}
	if _, ok := option(args, "--post-data", "--post-file"); ok && !asksByPost(args) {
		return "wget POST"
	}
	return ""
}

// httpieChanges knows that HTTPie sends a POST where it is given data and no method.
func httpieChanges(args []string) string {
	method, url, data := "", false, false
	option := false
	for _, a := range args {
		value := option
		option = false
		switch {
		case strings.HasPrefix(a, "-"):
			option = a == "-a" || a == "--auth" || a == "-o" || a == "--output" || a == "--timeout" || a == "-s" || a == "-p"
		case value:
		case method == "" && !url && (unsafeMethods[strings.ToUpper(a)] || safeMethods[strings.ToUpper(a)]):
			method = strings.ToUpper(a)
		case !url:
			url = true
		default:
			data = data || hasData(a)
		}
	}
	if method == "" && data {
		method = "POST"
	}
	return httpRequest{method: method}.named("http")
}

var safeMethods = set("GET HEAD OPTIONS TRACE")

// hasData reports an item of HTTPie that goes into the body: name=value and its kin,
// other than a header (name:value) and a part of the query (name==value).
func hasData(item string) bool {
	i := strings.IndexAny(item, ":=@")
	if i <= 0 {
		return false
	}
	rest := item[i:]
	return strings.HasPrefix(rest, ":=") || strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, "@")
}

func powershellChanges(args []string) string {
	for i, a := range args {
		if strings.EqualFold(a, "-Method") && i+1 < len(args) {
			return httpRequest{method: strings.ToUpper(args[i+1])}.named("Invoke-WebRequest")
		}
	}
	return ""
}

// ghChanges judges the client of GitHub.
func ghChanges(args []string) string {
	if sub, rest := subcommand(args, func(a string) bool { return a == "api" || hubChanges.known[a] }); sub == "api" {
		return ghRequest(rest)
	}
	if sub := hubChanges.find(args); sub != "" {
		return "gh " + sub
	}
	return ""
}

// ghRequest knows that fields make a request a POST, and that one in GraphQL changes
// something only if it says so.
func ghRequest(args []string) string {
	method, fields, graph, mutation := "", false, false, false
	for i, a := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		switch {
		case a == "-X" || a == "--method":
			method = strings.ToUpper(next)
		case strings.HasPrefix(a, "-X"):
			method = strings.ToUpper(strings.TrimPrefix(a[2:], "="))
		case strings.HasPrefix(a, "--method="):
			method = strings.ToUpper(a[len("--method="):])
		case a == "graphql":
			graph = true
		case a == "-f" || a == "-F" || a == "--field" || a == "--raw-field" || a == "--input" || strings.HasPrefix(a, "--field=") ||
			strings.HasPrefix(a, "--raw-field=") || strings.HasPrefix(a, "--input="):
			fields = true
		}
		mutation = mutation || strings.Contains(a, "mutation")
	}
	switch {
	case graph && mutation:
		return "gh api mutation"
	case graph:
		return ""
	case method == "" && fields:
		method = "POST"
	}
	return httpRequest{method: method}.named("gh api")
}
