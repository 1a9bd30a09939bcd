package dashboard

import (
	"encoding/json"
	"fmt"
	"strings"
)

// schemaVersion is that of Grafana 11. Newer ones read older files.
const schemaVersion = 39

type object = map[string]any

// Grafana returns the dashboard as a file that Grafana imports.
func Grafana() ([]byte, error) {
	text, err := json.MarshalIndent(object{
		"uid": "tool-span", "title": "Tool calls of agents (tool_span)",
		"description":   "What the tool_span processor of the OpenTelemetry Collector found in the tool calls of agents.",
		"tags":          []string{"opentelemetry", "tool_span"},
		"schemaVersion": schemaVersion, "version": 1, "editable": true, "graphTooltip": 1,
		"timezone": "browser", "refresh": "1m", "time": object{"from": "now-24h", "to": "now"},
		"annotations": object{"list": []object{}},
		"templating":  object{"list": variables()},
		"panels":      grafanaPanels(),
	}, "", "  ")
	return append(text, '\n'), err
}

// source is the data source that the viewer chooses.
var source = object{"type": "prometheus", "uid": "${datasource}"}

func variables() []object {
	return []object{
		{"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus"},
		labelVariable("processor", "Processor", `{__name__=~"otelcol_processor_tool_span_memory_limit"}`, "processor"),
		labelVariable("tool", "Tool", `{__name__=~"otelcol_processor_tool_span_calls(_total)?"}`, "tool_name"),
		labelVariable("service", "Service", `{__name__=~"otelcol_processor_tool_span_calls(_total)?"}`, "service_name"),
	}
}

// labelVariable offers the values of a label. All of them is every series, also those that do not have the label.
func labelVariable(name, label, series, of string) object {
	return object{
		"name": name, "label": label, "type": "query", "datasource": source,
		"query":      object{"query": fmt.Sprintf("label_values(%s, %s)", series, of), "refId": "values"},
		"definition": fmt.Sprintf("label_values(%s, %s)", series, of),
		"refresh":    2, "sort": 1, "multi": true, "includeAll": true, "allValue": ".*",
		"current": object{"selected": true, "text": []string{"All"}, "value": []string{"$__all"}},
	}
}

const (
	columns      = 24
	numberHeight = 4
	height       = 8
)

func grafanaPanels() []object {
	var list []object
	x, y := 0, 0
	for i, p := range Panels() {
		if x+p.Width > columns {
			x = 0
			y += list[len(list)-1]["gridPos"].(object)["h"].(int)
		}
		list = append(list, p.grafana(i+1, x, y))
		x += p.Width
	}
	return list
}

func (p *Panel) grafana(id, x, y int) object {
	unit := p.Unit
	if unit == "" {
		unit = Count
	}
	panel := object{
		"id": id, "title": p.Title, "description": p.Description, "datasource": source,
		"gridPos": object{"x": x, "y": y, "w": p.Width, "h": height},
		"targets": p.targets(),
	}
	defaults := object{"unit": string(unit), "min": 0}
	switch p.Kind {
	case Number:
		panel["type"], panel["gridPos"] = "stat", object{"x": x, "y": y, "w": p.Width, "h": numberHeight}
		defaults["decimals"], defaults["thresholds"] = 0, p.thresholds()
		panel["options"] = object{
			"colorMode": "value", "graphMode": "none", "textMode": "value", "justifyMode": "auto", "orientation": "auto",
			"wideLayout": true, "showPercentChange": false, "percentChangeColorMode": "standard",
			"reduceOptions": object{"calcs": []string{"lastNotNull"}, "fields": "", "values": false},
		}
	case Bars, Lines:
		panel["type"] = "timeseries"
		defaults["custom"] = p.drawing()
		panel["options"] = object{
			"legend":  object{"displayMode": "list", "placement": "bottom", "showLegend": true, "calcs": []string{}},
			"tooltip": object{"mode": "multi", "sort": "desc"},
		}
	case Ranking:
		panel["type"] = "bargauge"
		defaults["decimals"] = 0
		panel["options"] = object{
			"displayMode": "basic", "orientation": "horizontal", "showUnfilled": false, "valueMode": "text",
			"namePlacement": "left", "sizing": "auto", "minVizWidth": 8, "minVizHeight": 16, "maxVizHeight": 300,
			"legend":        object{"displayMode": "list", "placement": "bottom", "showLegend": false, "calcs": []string{}},
			"reduceOptions": object{"calcs": []string{"lastNotNull"}, "fields": "", "values": false},
		}
	}
	panel["fieldConfig"] = object{"defaults": defaults, "overrides": []object{}}
	return panel
}

func (p *Panel) drawing() object {
	if p.Kind == Lines {
		return object{"drawStyle": "line", "lineWidth": 1, "fillOpacity": 0, "showPoints": "never", "stacking": object{"mode": "none", "group": "A"}}
	}
	return object{"drawStyle": "bars", "lineWidth": 0, "fillOpacity": 80, "showPoints": "never", "stacking": object{"mode": "normal", "group": "A"}}
}

func (p *Panel) thresholds() object {
	steps := []object{{"color": "text", "value": nil}}
	switch p.Tone {
	case Unwanted:
		steps = []object{{"color": "green", "value": nil}, {"color": "orange", "value": 0.5}}
	case Wanted:
		steps = []object{{"color": "orange", "value": nil}, {"color": "green", "value": 0.5}}
	}
	return object{"mode": "absolute", "steps": steps}
}

// targets are the queries. What is of the whole picture is asked once, at its end.
func (p *Panel) targets() []object {
	var list []object
	for i, q := range p.Queries {
		once := p.Kind == Number || p.Kind == Ranking
		list = append(list, object{
			"refId": string(rune('A' + i)), "datasource": source, "editorMode": "code",
			"expr": q.Expr, "legendFormat": q.Legend, "instant": once, "range": !once,
		})
	}
	return list
}

// Expand puts values in the place of the variables of an expression, as Grafana does.
func Expand(expr, stepWindow, wholeWindow string) string {
	return strings.NewReplacer(step, stepWindow, whole, wholeWindow, "$processor", ".*", "$tool", ".*", "$service", ".*").Replace(expr)
}
