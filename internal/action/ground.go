package action

// setGround takes what may stand beside a state: why it was left, and on what ground.
func (r *Receipt) setGround(field Field, n Node, e *Evidence, f *Failure) {
	switch field {
	case FieldEvidence:
		e.merge(evidenceOf(n))
	case FieldEvidenceKind:
		if kind := kindOf(n.word()); kind != NoEvidence {
			e.Kind = kind
		}
	case FieldReconciliation:
		r.setReconciliation(n, e)
	case FieldError, FieldErrorCode:
		f.set(n)
	case FieldStatusCode:
		if v, ok := n.number(); ok && v >= 100 && v < 600 {
			f.Status = int(v)
		}
	}
}

// setReconciliation takes what a look at the resource has shown.
func (r *Receipt) setReconciliation(n Node, e *Evidence) {
	said := Evidence{}
	if !n.members(func(name string, member Node) {
		switch f := fieldOf(name); f {
		case FieldReads:
			r.setReads(member)
		case FieldEvidence:
			said.merge(evidenceOf(member))
		case FieldEvidenceKind:
			said.merge(Evidence{kindOf(member.word())})
		case FieldExternalID:
			r.addIDs(member)
		default:
			switch name := plain(name); {
			case asking[name]:
				said.merge(Evidence{kindOfMember(name, member.word())})
			case !neutral[name] && member.long() != "":
				said.merge(Evidence{Some})
			}
		}
	}) {
		said = evidenceOf(n)
	}
	e.merge(said)
}

// evidenceOf reads a ground: a word for its kind, a text, an object, or a list of these.
func evidenceOf(n Node) Evidence { return evidenceWithin(n, maxLists) }

// maxLists is how many lists may stand in each other.
const maxLists = 2

func evidenceWithin(n Node, lists int) (e Evidence) {
	some := false
	if n.members(func(name string, member Node) {
		some = some || !member.absent() && member.long() != ""
		if asking[plain(name)] {
			e.merge(Evidence{kindOfMember(name, member.word())})
		}
	}) {
		if some {
			e.merge(Evidence{Some})
		}
		return e
	}
	if n.items(func(item Node) bool {
		if lists > 0 {
			e.merge(evidenceWithin(item, lists-1))
		}
		return lists > 0 && e.Kind < ReadbackMatch
	}) {
		return e
	}
	return Evidence{kindOf(n.long())}
}

func (f *Failure) set(n Node) {
	message := ""
	if n.members(func(name string, member Node) {
		switch plain(name) {
		case "code", "type", "name", "kind", "errno":
			if f.Code == "" {
				f.Code = member.long()
			}
		case "message", "reason", "detail":
			message = member.long()
		case "status", "statuscode", "httpstatus":
			if v, ok := member.number(); ok && v >= 100 && v < 600 {
				f.Status = int(v)
			}
		}
	}) {
		if f.Code == "" {
			f.Code = message
		}
		return
	}
	if f.Code == "" {
		f.Code = n.long()
	}
}

var (
	// asking are members that say what a look has shown.
	asking = wordSet("kind", "type", "result", "outcome", "status", "state", "conclusion", "verdict", "readback", "found", "match", "matched")
	// neutral are members that say how it was made, and nothing of what it has shown.
	neutral = wordSet("attempt", "attempts", "at", "time", "timestamp", "startedat", "checkedat", "recordedat", "nextat", "deadline", "method", "target", "path",
		"url", "endpoint", "query", "note", "notes", "reason", "by", "strategy", "window", "consistencywindow", "errorcode", "statuscode", "error")
)
