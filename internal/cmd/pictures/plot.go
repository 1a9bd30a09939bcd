package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/toolspan/toolspan/internal/dashboard"
	"github.com/toolspan/toolspan/internal/prometheustest"
)

// line is a series over time, by the number of its step.
type line struct {
	name   string
	values []float64
}

// askRange draws a panel over time.
func (s *shown) askRange(ctx context.Context, p *prometheustest.Server, from, to time.Time, step time.Duration) error {
	steps := int(to.Sub(from)/step) + 1
	var lines []line
	for _, q := range s.Queries {
		series, err := p.QueryRange(ctx, dashboard.Expand(q.Expr, step.String(), to.Sub(from).String()), from, to, step)
		if err != nil {
			return err
		}
		for _, one := range series {
			l := line{name: legend(q.Legend, one.Metric), values: make([]float64, steps)}
			sum := 0.0
			for _, point := range one.Values {
				if at := int(point.Time.Sub(from).Round(step) / step); at >= 0 && at < steps && !math.IsNaN(point.Value) {
					l.values[at] = point.Value
					sum += point.Value
				}
			}
			// What never was is not drawn, so that the legend has room; Grafana lists it.
			if sum > 0 {
				lines = append(lines, l)
			}
		}
	}
	for i, l := range lines {
		s.Legend = append(s.Legend, entry{l.name, colour(l.name, i)})
	}
	s.plot(lines, steps, to.Sub(from))
	return nil
}

func (s *shown) plot(lines []line, steps int, span time.Duration) {
	top := s.top(lines, steps)
	width := s.PlotWidth / float64(steps)
	y := func(v float64) float64 { return plotHeight * (1 - v/top) }
	stacked := make([]float64, steps)
	for i, l := range lines {
		paint := colour(l.name, i)
		var points []string
		for at, v := range l.values {
			if s.Kind == dashboard.Lines {
				points = append(points, fmt.Sprintf("%.1f,%.1f", (float64(at)+0.5)*width, y(v)))
				continue
			}
			if v > 0 {
				s.Shapes = append(s.Shapes, shape{X: float64(at) * width, Y: y(stacked[at] + v), W: width * 0.82, H: plotHeight * v / top, Colour: paint})
				stacked[at] += v
			}
		}
		if len(points) > 0 {
			s.Shapes = append(s.Shapes, shape{Points: strings.Join(points, " "), Colour: paint})
		}
	}
	for i := range 3 {
		v := top * float64(i) / 2
		s.Marks = append(s.Marks, mark{X: -6, Y: y(v), Text: s.label(v)})
	}
	for i := range 4 {
		part := float64(i) / 3
		at := time.Duration(part * float64(span)).Round(time.Second)
		s.Marks = append(s.Marks, mark{X: s.PlotWidth * part, Y: -1, Anchor: []string{"start", "middle", "middle", "end"}[i], Text: fmt.Sprintf("%d:%02d", int(at.Minutes()), int(at.Seconds())%60)})
	}
}

// top is a round number that nothing exceeds.
func (s *shown) top(lines []line, steps int) float64 {
	most := 0.0
	for at := range steps {
		sum := 0.0
		for _, l := range lines {
			if s.Kind == dashboard.Lines {
				sum = max(sum, l.values[at])
			} else {
				sum += l.values[at]
			}
		}
		most = max(most, sum)
	}
	if most == 0 {
		return 2
	}
	unit := math.Pow(10, math.Floor(math.Log10(most)))
	for _, n := range []float64{1, 2, 4, 6, 8, 10} {
		if n*unit >= most {
			if s.Unit != dashboard.Share {
				return max(2, n*unit)
			}
			return n * unit
		}
	}
	return 10 * unit
}

func (s *shown) label(v float64) string {
	if s.Unit == dashboard.Share {
		return fmt.Sprintf("%.3g %%", 100*v)
	}
	return fmt.Sprintf("%.3g", v)
}
