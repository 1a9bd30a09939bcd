package toolcall

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/action/sent"
)

// TestSummarize takes the requests of a call together, as they began.
func TestSummarize(t *testing.T) {
	const path = "/payments"
	post := func(s sent.Sent, status int) Request {
		return Request{HTTP: true, Method: "POST", Host: "api.invalid", Path: path, Sent: s, Status: status, Answered: status != 0 && s == sent.Unknown}
	}
	get := func(status int) Request {
		return Request{HTTP: true, Method: "GET", Host: "api.invalid", Path: path, Status: status, Answered: status != 0}
	}
	elsewhere := get(200)
	elsewhere.Host = "other.invalid"
	rpc := Request{Host: "api.invalid", Sent: sent.After}
	carried := post(sent.After, 504)
	carried.Carried = true
	resent := post(sent.Unknown, 201)
	resent.Resends = 3

	for name, tt := range map[string]struct {
		list            []Request
		sent            sent.Sent
		unsafe, allSafe bool
		resends         int64
	}{
		"none":                              {},
		"answered":                          {[]Request{post(sent.Unknown, 201)}, sent.Unknown, true, false, 0},
		"refused":                           {[]Request{post(sent.Before, 0)}, sent.Before, true, false, 0},
		"refused twice":                     {[]Request{post(sent.Before, 0), post(sent.Before, 0)}, sent.Before, true, false, 1},
		"refused, then answered":            {[]Request{post(sent.Before, 0), post(sent.Unknown, 201)}, sent.Unknown, true, false, 1},
		"answered, then refused":            {[]Request{post(sent.Unknown, 201), post(sent.Before, 0)}, sent.Unknown, true, false, 1},
		"refused, then a definite error":    {[]Request{post(sent.Before, 0), post(sent.Unknown, 422)}, sent.Unknown, true, false, 1},
		"not answered":                      {[]Request{post(sent.After, 0)}, sent.After, true, false, 0},
		"not answered, then refused":        {[]Request{post(sent.After, 504), post(sent.Before, 0)}, sent.After, true, false, 1},
		"not answered, then answered":       {[]Request{post(sent.After, 504), post(sent.Unknown, 201)}, sent.Unknown, true, false, 1},
		"answered, then not":                {[]Request{post(sent.Unknown, 201), post(sent.After, 504)}, sent.After, true, false, 1},
		"not answered, then looked up":      {[]Request{post(sent.After, 0), get(200)}, sent.Unknown, true, false, 0},
		"not answered, then not found":      {[]Request{post(sent.After, 0), get(404)}, sent.After, true, false, 0},
		"not answered, then a look at else": {[]Request{post(sent.After, 0), elsewhere}, sent.After, true, false, 0},
		"looked up before":                  {[]Request{get(200), post(sent.After, 0)}, sent.After, true, false, 0},
		"reads":                             {[]Request{get(200), get(504)}, sent.Unknown, false, true, 1},
		"a call of a procedure":             {[]Request{rpc}, sent.After, false, false, 0},
		"a read beside a procedure":         {[]Request{get(200), rpc}, sent.After, false, false, 0},
		"carries a call":                    {[]Request{carried}, sent.After, false, false, 0},
		"sent again below":                  {[]Request{resent}, sent.Unknown, true, false, 3},
	} {
		for i := range tt.list {
			tt.list[i].Start = uint64(i)
		}
		got := Summarize(tt.list)
		assert.Equal(t, tt.sent, got.Sent, name)
		assert.Equal(t, tt.unsafe, got.Unsafe, name)
		assert.Equal(t, tt.allSafe, got.AllSafe, name)
		assert.Equal(t, tt.resends, got.Resends, name)
		assert.Equal(t, len(tt.list), got.Count, name)
	}
	late := []Request{post(sent.Unknown, 201), post(sent.After, 504)}
	late[0].Start = 2
	assert.Equal(t, sent.Unknown, Summarize(late).Sent, "the order is that of time")
}
