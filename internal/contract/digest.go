package contract

import (
	"crypto/sha256"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// sums keeps the digests of one preview, each computed once and only when asked for.
type sums struct {
	whole, head, tail          [32]byte
	hasWhole, hasHead, hasTail bool
}

// PreviewSum returns the digest of the whole preview.
func (c *Case) PreviewSum(id toolcall.StreamID) [32]byte {
	s := &c.sums[id]
	if !s.hasWhole {
		s.whole, s.hasWhole = sum(c.Call.Streams[id].Preview), true
	}
	return s.whole
}

// HeadSum returns the digest of the first window of the preview.
func (c *Case) HeadSum(id toolcall.StreamID) [32]byte {
	s := &c.sums[id]
	if !s.hasHead {
		p := c.Call.Streams[id].Preview
		s.head, s.hasHead = sum(p[:min(len(p), c.Settings.HashWindow)]), true
	}
	return s.head
}

// TailSum returns the digest of the last window of the preview.
func (c *Case) TailSum(id toolcall.StreamID) [32]byte {
	s := &c.sums[id]
	if !s.hasTail {
		p := c.Call.Streams[id].Preview
		s.tail, s.hasTail = sum(p[len(p)-min(len(p), c.Settings.HashWindow):]), true
	}
	return s.tail
}

// sum copies the text a block at a time, since the standard library digests only
// byte slices and a conversion would allocate for each preview.
func sum(s string) [32]byte {
	if len(s) <= 1024 {
		var buf [1024]byte
		return sha256.Sum256(buf[:copy(buf[:], s)])
	}
	return sha256.Sum256([]byte(s))
}
