package sent

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSearches(t *testing.T) {
	for target, want := range map[string]bool{
		"/_search": true, "https://es.invalid/orders/_search?size=1": true, "https://es.invalid/_msearch/": true, "/v1/customers:search": true, "/rest/api/3/search/jql": true,
		"https://api.invalid/v1/search": true, "/api/v1/query_range#x": true,
		"": false, "/": false, "search": false, "https://search": false, "https://search/": false, "https://search/orders": false, "/v1/searches": false, "/search/1/orders": false, "/v1/orders?next=/search": false, "/query": false,
	} {
		assert.Equal(t, want, Searches(target), target)
	}
}

func TestQueries(t *testing.T) {
	for document, want := range map[string]bool{
		"query { me }": true, " { me }": true, `{"query": "{ me }"}`: true,
		"mutation { x }": false, `{"query": "mutation { x }"}`: false, "": false, "@file": false,
	} {
		assert.Equal(t, want, Queries(document), document)
	}
	assert.True(t, Graph("https://api.invalid/graphql?x=1"))
	assert.False(t, Graph("https://api.invalid/graphql/orders"))
}
