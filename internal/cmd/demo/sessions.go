package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// session is one recorded run of one agent.
type session struct {
	name     string
	requests []request
}

// request is one export request, as it was recorded or written.
type request struct {
	signal  collectortest.Signal
	line    []byte
	records []collectortest.Record
}

// shown are the sessions that are replayed, all of those below a folder where a folder is named: a few that can be read
// at a glance. The others in testdata/sessions are for the tests.
var shown = []string{"contract", "copilot-cli", "lib-mastra/object", "lib-vercel-ai/v7-object"}

// readSessions returns the sessions below a folder that are replayed, in the order of that: by name, those written for
// the purpose first.
func readSessions(dir string) ([]session, error) {
	var list []session
	for _, folder := range shown {
		below, err := readFolder(dir, folder)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	slices.SortFunc(list, func(a, b session) int {
		return cmp.Or(foreign(a.name)-foreign(b.name), strings.Compare(a.name, b.name))
	})
	return list, nil
}

// readFolder returns the sessions in a folder and below it.
func readFolder(dir, folder string) ([]session, error) {
	var list []session
	err := filepath.WalkDir(filepath.Join(dir, filepath.FromSlash(folder)), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		s := session{}
		// Within a session spans come first: the child that ran a command is exported when it ends, and the event
		// about it is written after that.
		for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
			requests, err := readRequests(filepath.Join(path, string(signal)+".jsonl"), signal)
			if err != nil {
				return err
			}
			s.requests = append(s.requests, requests...)
		}
		if len(s.requests) > 0 {
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			s.name = filepath.ToSlash(name)
			list = append(list, s)
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s of %s holds no sessions", folder, dir)
	}
	return list, err
}

func foreign(name string) int {
	if strings.HasPrefix(name, "contract/") {
		return 0
	}
	return 1
}

func readRequests(path string, signal collectortest.Signal) ([]request, error) {
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []request
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		records, err := collectortest.Parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(list)+1, err)
		}
		list = append(list, request{signal: signal, line: line, records: records})
	}
	return list, nil
}
