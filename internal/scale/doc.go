// Package scale tests what examples/scale-out says: collectors that run its configurations on this machine, one or
// several gateways behind an agent tier or behind Kafka, have to find the same. It is a module of its own, so that the
// broker that it brings along is no dependency of the product.
package scale
