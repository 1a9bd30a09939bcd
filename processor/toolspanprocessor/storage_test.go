package toolspanprocessor

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/extension/extensiontest"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// host has the extensions that a collector would have.
type host map[component.ID]component.Component

func (h host) GetExtensions() map[component.ID]component.Component { return h }

var fileStorage = component.MustNewID("file_storage")

// fileHost has the real extension, with its files in a folder.
func fileHost(t *testing.T, dir string) host {
	t.Helper()
	factory := filestorage.NewFactory()
	cfg := factory.CreateDefaultConfig().(*filestorage.Config)
	cfg.Directory = dir
	ext, err := factory.Create(t.Context(), extensiontest.NewNopSettings(factory.Type()), cfg)
	require.NoError(t, err)
	require.NoError(t, ext.Start(t.Context(), componenttest.NewNopHost()))
	t.Cleanup(func() { require.NoError(t, ext.Shutdown(context.Background())) })
	return host{fileStorage: ext}
}

func stored(c *Config) { c.Memory.Storage = &fileStorage }

// startStory starts the processor on a host, as a collector does that was stopped or not.
func startStory(t *testing.T, h component.Host, change func(*Config)) *story {
	t.Helper()
	s := &story{bench: newBenchOn(t, h, change)}
	require.NoError(t, s.start())
	return s
}

// TestRestartInTheMiddleOfAConversation stops the processor after a test was killed, and goes on with a new one.
// What is not remembered is never a finding.
func TestRestartInTheMiddleOfAConversation(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*Config)
		known  int64
	}{"stored": {stored, 1}, "not stored": {nil, 0}} {
		restarted := func(t *testing.T) *story {
			t.Helper()
			h := fileHost(t, t.TempDir())
			s := startStory(t, h, tt.change)
			s.call(killedTests)
			s.stop()
			n := s.n
			s = startStory(t, h, tt.change)
			s.n = n
			assert.Empty(t, s.logged.All())
			return s
		}
		t.Run(name+", a false answer", func(t *testing.T) {
			s := restarted(t)
			out := s.say("", allGood)
			assert.Equal(t, tt.known, s.sum("false_confirm_detected", "claim", "text"))
			if tt.known == 0 {
				assert.NotContains(t, out, keyFindings)
				return
			}
			assert.Equal(t, []any{"false_confirm"}, out[keyFindings])
			assert.Equal(t, []any{"0100000000000000"}, out[keyRelated])
		})
		t.Run(name+", a rerun that is killed too, and a false answer", func(t *testing.T) {
			s := restarted(t)
			assert.Equal(t, tt.known == 1, s.call(killedTests)[keyRelated] != nil)
			assert.Equal(t, tt.known, s.sum("rerun_after_timeout", "after", "timeout", "result", "fail"))
			assert.Len(t, s.say("", allGood)[keyRelated], int(1+tt.known), "the second run stands by itself")
		})
		t.Run(name+", a rerun that passes, and a true answer", func(t *testing.T) {
			s := restarted(t)
			assert.Equal(t, tt.known == 1, s.call(passedTests)[keyRelated] != nil)
			assert.Equal(t, tt.known, s.sum("rerun_after_timeout", "after", "timeout", "result", "pass"))
			assert.NotContains(t, s.say("", allGood), keyFindings)
			assert.Zero(t, s.sum("false_confirm_detected"))
		})
		t.Run(name+", the same record again", func(t *testing.T) {
			s := restarted(t)
			s.n--
			s.call(killedTests)
			assert.Equal(t, 1-tt.known, s.sum("calls"))
			assert.Zero(t, s.sum("rerun_after_timeout"))
		})
	}
}

// shelf is a storage extension in memory that tells what it is used for, and can be made to fail.
type shelf struct {
	component.StartFunc
	component.ShutdownFunc

	mu              sync.Mutex
	values          map[string][]byte
	names           []string // of clients
	closed, written int
	err             error
}

func (s *shelf) GetClient(_ context.Context, kind component.Kind, id component.ID, name string) (storage.Client, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = append(s.names, kind.String()+" "+id.String()+" "+name)
	return s, s.err
}

func (s *shelf) Get(_ context.Context, key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.values[key], s.err
}

func (s *shelf) Set(_ context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed > 0 {
		return errors.New("it is closed")
	}
	if s.values == nil {
		s.values = map[string][]byte{}
	}
	s.values[key] = slices.Clone(value)
	if key == "head" {
		s.written++
	}
	return s.err
}

func (s *shelf) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed++
	return nil
}

func (*shelf) Delete(context.Context, string) error { return nil }

func (*shelf) Batch(context.Context, ...*storage.Operation) error { return nil }

func (s *shelf) heads() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.written
}

func (s *shelf) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// TestSnapshotsAreTakenInTime also shows that both pipelines have one client, that it is closed once, after all is
// saved, and that nothing is saved while nothing happens.
func TestSnapshotsAreTakenInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ext := &shelf{}
		s := startStory(t, host{fileStorage: ext}, func(c *Config) { stored(c); c.Memory.SnapshotInterval = 10 * time.Second })
		assert.Equal(t, []string{"Processor tool_span memory"}, ext.names)
		later := func(d time.Duration) {
			<-time.After(d)
			synctest.Wait()
		}
		s.call(killedTests)
		later(9 * time.Second)
		assert.Zero(t, ext.heads(), "not yet")
		later(2 * time.Second)
		assert.Equal(t, 1, ext.heads())
		later(time.Minute)
		assert.Equal(t, 1, ext.heads(), "nothing has happened")
		s.call(failedTests)
		later(10 * time.Second)
		assert.Equal(t, 2, ext.heads())

		s.call(emptyGrep)
		require.NoError(t, s.traces.Shutdown(t.Context()))
		assert.Zero(t, ext.closed, "the other pipeline still uses it")
		assert.Equal(t, 2, ext.heads())
		require.NoError(t, s.logs.Shutdown(t.Context()))
		assert.Equal(t, 1, ext.closed)
		assert.Equal(t, 3, ext.heads())
		assert.Empty(t, s.logged.All())
	})
}

func TestASnapshotHoldsNoText(t *testing.T) {
	ext := &shelf{}
	s := startStory(t, host{fileStorage: ext}, stored)
	words := []string{"pytest", "a-conversation", "some-folder", "shell", "call-1", "hunter2"}
	st := killedTests
	st.conversation, st.more = "a-conversation", map[string]any{"cwd": "/some-folder", "gen_ai.tool.call.result": "hunter2"}
	s.call(st)
	s.say("a-conversation", allGood+" hunter2")
	s.stop()
	require.NotEmpty(t, ext.values)
	for key, value := range ext.values {
		for _, word := range words {
			assert.NotContains(t, string(value), word, key)
		}
	}
}

// TestStorageThatIsNone: validate cannot see the extensions, so the start has to tell what is wrong.
func TestStorageThatIsNone(t *testing.T) {
	other := component.MustNewIDWithName("file_storage", "other")
	health := component.MustNewID("health_check")
	var nothing struct {
		component.StartFunc
		component.ShutdownFunc
	}
	for name, tt := range map[string]struct {
		host    host
		storage component.ID
		want    string
	}{
		"missing": {
			host{other: &shelf{}, health: nothing}, fileStorage,
			`tool_span: memory::storage: "file_storage" must be a storage extension that is listed under service::extensions, which has file_storage/other`,
		},
		"no extensions at all": {
			nil, fileStorage,
			`tool_span: memory::storage: "file_storage" must be a storage extension that is listed under service::extensions, which has none of these`,
		},
		"of another kind": {
			host{other: &shelf{}, health: nothing, fileStorage: &shelf{}}, health,
			`tool_span: memory::storage: "health_check" must be a storage extension, and is of another kind; service::extensions has file_storage, file_storage/other`,
		},
		"gives no client": {
			host{fileStorage: &shelf{err: errors.New("the disk is on fire")}}, fileStorage,
			`tool_span: memory::storage: "file_storage": the disk is on fire`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBenchOn(t, tt.host, func(c *Config) { c.Memory.Storage = &tt.storage })
			require.EqualError(t, b.traces.Start(t.Context(), tt.host), tt.want)
			require.EqualError(t, b.logs.Start(t.Context(), tt.host), tt.want, "it is not started by half")
		})
	}
}

// TestLifeOfTheStorage: it is neither asked for nor written before the start, and given back however little happened.
func TestLifeOfTheStorage(t *testing.T) {
	t.Run("never started", func(t *testing.T) {
		ext := &shelf{}
		newBenchOn(t, host{fileStorage: ext}, stored).stop()
		assert.Empty(t, ext.names)
		assert.Zero(t, ext.closed)
	})
	t.Run("one of two started", func(t *testing.T) {
		ext := &shelf{}
		b := newBenchOn(t, host{fileStorage: ext}, stored)
		require.NoError(t, b.logs.Start(t.Context(), b.host))
		b.stop()
		assert.Len(t, ext.names, 1)
		assert.Equal(t, 1, ext.closed)
		assert.Empty(t, ext.values, "there was nothing to save")
	})
	t.Run("stopped twice", func(t *testing.T) {
		ext := &shelf{}
		s := startStory(t, host{fileStorage: ext}, stored)
		s.call(killedTests)
		s.stop()
		s.stop()
		assert.Equal(t, 1, ext.closed)
		assert.Equal(t, 1, ext.written)
	})
}

// TestAStorageThatFails costs what is remembered, and nothing else.
func TestAStorageThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ext := &shelf{}
		s := startStory(t, host{fileStorage: ext}, stored)
		ext.fail(errors.New("the disk is full"))
		s.call(killedTests)
		<-time.After(2*time.Minute + time.Second)
		synctest.Wait()
		assert.Equal(t, 2, s.logged.FilterMessageSnippet("could not be saved").Len(), "once each minute")
		ext.fail(nil)
		<-time.After(time.Minute)
		synctest.Wait()
		assert.Equal(t, 2, s.logged.Len())
		assert.Equal(t, 1, ext.heads(), "saved as soon as there is room")
		ext.fail(errors.New("the disk is full"))
		s.call(failedTests)
		s.stop()
		assert.Equal(t, 3, s.logged.Len())
		assert.Equal(t, 1, ext.closed)
	})
}

// TestSnapshotsThatAreOfNoUse are reported once and ignored, in the files of the real extension.
func TestSnapshotsThatAreOfNoUse(t *testing.T) {
	h := fileHost(t, t.TempDir())
	change := func(t *testing.T, with func(get func(key string) []byte, set func(key string, value []byte))) {
		t.Helper()
		client, err := storageClient(t.Context(), h, fileStorage, component.MustNewID("tool_span"))
		require.NoError(t, err)
		with(func(key string) []byte {
			value, err := client.Get(t.Context(), key)
			require.NoError(t, err)
			require.NotEmpty(t, value, key)
			return value
		}, func(key string, value []byte) { require.NoError(t, client.Set(t.Context(), key, value)) })
		require.NoError(t, client.Close(t.Context()))
	}
	// Parts of a snapshot lie in one place or the other, by turns.
	place := func(get func(string) []byte, word string) string {
		return string([]byte{"ab"[get("head")[8]%2]}) + "." + word + ".0"
	}
	for name, damage := range map[string]func(get func(string) []byte, set func(string, []byte)){
		"empty":        func(_ func(string) []byte, set func(string, []byte)) { set("head", []byte{}) },
		"some text":    func(_ func(string) []byte, set func(string, []byte)) { set("head", []byte(`{"calls":[]}`)) },
		"another form": func(_ func(string) []byte, set func(string, []byte)) { set("head", slices.Repeat([]byte{255}, 5000)) },
		"a head that was cut": func(get func(string) []byte, set func(string, []byte)) {
			set("head", get("head")[:20])
		},
		"a bit of the head": func(get func(string) []byte, set func(string, []byte)) {
			head := get("head")
			head[30] ^= 4
			set("head", head)
		},
		"names that were cut": func(get func(string) []byte, set func(string, []byte)) {
			key := place(get, "names")
			set(key, get(key)[:60])
		},
		"no names": func(get func(string) []byte, set func(string, []byte)) { set(place(get, "names"), nil) },
		"a bit of the names": func(get func(string) []byte, set func(string, []byte)) {
			key := place(get, "names")
			names := get(key)
			names[50] ^= 1
			set(key, names)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := startStory(t, h, stored)
			s.call(killedTests)
			s.stop()
			change(t, damage)

			s = startStory(t, h, stored)
			require.Equal(t, 1, s.logged.Len(), "one warning")
			assert.Equal(t, "The saved memory of earlier calls cannot be used and is ignored; calls from before the restart are not known", s.logged.All()[0].Message)
			assert.NotEmpty(t, s.logged.All()[0].ContextMap()["error"])
			assert.NotContains(t, s.say("", allGood), keyFindings, "nothing is known")
			s.call(failedTests)
			s.stop()

			s = startStory(t, h, stored)
			assert.Empty(t, s.logged.All(), "the next snapshot has replaced it")
			assert.Contains(t, s.say("", allGood), keyFindings)
			s.call(passedTests)
			s.stop()
		})
	}
}

// TestSeedsAreNotShared: without storage, and for each component with one, names are hashed in another way.
func TestSeedsAreNotShared(t *testing.T) {
	seeds := map[uint64]bool{}
	for range 3 {
		s := startStory(t, host{fileStorage: &shelf{}}, stored)
		seeds[s.core().seed.hashText("x")] = true
	}
	assert.Len(t, seeds, 3)
	ext := &shelf{}
	s := startStory(t, host{fileStorage: ext}, stored)
	s.call(killedTests)
	first := s.core().seed
	s.stop()
	ext = &shelf{values: maps.Clone(ext.values)}
	assert.Equal(t, first, startStory(t, host{fileStorage: ext}, stored).core().seed)
}

func (b *bench) core() *core { return cores.by[b.cfg] }

// TestManyConversationsOverARestart has more calls than fit into one part.
func TestManyConversationsOverARestart(t *testing.T) {
	h := fileHost(t, t.TempDir())
	large := func(cfg *Config) {
		stored(cfg)
		cfg.Memory.LimitMib = 64
	}
	s := startStory(t, h, large)
	send := func() {
		for n := range 40 {
			batch := ptrace.NewTraces()
			spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
			for i := range 1000 {
				span := spans.AppendEmpty()
				span.SetTraceID([16]byte{1, byte(n), byte(i), byte(i >> 8)})
				span.SetSpanID([8]byte{1, byte(n), byte(i), byte(i >> 8)})
				span.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
				span.Attributes().PutStr("gen_ai.tool.name", "shell")
			}
			s.send(batch)
		}
	}
	send()
	assert.EqualValues(t, 40_000, s.sum("calls"))
	assert.Equal(t, 40_000, s.core().recent.Len(time.Now()))
	s.stop()
	s = startStory(t, h, large)
	assert.Equal(t, 40_000, s.core().recent.Len(time.Now()))
	send()
	assert.Zero(t, s.sum("calls"), "all of them are known")
}
