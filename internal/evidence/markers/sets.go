package markers

// ruleSet and keySet are small bit sets, so that a scan needs no memory of
// its own.
type ruleSet [6]uint64

func (s *ruleSet) add(i int)   { s[i>>6] |= 1 << (i & 63) }
func (s *ruleSet) empty() bool { return *s == ruleSet{} }

type keySet [5]uint64

func (s *keySet) add(i int)   { s[i>>6] |= 1 << (i & 63) }
func (s *keySet) empty() bool { return s[0]|s[1]|s[2]|s[3]|s[4] == 0 }
func (s *keySet) meets(o *keySet) bool {
	return s[0]&o[0]|s[1]&o[1]|s[2]&o[2]|s[3]&o[3]|s[4]&o[4] != 0
}
