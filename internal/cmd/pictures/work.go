package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/toolspan/toolspan/internal/agentwork"
	"github.com/toolspan/toolspan/internal/collectortest"
)

// request is one export request.
type request struct {
	signal collectortest.Signal
	text   []byte
}

// work sends all recorded sessions and some conversations with lies in them, evenly over a time.
func work(ctx context.Context, c *collectortest.Collector, how time.Duration) error {
	list, err := requests()
	if err != nil {
		return err
	}
	tick := time.NewTicker(how / time.Duration(len(list)))
	defer tick.Stop()
	for _, r := range list {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := c.Post(ctx, r.signal, r.text); err != nil {
			return err
		}
	}
	// Prometheus has to see the last of it.
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(2 * every):
		return nil
	}
}

func requests() ([]request, error) {
	const calls, lies = 250, 12
	var conversations [][]agentwork.Batch
	for i, program := range agentwork.Programs() {
		seed := uint64(i + 1)
		conversations = append(conversations, program.Batches(agentwork.Plant(agentwork.Ordinary(program.Name, seed, calls), seed, lies)))
	}
	var made []request
	for _, b := range agentwork.Merge(conversations, 1) {
		signal, text, err := b.Request()
		if err != nil {
			return nil, err
		}
		made = append(made, request{collectortest.Signal(signal), text})
	}
	recorded, err := sessions()
	if err != nil {
		return nil, err
	}
	return spread(made, recorded), nil
}

func sessions() ([]request, error) {
	files, err := filepath.Glob("testdata/sessions/*/*/*.jsonl")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no recorded sessions: run this at the top of the repository: %w", err)
	}
	var list []request
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		signal := collectortest.Signal(strings.TrimSuffix(filepath.Base(file), ".jsonl"))
		for line := range strings.Lines(string(text)) {
			list = append(list, request{signal, []byte(line)})
		}
	}
	return list, nil
}

// spread puts the second list evenly among the first, both in their order.
func spread(first, second []request) []request {
	list := make([]request, 0, len(first)+len(second))
	next := 0
	for i, r := range first {
		for ; next*len(first) < i*len(second); next++ {
			list = append(list, second[next])
		}
		list = append(list, r)
	}
	return append(list, second[next:]...)
}
