package collectortest

import (
	"fmt"
	"io"
	"net/http"
)

// Fetch sends a request and returns the body of the answer. An answer with any status but 200 is an error that quotes it.
func Fetch(client *http.Client, req *http.Request) ([]byte, error) {
	resp, err := client.Do(req) //nolint:gosec // The servers are those that the tests start on this machine.
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // It was read to its end.
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s: %s", req.Method, req.URL, resp.Status, body)
	}
	return body, nil
}
