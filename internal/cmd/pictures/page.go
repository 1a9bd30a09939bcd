package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/toolspan/toolspan/internal/dashboard"
	"github.com/toolspan/toolspan/internal/prometheustest"
)

//go:embed page.html
var pageTemplate string

// Sizes in pixels.
const (
	pageWidth    = 1400
	margin       = 12
	gap          = 8
	numberHeight = 84
	panelHeight  = 248
	headHeight   = 44
	plotHeight   = 140
	bars         = 45
	columns      = 24
)

// colours are told apart by most people, also those who see few colours.
var colours = []string{"#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#bbbbbb", "#44bb99", "#222255", "#997700", "#99ddff"}

// known are the colours of what has the same meaning in every panel.
var known = map[string]string{
	"ok": "#228833", "succeeded": "#228833", "failed": "#ee6677", "nonzero_exit": "#ee6677", "tool_error": "#997700",
	"timeout": "#ee8866", "incomplete": "#ee8866", "signal": "#aa3377", "running": "#ccbb44", "cancelled": "#66ccee",
	"not_executed": "#4477aa", "unknown": "#bbbbbb",
}

// colour is that of the n-th series, which has a name.
func colour(name string, n int) string {
	if c, ok := known[name]; ok {
		return c
	}
	return colours[n%len(colours)]
}

// shown is a panel with what is drawn in it.
type shown struct {
	dashboard.Panel
	Height, Plot int
	PlotWidth    float64
	Big, Colour  string
	Shapes       []shape
	Marks        []mark
	Rows         []row
	Legend       []entry
}

type shape struct {
	X, Y, W, H float64
	Points     string
	Colour     string
}

type mark struct {
	X, Y         float64
	Text, Anchor string
}

type row struct {
	Name, Value, Colour string
	Percent             float64
}

type entry struct{ Name, Colour string }

// pageHeight adds up the rows of panels.
func pageHeight() int {
	height, x := headHeight+2*margin, 0
	for i, p := range dashboard.Panels() {
		if i == 0 || x+p.Width > columns {
			height, x = height+heightOf(&p)+gap, 0
		}
		x += p.Width
	}
	return height
}

func heightOf(p *dashboard.Panel) int {
	if p.Kind == dashboard.Number {
		return numberHeight
	}
	return panelHeight
}

// draw asks Prometheus for what every panel shows and returns the page.
func draw(ctx context.Context, p *prometheustest.Server, from, to time.Time) ([]byte, error) {
	step := max(2*every, to.Sub(from)/bars).Round(every)
	var list []shown
	for _, panel := range dashboard.Panels() {
		s := shown{Panel: panel, Height: heightOf(&panel), Plot: plotHeight}
		s.PlotWidth = float64(pageWidth-2*margin+gap)*float64(panel.Width)/columns - gap - 60
		var err error
		switch panel.Kind {
		case dashboard.Number, dashboard.Ranking:
			err = s.ask(ctx, p, to.Sub(from))
		default:
			err = s.askRange(ctx, p, from, to, step)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", panel.Title, err)
		}
		list = append(list, s)
	}
	var page bytes.Buffer
	err := template.Must(template.New("page").Parse(pageTemplate)).Execute(&page, map[string]any{
		"Panels": list, "Width": pageWidth - 2*margin, "Gap": gap, "Margin": margin,
	})
	return page.Bytes(), err
}

// ask draws a panel of one time: a number, or a list.
func (s *shown) ask(ctx context.Context, p *prometheustest.Server, whole time.Duration) error {
	window := whole.Round(time.Second).String()
	series, err := p.Query(ctx, dashboard.Expand(s.Queries[0].Expr, window, window))
	if err != nil {
		return err
	}
	if s.Kind == dashboard.Number {
		s.Big, s.Colour = "–", "#333"
		if len(series) > 0 && !math.IsNaN(series[0].Value.Value) {
			s.number(series[0].Value.Value)
		}
		return nil
	}
	slices.SortFunc(series, func(a, b prometheustest.Series) int { return int(math.Round(b.Value.Value - a.Value.Value)) })
	for _, one := range series {
		if value := one.Value.Value; value >= 0.5 {
			s.Rows = append(s.Rows, row{
				Name: legend(s.Queries[0].Legend, one.Metric), Value: fmt.Sprintf("%.0f", value),
				Percent: 100 * value / series[0].Value.Value, Colour: colours[0],
			})
		}
	}
	const most = 9
	s.Rows = s.Rows[:min(len(s.Rows), most)]
	return nil
}

func (s *shown) number(value float64) {
	s.Big = fmt.Sprintf("%.0f", value)
	if s.Unit == dashboard.Share {
		s.Big = fmt.Sprintf("%.0f %%", 100*value)
	}
	switch good := value >= 0.5; {
	case s.Tone == dashboard.Unwanted && good, s.Tone == dashboard.Wanted && !good:
		s.Colour = "#c4600c"
	case s.Tone != dashboard.Neutral:
		s.Colour = "#1f7a34"
	}
}

// legend fills the labels into the name of a series.
func legend(text string, labels map[string]string) string {
	for name, value := range labels {
		text = strings.ReplaceAll(text, "{{"+name+"}}", value)
	}
	if strings.Contains(text, "{{") {
		return "(none)"
	}
	return text
}
