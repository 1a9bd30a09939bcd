package action

import (
	"slices"
	"strings"
)

// Field is one fact of a receipt.
type Field uint8

// The fields.
const (
	NoField Field = iota
	FieldOperationID
	FieldOperation
	FieldTarget
	FieldMethod
	FieldPayload
	FieldState
	FieldFingerprint
	FieldKey
	FieldExternalID
	FieldReads
	FieldResends
	FieldEvidence
	FieldEvidenceKind
	FieldError
	FieldErrorCode
	FieldStatusCode
	FieldHistory
	FieldReconciliation
	NumFields
)

// names are the members under which a receipt in JSON, or one of bare keys, has its
// facts. The letters alone count, so that operationId is operation_id.
var names = nameTable(map[Field]string{
	FieldOperationID:    "operation_id op_id",
	FieldOperation:      "operation action intent request",
	FieldTarget:         "target path url endpoint",
	FieldMethod:         "method http_method verb",
	FieldPayload:        "payload body",
	FieldState:          "state",
	FieldFingerprint:    "fingerprint intent_fingerprint request_fingerprint",
	FieldKey:            "idempotency_key idempotency_token",
	FieldExternalID:     "external_id external_ids resource_id",
	FieldReads:          "reads read_count readbacks",
	FieldResends:        "resends resend_count",
	FieldEvidence:       "evidence",
	FieldEvidenceKind:   "evidence_kind evidence.kind",
	FieldError:          "error",
	FieldErrorCode:      "error_code error.code error_type error.type",
	FieldStatusCode:     "status_code http_status http_status_code http.response.status_code",
	FieldHistory:        "state_history history transitions",
	FieldReconciliation: "reconciliation",
})

func nameTable(lists map[Field]string) map[string]Field {
	table := map[string]Field{}
	for field, list := range lists {
		for _, name := range strings.Fields(list) {
			table[plain(name)] = field
		}
	}
	return table
}

func fieldOf(name string) Field {
	if len(name) > len("http.response.status_code") {
		return NoField
	}
	return names[plain(name)]
}

// Read takes the members of an object, or the attributes of a record, for the facts that
// their names say they are.
func (r *Receipt) Read(n Node) {
	n.members(func(name string, member Node) { r.Set(fieldOf(name), member) })
}

// Is reports an object that is a receipt by itself: an operation, and where it stands.
func Is(n Node) bool {
	operation, state := false, false
	n.members(func(name string, member Node) {
		switch fieldOf(name) {
		case FieldOperationID:
			operation = operation || member.word() != ""
		case FieldState:
			_, ok := ParseState(member.word())
			state = state || ok
		case FieldHistory:
			state = state || historyNames[name] && member.items(func(Node) bool { return false })
		}
	})
	return operation && state
}

// HasHistory reports an object with a history that can be nothing else.
func HasHistory(n Node) bool {
	has := false
	n.members(func(name string, _ Node) { has = has || historyNames[name] })
	return has
}

// historyNames are the names of a history that mean nothing else.
var historyNames = map[string]bool{"state_history": true, "stateHistory": true}

// Within finds the receipt that a value is, that one of its members is, or that stands
// so in one of the texts that are its content, as in a result of MCP.
func Within(n Node) (Node, bool) {
	if found, ok := within(n); ok {
		return found, true
	}
	found, ok := Node{}, false
	n.members(func(name string, member Node) {
		if name != "content" || ok {
			return
		}
		left := maxBlocks
		member.items(func(block Node) bool {
			block.members(func(name string, text Node) {
				if name == "text" && !ok {
					found, ok = within(text)
				}
			})
			left--
			return !ok && left > 0
		})
	})
	return found, ok
}

// maxBlocks is in how many blocks of content a receipt is looked for.
const maxBlocks = 8

func within(n Node) (Node, bool) { return inside(n, maxInside) }

// maxInside is how many objects may stand around a receipt.
const maxInside = 2

func inside(n Node, depth int) (Node, bool) {
	if Is(n) {
		return n, true
	}
	found, ok := Node{}, false
	if depth > 0 {
		n.members(func(_ string, member Node) {
			if !ok {
				found, ok = inside(member, depth-1)
			}
		})
	}
	return found, ok
}

// Set takes one fact. Of a fact that is stated twice the first counts.
func (r *Receipt) Set(field Field, n Node) {
	if n.absent() {
		if field == FieldPayload && n.inner { // null is a payload too
			r.Payload, r.HasPayload = n, true
		}
		return
	}
	switch field {
	case FieldOperationID:
		setWord(&r.OperationID, n)
	case FieldOperation:
		r.setOperation(n)
	case FieldTarget:
		setWord(&r.Target, n)
	case FieldMethod:
		setWord(&r.Method, n)
	case FieldPayload:
		if !r.HasPayload {
			r.Payload, r.HasPayload = n, true
		}
	case FieldState:
		r.setState(n)
	case FieldFingerprint:
		setWord(&r.Fingerprint, n)
	case FieldKey:
		r.setKey(n)
	case FieldExternalID:
		r.addIDs(n)
	case FieldReads:
		r.setReads(n)
	case FieldResends:
		if v, ok := n.number(); ok && v > 0 {
			r.Resends = v
		}
	case FieldHistory:
		r.setHistory(n)
	default:
		r.setGround(field, n, &r.Evidence, &r.Failure)
	}
}

// Complete is Set for what the record says in other words: it changes no fact that a
// receipt states.
func (r *Receipt) Complete(field Field, n Node) {
	if field == FieldStatusCode && r.Status != 0 {
		return
	}
	r.Set(field, n)
}

func setWord(to *string, n Node) {
	if *to == "" {
		*to = n.word()
	}
}

// setKey takes a key, of which a header has a list of one.
func (r *Receipt) setKey(n Node) {
	n.items(func(item Node) bool {
		setWord(&r.Key, item)
		return false
	})
	setWord(&r.Key, n)
}

// setOperation takes a name, a method with its path, or an object of the request.
func (r *Receipt) setOperation(n Node) {
	if n.members(func(name string, member Node) {
		switch f := fieldOf(name); f {
		case FieldTarget, FieldMethod, FieldPayload, FieldKey, FieldFingerprint:
			r.Set(f, member)
		default:
			if name == "name" {
				setWord(&r.Operation, member)
			}
		}
	}) {
		return
	}
	setWord(&r.Operation, n)
	method, path, ok := strings.Cut(n.word(), " ")
	if ok && isMethod(method) && (strings.HasPrefix(path, "/") || strings.Contains(path, "://")) {
		if r.Method == "" {
			r.Method = method
		}
		if r.Target == "" {
			r.Target = strings.TrimSpace(path)
		}
	}
}

func isMethod(word string) bool {
	switch strings.ToUpper(word) {
	case "GET", "HEAD", "OPTIONS", "TRACE", "POST", "PUT", "PATCH", "DELETE":
		return true
	default:
		return false
	}
}

func (r *Receipt) setState(n Node) {
	if r.State != NoState {
		return
	}
	word := n.word()
	s, ok := ParseState(word)
	r.State, r.BadState = s, r.BadState || !ok && word != ""
}

// addIDs takes one resource or a list of them.
func (r *Receipt) addIDs(n Node) {
	add := func(id string) {
		if id != "" && len(r.ExternalIDs) < maxIDs && !slices.Contains(r.ExternalIDs, id) {
			r.ExternalIDs = append(r.ExternalIDs, id)
		}
	}
	if !n.items(func(item Node) bool {
		add(item.word())
		return len(r.ExternalIDs) < maxIDs
	}) {
		add(n.word())
	}
}

func (r *Receipt) setReads(n Node) {
	count := int64(0)
	if n.items(func(Node) bool { count++; return count < MaxHistory }) {
		r.Reads, r.HasReads = max(r.Reads, count), true
	} else if v, ok := n.number(); ok && v >= 0 {
		r.Reads, r.HasReads = max(r.Reads, v), true
	}
}
