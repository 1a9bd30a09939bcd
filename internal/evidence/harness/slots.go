package harness

import "strings"

// scanSlot returns how many bytes of s the slot takes, 0 if it does not fit.
func scanSlot(kind slot, s string, c *captured) int {
	switch kind {
	case slotCode:
		return scanCode(s, c)
	case slotNumber:
		return scanNumber(s, c)
	case slotDuration:
		return scanDuration(s)
	case slotSize:
		return scanSize(s)
	case slotUnit:
		return leading(s, countUnits)
	case slotGone:
		return leading(s, fates)
	case slotSignal:
		return scanSignal(s, c)
	}
	return 0
}

// scanCode reads an exit code. Windows codes fill 32 bits; anything longer is no exit code.
func scanCode(s string, c *captured) int {
	i := 0
	if strings.HasPrefix(s, "-") {
		i = 1
	}
	digits, v := i, int64(0)
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		v = v*10 + int64(s[i]-'0')
		if i++; i-digits > 10 {
			return 0
		}
	}
	if i == digits {
		return 0
	}
	if digits == 1 {
		v = -v
	}
	c.code, c.hasCode = v, true
	return i
}

func scanNumber(s string, c *captured) int {
	i, v, fraction := 0, int64(0), false
	for ; i < len(s) && i < 20; i++ {
		switch b := s[i]; {
		case b >= '0' && b <= '9':
			if !fraction && v < 1<<40 {
				v = v*10 + int64(b-'0')
			}
			continue
		case (b == ',' || b == '.') && i > 0 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			fraction = fraction || b == '.'
			continue
		}
		break
	}
	if i > 0 && c.count < len(c.numbers) {
		c.numbers[c.count] = v
		c.count++
	}
	return i
}

var timeUnits = []string{"milliseconds", "seconds", "second", "minutes", "minute", "hours", "hour", "msec", "secs", "sec", "mins", "min", "ms", "s", "m", "h"}

// scanDuration reads one or more amounts with their units: "2m 0.0s" is two.
func scanDuration(s string) int {
	var none captured
	end := 0
	for at := 0; at < len(s) && at < 40; {
		n := scanNumber(s[at:], &none)
		if n == 0 {
			break
		}
		u := at + n
		if u < len(s) && s[u] == ' ' {
			u++
		}
		unit := leading(s[u:], timeUnits)
		if unit == 0 {
			break
		}
		end = u + unit
		if at = end; at < len(s) && s[at] == ' ' {
			at++
		}
	}
	return end
}

var dataUnits = []string{"bytes", "byte", "B", "KiB", "MiB", "GiB", "KB", "kB", "MB", "GB", "k", "K", "M", "G"}

var (
	countUnits = []string{"lines", "characters", "chars", "bytes", "tokens"}
	fates      = []string{"truncated", "omitted", "elided", "removed"}
)

func scanSize(s string) int {
	var none captured
	n := scanNumber(s, &none)
	if n == 0 {
		return 0
	}
	if n < len(s) && s[n] == ' ' {
		n++
	}
	unit := leading(s[n:], dataUnits)
	if unit == 0 {
		return 0
	}
	return n + unit
}

// leading is the length of the first unit that s begins with and that no letter continues.
func leading(s string, units []string) int {
	for _, u := range units {
		if strings.HasPrefix(s, u) && (len(s) == len(u) || !isLetter(s[len(u)])) {
			return len(u)
		}
	}
	return 0
}

// scanSignal reads a signal by name or by number. 0 is no signal.
func scanSignal(s string, c *captured) int {
	i := 0
	if strings.HasPrefix(s, "SIG") {
		for i = 3; i < len(s) && i < 12 && (s[i] >= 'A' && s[i] <= 'Z' || s[i] >= '0' && s[i] <= '9'); i++ {
		}
		if i == 3 {
			return 0
		}
	} else {
		for i < len(s) && i < 2 && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i == 0 || s[:i] == "0" || i < len(s) && s[i] >= '0' && s[i] <= '9' {
			return 0
		}
	}
	c.signal = s[:i]
	return i
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
