package consent

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNoAnswer(t *testing.T) {
	for s, want := range map[string]bool{
		"No response after 60s — the user may be away from keyboard. Proceed using your best judgment": true,
		"No response after 60s":                                 true,
		"No user response received within 30 seconds.":          true,
		"No answer was given in time.":                          true,
		"No response.":                                          true,
		"No answer provided; using default: yes":                true,
		"[timeout] no reply, assuming yes":                      true,
		"Auto-approved: timeout of 30s elapsed":                 true,
		"Approved by default after 60s without a reply":         true,
		"Default action taken (approve) because nobody spoke":   true,
		"Approved, but set the timeout to 30 first":             false,
		"The default option is used in production, keep it":     false,
		"No input needed, go on":                                false,
		"The user did not respond within 120 seconds":           true,
		"User hasn't answered; continuing with the default.":    true,
		"Approval request timed out after 300s":                 true,
		"Error: approval timed out":                             true,
		"Permission request expired":                            true,
		"Timed out waiting for user confirmation.":              true,
		"timed out while waiting for approval":                  true,
		"The question expired. The default option was taken.":   true,
		"等待用户确认超时，按默认选项继续。":                                     true,
		"用户未响应，继续执行。":                                           true,
		"[timeout] No reply from the user after 5 minutes":      true,
		"User approved.":                                        false,
		"Yes":                                                   false,
		"":                                                      false,
		"No response body":                                      false,
		"No responses were recorded":                            false,
		"Connection timed out":                                  false,
		"The tests timed out waiting for the server":            false,
		"User answered: no response is needed":                  false,
		"I checked. It is fine. No response after 60s":          false,
		"Results:\n1. docs\n2. No response after 60s in a test": false,
		strings.Repeat("x ", 400) + "No response after 60s":     false,
	} {
		assert.Equal(t, want, NoAnswer(s), s)
	}
}

func TestClaims(t *testing.T) {
	for s, want := range map[string]bool{
		"User confirmed the deploy.":                                     true,
		"The user approved the change, so I merged it.":                  true,
		"The user has explicitly approved this.":                         true,
		"You approved the plan; deploying now.":                          true,
		"The migration was approved by the user.":                        true,
		"With your approval, I deleted the branch.":                      true,
		"Having received user approval, the release is out.":             true,
		"The operator gave the go-ahead.":                                true,
		"Done.\nUser-approved rollout finished.":                         true,
		"用户已确认部署。":                                                       true,
		"经用户批准，已删除旧数据。":                                                  true,
		"The user has not approved the change.":                          false,
		"No answer came, so nobody approved it.":                         false,
		"Has the user approved this?":                                    false,
		"If the user approved it, I would deploy.":                       false,
		"I am waiting for the user's approval.":                          false,
		"Once the user has approved, I will merge.":                      false,
		"This needs your approval.":                                      false,
		"Please confirm before I go on.":                                 false,
		"The PR was approved by CI.":                                     false,
		"The user model was accepted by the form.":                       false,
		"> The user approved the change.":                                false,
		"Without user confirmation I stopped.":                           false,
		"用户未确认。":                                                         false,
		"等待用户确认。":                                                        false,
		"用户已确认吗？":                                                        false,
		"I proceeded with the default option because the user was away.": false,
		"": false, "All tests pass.": false,
		"The user asked me to deploy it, and it is deployed.": false,
	} {
		assert.Equal(t, want, Claims(s, 1<<16), s)
	}
}

func FuzzConsent(f *testing.F) {
	f.Add("The user approved it.")
	f.Add("No response after 60s")
	f.Add("用户已确认")
	f.Fuzz(func(t *testing.T, s string) {
		NoAnswer(s)
		if limit := 64; Claims(s, limit) && !Claims(strings.TrimSpace(s[:min(len(s), limit)]), limit) && len(s) <= limit {
			t.Fatal("what stands around it changes a claim")
		}
	})
}
