// Package longtest sends long conversations of internal/agentwork through the processor, in every order and cut in which
// they may arrive.
package longtest
