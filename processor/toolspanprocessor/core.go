package toolspanprocessor

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/processor"
	"go.uber.org/zap"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/canonical"
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/effects"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/rules"
)

// clock tells the time; tests use their own.
type clock func() time.Time

// primaryAge is how long a dialect is known to come in its primary signal.
const primaryAge = time.Hour

// core is what all pipelines of one component ID share: an agent reports a call
// in traces and in logs, and it is one call.
type core struct {
	id        component.ID
	cfg       *Config
	logger    *zap.Logger
	limited   *zap.Logger // for messages about records
	health    health
	match     matchers
	described []userDialect
	dialects  *dialect.Set
	rules     *contract.Set
	settings  *contract.Settings
	effects   *effects.Effects
	recent    *memory.Recent // replaced at start by what was saved, if anything was
	seed      seed           // likewise
	keeper    *keeper        // nil where nothing is saved
	texts     *memory.Texts
	absent    *memory.Absent
	order     *memory.Order
	slots     *memory.Slots
	actions   *memory.Actions
	form      *canonical.Form // of arguments, without those that are ignored
	plain     *canonical.Form
	unkeyed   *canonical.Form // likewise, and without idempotency keys
	reporters reporters
	listen    listening
	content   *contentPolicy
	verifiers map[string]bool // the evaluations that verify
	primary   primarySignals
	tel       *telemetry
	now       clock
	workers   sync.Pool

	users    int // guarded by cores.mu
	started  sync.Once
	startErr error
}

// cores finds the core that belongs to a configuration. The collector hands all
// pipelines of one ID the same configuration, and makes a new one at a reload.
var cores = struct {
	mu sync.Mutex
	by map[*Config]*core
}{by: map[*Config]*core{}}

// acquire returns the core of the configuration, made by its first user. Every
// successful call has to be followed by one of release.
func acquire(set processor.Settings, cfg *Config) (*core, error) {
	cores.mu.Lock()
	defer cores.mu.Unlock()
	c := cores.by[cfg]
	if c == nil {
		var err error
		if c, err = newCore(set, cfg); err != nil {
			return nil, err
		}
		cores.by[cfg] = c
	}
	c.users++
	return c, nil
}

// release gives the core up; the last user ends it.
func (c *core) release(ctx context.Context) {
	if !c.leave() {
		return
	}
	c.health.leave()
	if c.keeper != nil {
		c.keeper.stop(ctx)
	}
	c.tel.shutdown()
}

// leave reports whether it was the last user.
func (c *core) leave() bool {
	cores.mu.Lock()
	defer cores.mu.Unlock()
	if c.users--; c.users > 0 {
		return false
	}
	delete(cores.by, c.cfg)
	return true
}

func newCore(set processor.Settings, cfg *Config) (*core, error) {
	match, err := compileConditions(set.TelemetrySettings, &cfg.Match, "match", cfg.ErrorMode)
	if err != nil {
		return nil, err
	}
	users, err := userDialects(set.TelemetrySettings, cfg)
	if err != nil {
		return nil, err
	}
	ruleSet, err := contract.NewSet(rules.All(), cfg.Rules.Disable, cfg.Rules.Severity)
	if err != nil {
		return nil, err
	}
	scanner, err := markers.New(customMarkers(cfg.Markers), cfg.Markers.Disable)
	if err != nil {
		return nil, err
	}
	tel, err := newTelemetry(set.TelemetrySettings, set.ID, &cfg.Metrics)
	if err != nil {
		return nil, err
	}
	c := &core{
		cfg: cfg, logger: set.Logger, limited: limited(set.Logger), match: match, rules: ruleSet, tel: tel, now: time.Now, id: set.ID, seed: newSeed(),
		dialects: dialect.NewSet(dialect.Builtin(), dialectsOf(users), cfg.Fields, cfg.Streams.TextLimit), described: users,
		recent:    memory.NewRecent(memory.Calls(cfg.Memory.LimitMib), cfg.Memory.MaxAge),
		form:      canonical.NewForm(0, ignoredArguments(cfg.Memory)...),
		plain:     canonical.NewForm(0),
		unkeyed:   canonical.NewForm(0, append(ignoredArguments(cfg.Memory), action.KeyNames()...)...),
		verifiers: setOf(cfg.Verifiers.Evaluations),
		settings: &contract.Settings{
			Require: requirement(cfg.Require), HashWindow: cfg.Streams.HashWindow, TextLimit: cfg.Streams.TextLimit,
			Markers: scanner,
		},
	}
	c.content = newContentPolicy(cfg, c.dialects)
	c.effects = effects.New(effects.Patterns{Mutating: cfg.Effects.Mutating, ReadOnly: cfg.Effects.ReadOnly, Critical: cfg.Effects.Critical})
	c.settings.Effect = c.effects.Of
	c.texts = memory.NewTexts(memory.TextLimit(c.recent.Limit()), cfg.Memory.MaxAge)
	c.order = memory.NewOrder(c.recent.Limit(), cfg.Memory.MaxAge)
	c.actions = memory.NewActions(memory.TextLimit(c.recent.Limit()), cfg.Memory.MaxAge)
	c.absent = memory.NewAbsent(memory.TextLimit(c.recent.Limit()), cfg.Memory.MaxAge)
	c.slots = memory.NewSlots(memory.TextLimit(c.recent.Limit()), cfg.Memory.MaxAge)
	c.workers.New = func() any { return newWorker(c) }
	return c, nil
}

func dialectsOf(users []userDialect) []*dialect.Dialect {
	list := make([]*dialect.Dialect, len(users))
	for i := range users {
		list[i] = users[i].Dialect
	}
	return list
}

// start is called by every pipeline. The first call takes up what was saved and makes
// the series appear; if it fails, so do the others.
func (c *core) start(ctx context.Context, host component.Host) error {
	c.started.Do(func() { c.startErr = c.begin(ctx, host) })
	if c.startErr == nil {
		c.health.join(host)
	}
	return c.startErr
}

func (c *core) begin(ctx context.Context, host component.Host) error {
	if id := c.cfg.Memory.Storage; id != nil {
		client, err := storageClient(ctx, host, *id, c.id)
		if err != nil {
			return fmt.Errorf("%s: %w", c.id, err)
		}
		c.recall(ctx, client)
		c.keeper = keep(c, client)
	}
	c.tel.zero(ctx, c.rules)
	return c.tel.watch(c.recent, c.now)
}

func ignoredArguments(cfg Memory) []string {
	if cfg.IgnoredArguments == nil {
		return canonical.Volatile()
	}
	return cfg.IgnoredArguments
}

func customMarkers(cfg Markers) []markers.Custom {
	var list []markers.Custom
	for _, m := range cfg.Custom {
		// The scope was checked with the rest of the configuration.
		scope, _ := markers.ParseScope(m.Scope)
		list = append(list, markers.Custom{Name: m.Name, Scope: scope, Pattern: m.Pattern})
	}
	return list
}

func setOf(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

func requirement(word string) contract.Require {
	switch word {
	case requireAll:
		return contract.RequireAll
	case requireNone:
		return contract.RequireNone
	default:
		return contract.RequireNative
	}
}

// maxCommand bounds how much of a text tells one call from another, in bytes.
const maxCommand = 4 << 10
