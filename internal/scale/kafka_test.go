package scale

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// The names that examples/scale-out/kafka uses, and how many partitions a test makes.
const (
	spansTopic, spansGroup = "otlp_spans", "tool-span-traces"
	logsTopic, logsGroup   = "otlp_logs", "tool-span-logs"
	partitions             = 12
)

// broker is a Kafka broker within the test.
type broker struct {
	address string
	admin   *kadm.Client
}

func startBroker(t *testing.T) broker {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partitions, spansTopic, logsTopic))
	require.NoError(t, err)
	t.Cleanup(cluster.Close)
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...))
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return broker{address: cluster.ListenAddrs()[0], admin: kadm.NewClient(client)}
}

// startKafka runs an agent tier and that many gateways, with a broker between them, and returns once each gateway has
// its partitions.
func startKafka(t *testing.T, gateways int) (*tiers, broker) {
	t.Helper()
	b := startBroker(t)
	s := &tiers{t: t, form: byKafka}
	s.addGateways(gateways, b.changes()...)
	s.front = s.run("agent-tier", "", fmt.Sprintf("yaml:exporters::kafka::brokers: [%q]", b.address))
	s.wait("share the partitions", func() bool { return b.shared(t, gateways) })
	return s, b
}

// changes point a gateway at the broker.
func (b broker) changes() []string {
	var list []string
	for _, receiver := range []string{"kafka/traces", "kafka/logs"} {
		list = append(list,
			fmt.Sprintf("yaml:receivers::%s::brokers: [%q]", receiver, b.address),
			fmt.Sprintf("yaml:receivers::%s::group_instance_id: NAME", receiver))
	}
	return list
}

// shared reports whether that many gateways have taken all partitions, and the same of both topics.
func (b broker) shared(t *testing.T, gateways int) bool {
	t.Helper()
	groups, err := b.admin.DescribeGroups(t.Context(), spansGroup, logsGroup)
	require.NoError(t, err)
	spans, logs := groups[spansGroup], groups[logsGroup]
	if spans.State != "Stable" || logs.State != "Stable" || len(spans.Members) != gateways || len(logs.Members) != gateways {
		return false
	}
	spansOf, logsOf := owners(spans, spansTopic), owners(logs, logsTopic)
	if len(spansOf) != partitions || len(logsOf) != partitions {
		return false
	}
	require.Equal(t, spansOf, logsOf, "a gateway must have the same partitions of both topics")
	return true
}

// owners says which gateway has which partition of a topic.
func owners(group kadm.DescribedGroup, topic string) map[int32]string {
	list := map[int32]string{}
	for _, m := range group.Members {
		assigned, ok := m.Assigned.AsConsumer()
		if !ok || m.InstanceID == nil {
			continue
		}
		for _, t := range assigned.Topics {
			if t.Topic != topic {
				continue
			}
			for _, p := range t.Partitions {
				list[p] = *m.InstanceID
			}
		}
	}
	return list
}

func TestKafka(t *testing.T) {
	list := tellings(t, each)
	single := alone(t, byTrace).play(list)
	require.Equal(t, map[string]int{claimed.name: each}, single.heard(list))
	for _, gateways := range []int{1, 3} {
		t.Run(fmt.Sprint(gateways), func(t *testing.T) {
			s, _ := startKafka(t, gateways)
			got := s.play(list)
			s.requireShared()
			requireSame(t, single, got)
		})
	}
}

// TestKafkaWithAnotherGateway is TestAChangeOfGatewaysLosesAtMost for Kafka, where the broker deals the partitions out
// anew.
func TestKafkaWithAnotherGateway(t *testing.T) {
	list := tellings(t, each)
	steady := alone(t, byTrace)
	steady.send(early(t, list)...)
	steady.send(late(t, list)...)

	s, b := startKafka(t, 3)
	s.send(early(t, list)...)
	s.addGateways(1, b.changes()...)
	s.wait("share the partitions", func() bool { return b.shared(t, 4) })
	s.send(late(t, list)...)
	s.requireShared()
	requireLess(t, list, steady.outcome(), s.outcome())
}
