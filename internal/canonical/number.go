package canonical

import (
	"strconv"
	"strings"
)

// maxExponent is the number of digits that an exponent may have.
const maxExponent = 9

// numberToken takes the number that stands here, "" if there is none.
func (e *encoder) numberToken() string {
	start := e.at
	e.take('-')
	if !e.take('0') && e.digits() == 0 {
		return ""
	}
	if e.take('.') && e.digits() == 0 {
		return ""
	}
	if e.take('e') || e.take('E') {
		if !e.take('-') {
			e.take('+')
		}
		if e.digits() == 0 {
			return ""
		}
	}
	return e.in[start:e.at]
}

func (e *encoder) digits() (n int) {
	for e.at < len(e.in) && '0' <= e.in[e.at] && e.in[e.at] <= '9' {
		e.at++
		n++
	}
	return n
}

// number writes a number as digits without a zero at either end and the power of
// ten by which they are multiplied. It reports false for an exponent beyond reason.
func (e *encoder) number(token string) bool {
	e.said = true
	e.buf = append(e.buf, 'n')
	start := len(e.buf)
	if token[0] == '-' {
		e.buf = append(e.buf, '-')
		token = token[1:]
	}
	mantissa, power := token, ""
	if i := strings.IndexAny(token, "eE"); i >= 0 {
		mantissa, power = token[:i], token[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := len(e.buf)
	e.buf = append(e.buf, strings.TrimLeft(whole, "0")...)
	if len(e.buf) == digits {
		e.buf = append(e.buf, strings.TrimLeft(fraction, "0")...)
	} else {
		e.buf = append(e.buf, fraction...)
	}
	shift := -len(fraction)
	for len(e.buf) > digits && e.buf[len(e.buf)-1] == '0' {
		e.buf = e.buf[:len(e.buf)-1]
		shift++
	}
	if len(e.buf) == digits { // zero has no sign
		e.buf = append(e.buf[:start], ',')
		return true
	}
	exponent, ok := exponentOf(power)
	if !ok {
		return false
	}
	if exponent += shift; exponent != 0 {
		e.buf = append(e.buf, 'e')
		e.buf = strconv.AppendInt(e.buf, int64(exponent), 10)
	}
	e.buf = append(e.buf, ',')
	return true
}

func exponentOf(power string) (int, bool) {
	digits := strings.TrimLeft(strings.TrimLeft(power, "+-"), "0")
	if digits == "" {
		return 0, true
	}
	if len(digits) > maxExponent {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if power[0] == '-' {
		n = -n
	}
	return n, err == nil
}
