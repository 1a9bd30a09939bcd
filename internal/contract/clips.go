package contract

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// collectClips puts the declared cuts before those that the text shows.
func (c *Case) collectClips() {
	v := c.verdict
	for id := range toolcall.NumStreams {
		s := &c.Call.Streams[id]
		switch {
		case StreamLost(s):
			v.addClip(toolcall.Clip{Stream: toolcall.ClipStream(id), Side: toolcall.AllLost})
		case s.Clipped():
			v.addClip(toolcall.Clip{Stream: toolcall.ClipStream(id), Side: c.lostSide(id)})
		}
	}
	for _, clip := range c.Call.Clips {
		v.addClip(clip)
	}
	c.clipByCommand()
	c.Clips = v.Clips
}

// clipByCommand notes a command line that keeps only a part of its own output.
func (c *Case) clipByCommand() {
	line := c.Call.Command(maxPiped)
	if !strings.Contains(line, "|") || !strings.Contains(line, "head") && !strings.Contains(line, "tail") {
		return
	}
	clip := toolcall.Clip{Stream: toolcall.ClipOutput, By: toolcall.ByCommand}
	if c.Call.HasOutputFact {
		clip.Stream = toolcall.ClipStdout
	}
	switch c.Command().Cut {
	case shell.KeepsHead:
		clip.Side = toolcall.TailLost
	case shell.KeepsTail:
		clip.Side = toolcall.HeadLost
	default:
		return
	}
	c.verdict.addClip(clip)
}

// maxPiped bounds the command line that is looked at, in bytes; the parser takes
// no longer one.
const maxPiped = 4 << 10

func (v *Verdict) addClip(clip toolcall.Clip) {
	v.Clips = append(v.Clips, clip)
	v.Clipped = v.Clipped || clip.By != toolcall.ByCommand
}

// StreamLost reports a stream that had bytes of which none were kept: a pipe
// that stalled.
func StreamLost(s *toolcall.Stream) bool {
	return s.Size.State == toolcall.Stated && s.Size.V > 0 && s.HasPreview && s.Preview == "" && !s.HasDigest()
}

// lostSide says which side of a clipped stream is gone. What the preview still
// holds is told by its digests, or by the name of its key. With neither, it is
// the tail: a limit is counted from the start.
func (c *Case) lostSide(id toolcall.StreamID) toolcall.Side {
	s := &c.Call.Streams[id]
	if s.PreviewIsTail {
		return toolcall.HeadLost
	}
	if len(s.Preview) < c.Settings.HashWindow {
		return toolcall.TailLost
	}
	hasHead := s.Head.State == toolcall.Stated && s.Head.Sum == c.HeadSum(id)
	hasTail := s.Tail.State == toolcall.Stated && s.Tail.Sum == c.TailSum(id)
	switch {
	case hasHead && hasTail:
		return toolcall.MiddleLost
	case hasTail:
		return toolcall.HeadLost
	default:
		return toolcall.TailLost
	}
}
