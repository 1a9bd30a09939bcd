package toolspanprocessor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.uber.org/zap"

	"github.com/toolspan/toolspan/internal/memory"
)

// storageName tells the client of the memory from others that a processor may have.
const storageName = "memory"

// storageClient gets a client from the extension that the configuration names.
func storageClient(ctx context.Context, host component.Host, id, owner component.ID) (storage.Client, error) {
	const key = "memory::storage"
	extensions := host.GetExtensions()
	found, ok := extensions[id]
	if !ok {
		return nil, fmt.Errorf("%s: %q must be a storage extension that is listed under service::extensions, which has %s", key, id, storages(extensions))
	}
	ext, ok := found.(storage.Extension)
	if !ok {
		return nil, fmt.Errorf("%s: %q must be a storage extension, and is of another kind; service::extensions has %s", key, id, storages(extensions))
	}
	client, err := ext.GetClient(ctx, component.KindProcessor, owner, storageName)
	if err != nil {
		return nil, fmt.Errorf("%s: %q: %w", key, id, err)
	}
	return client, nil
}

// storages lists the extensions that could have been named.
func storages(all map[component.ID]component.Component) string {
	var list []string
	for id, ext := range all {
		if _, ok := ext.(storage.Extension); ok {
			list = append(list, id.String())
		}
	}
	if len(list) == 0 {
		return "none of these"
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// namesVersion has to be raised when names are made of other things, or in another
// way: what was saved before is then of no use.
const namesVersion = 1

// meaning says what hashes and places in the memory refer to.
func (c *core) meaning() string {
	return fmt.Sprintf("names %d, rules %s", namesVersion, strings.Join(ruleIDs(), " "))
}

// recall takes up what was saved. A snapshot that is of no use is reported and then
// overwritten by the next: to have forgotten some calls is never a finding.
func (c *core) recall(ctx context.Context, client storage.Client) {
	m := c.cfg.Memory
	recent, origin, err := memory.Load(ctx, client, memory.Calls(m.LimitMib), m.MaxAge, c.meaning(), c.now())
	switch {
	case err != nil:
		c.logger.Warn("The saved memory of earlier calls cannot be used and is ignored; calls from before the restart are not known",
			zap.Stringer("storage", *m.Storage), zap.Error(err))
	case recent != nil:
		c.recent, c.seed = recent, seed(origin.Seed)
		c.logger.Info("Calls from before the restart are remembered", zap.Int("calls", recent.Len(c.now())))
	}
}

// keeper saves the memory of a core now and then, and when the core ends.
type keeper struct {
	core   *core
	client storage.Client
	cancel context.CancelFunc
	done   chan struct{} // closed when nothing is saved any more
}

// keep starts a keeper, which has to be stopped.
func keep(c *core, client storage.Client) *keeper {
	ctx, cancel := context.WithCancel(context.Background())
	k := &keeper{core: c, client: client, cancel: cancel, done: make(chan struct{})}
	go k.run(ctx)
	return k
}

func (k *keeper) run(ctx context.Context) {
	defer close(k.done)
	tick := time.NewTicker(k.core.cfg.Memory.SnapshotInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			switch err := k.save(ctx); {
			case ctx.Err() != nil:
			case err != nil:
				k.report(err)
				k.core.health.meet(notSaved, k.core.now())
			default:
				k.core.health.saved()
			}
		}
	}
}

func (k *keeper) save(ctx context.Context) error {
	c := k.core
	return c.recent.Save(ctx, k.client, memory.Origin{Seed: uint64(c.seed), Meaning: c.meaning()}, c.now())
}

func (k *keeper) report(err error) {
	k.core.logger.Warn("The memory of calls could not be saved; a restart goes back to what was saved before, if anything was",
		zap.Stringer("storage", *k.core.cfg.Memory.Storage), zap.Error(err))
}

// stop saves the memory a last time and gives the storage back. A snapshot that is
// being taken is broken off for that.
func (k *keeper) stop(ctx context.Context) {
	k.cancel()
	<-k.done
	if err := errors.Join(k.save(ctx), k.client.Close(ctx)); err != nil {
		k.report(err)
	}
}
