package sent

import "strings"

// Searches reports the address of an interface that is asked by POST because a question
// does not fit into a URL. A request to it changes nothing.
func Searches(target string) bool {
	if i := strings.IndexAny(target, "?#"); i >= 0 {
		target = target[:i]
	}
	last, found := strings.TrimRight(target, "/"), false
	for range 2 { // the last part, or the one before, as in search/jql
		i := strings.LastIndexByte(last, '/')
		if i < 0 || i > 0 && last[i-1] == '/' { // what is left is a host
			return found
		}
		part := last[i+1:]
		if at := strings.LastIndexByte(part, ':'); at >= 0 {
			part = part[at+1:] // of customers:search
		}
		found = found || searches[strings.ToLower(part)]
		last = last[:i]
	}
	return found
}

var searches = map[string]bool{
	"search": true, "_search": true, "_msearch": true, "_count": true, "_mget": true, "_field_caps": true, "_rank_eval": true, "_termvectors": true, "query_range": true,
}

// Queries reports a document of GraphQL, by itself or in JSON, that asks for something and
// changes nothing.
func Queries(document string) bool {
	return !strings.Contains(document, "mutation") && (strings.Contains(document, "query") || strings.HasPrefix(strings.TrimSpace(document), "{"))
}

// Graph reports the address of an interface of GraphQL.
func Graph(target string) bool {
	if i := strings.IndexAny(target, "?#"); i >= 0 {
		target = target[:i]
	}
	return strings.HasSuffix(strings.ToLower(strings.TrimRight(target, "/")), "/graphql")
}
