package action

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"

	"github.com/gowebpki/jcs"
)

// FingerprintFits compares the stated fingerprint with what the receipt carries of the
// request. It is true wherever there is too little to say that it is wrong: a request
// that is not all there, one that cannot be read, or a digest of another kind.
func (r *Receipt) FingerprintFits() bool {
	stated, ok := digestOf(r.Fingerprint)
	if !ok || r.Method == "" || r.Target == "" || !r.HasPayload {
		return true
	}
	payloads, ok := r.payloads()
	if !ok {
		return true
	}
	method := strings.ToUpper(r.Method)
	for _, path := range paths(r.Target) {
		for _, p := range payloads {
			if p.fits(stated, method, path) {
				return true
			}
		}
	}
	return false
}

// digestOf reads a fingerprint, with or without the name of its algorithm.
func digestOf(s string) (sum [sha256.Size]byte, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	s = strings.TrimPrefix(s, "sha256:")
	if len(s) != hex.EncodedLen(len(sum)) {
		return sum, false
	}
	_, err := hex.Decode(sum[:], []byte(s))
	return sum, err == nil
}

// paths are the forms in which a target can have been taken: as it stands, and without
// its host, with and without its query.
func paths(target string) []string {
	list := []string{target}
	add := func(path string) {
		for _, known := range list {
			if known == path {
				return
			}
		}
		list = append(list, path)
	}
	if u, err := url.Parse(target); err == nil && (u.Host != "" || u.RawQuery != "") {
		path := u.EscapedPath()
		if path == "" {
			path = "/"
		}
		if u.RawQuery != "" {
			add(path + "?" + u.RawQuery)
		}
		add(path)
		add(u.Path)
	}
	return list
}

// written is a payload in one canonical form; without a text it is left out.
type written struct {
	text  string
	ascii bool // the form in which everything beyond ASCII is escaped
}

// payloads are the canonical forms that the payload can have had, each once.
func (r *Receipt) payloads() (list []written, ok bool) {
	tree, ok := parsePayload(r.Payload)
	if !ok {
		return nil, false
	}
	add := func(text string, ascii bool) {
		for _, known := range list {
			if known.text == text && known.ascii == ascii {
				return
			}
		}
		list = append(list, written{text, ascii})
	}
	if canonical, err := jcs.Transform([]byte(tree.write(form{}))); err == nil {
		add(string(canonical), false)
	}
	for _, f := range [...]form{{}, {ascii: true}, {ascii: true, numbers: true}} {
		add(tree.write(f), f.ascii)
	}
	if text, ok := r.Payload.text(); ok && tree.kind != '"' { // it may have been taken for the text that it is
		add(form{}.quote(text), false)
		add(form{ascii: true}.quote(text), true)
	}
	if tree.empty() {
		for _, text := range [...]string{"null", `""`, "{}", ""} {
			add(text, false)
		}
	}
	return list, true
}

// fits tells whether the digest is that of the request, with its payload in this form.
func (w written) fits(stated [sha256.Size]byte, method, path string) bool {
	f := form{ascii: w.ascii}
	m, p := f.quote(method), f.quote(path)
	texts := [...]string{
		`{"method":` + m + `,"path":` + p + `,"payload":` + w.text + `}`,
		`{"method":` + m + `,"payload":` + w.text + `,"target":` + p + `}`,
		`[` + m + `,` + p + `,` + w.text + `]`,
	}
	if w.text == "" {
		texts = [...]string{`{"method":` + m + `,"path":` + p + `}`, `{"method":` + m + `,"target":` + p + `}`, `[` + m + `,` + p + `]`}
	}
	for _, text := range texts {
		if sha256.Sum256([]byte(text)) == stated {
			return true
		}
	}
	return false
}
