package collectortest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Output follows the files that a collector's file exporters write.
type Output struct {
	c       *Collector
	offsets map[Signal]int64
	records []Record
}

// Follow returns a reader of everything that the collector passes on.
func (c *Collector) Follow() *Output { return &Output{c: c, offsets: map[Signal]int64{}} }

// Read returns the records that were written since the last call, spans first. A line that is still being written is
// left for the next one.
func (o *Output) Read() ([]Record, error) {
	var list []Record
	for _, signal := range []Signal{Traces, Logs} {
		records, err := o.read(signal)
		if err != nil {
			return nil, err
		}
		list = append(list, records...)
	}
	return list, nil
}

func (o *Output) read(signal Signal) ([]Record, error) {
	path := o.c.OutputFile(signal)
	f, err := os.Open(path) //nolint:gosec // The caller named it.
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // no pipeline has this signal
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // It was only read.
	if _, err := f.Seek(o.offsets[signal], io.SeekStart); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	var list []Record
	for line := range bytes.Lines(whole) {
		records, err := Parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, records...)
	}
	o.offsets[signal] += int64(len(whole))
	return list, nil
}

// Wait returns once the collector has passed on that many records in all since Follow, and returns all of them.
func (o *Output) Wait(ctx context.Context, records int, limit time.Duration) ([]Record, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := o.c.until(ctx, fmt.Sprintf("pass on %d records", records), func() (bool, error) {
		more, err := o.Read()
		o.records = append(o.records, more...)
		return len(o.records) >= records, err
	})
	if err != nil {
		return nil, fmt.Errorf("%w (%d records came)", err, len(o.records))
	}
	return o.records, nil
}
