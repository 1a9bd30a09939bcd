package harness

import (
	"strings"
	"testing"
)

// reads reports whether the rule is among those that spoke.
func reads(r *rule, in *Reading) bool {
	for _, s := range in.Statements {
		if s.Rule == r.name && r.by&Named(s.Harness) != 0 {
			return true
		}
	}
	for _, c := range in.Clips {
		if c.Rule == r.name && r.by&Named(c.Harness) != 0 {
			return true
		}
	}
	return r.empty && in.Empty
}

func TestEveryRuleDoesWhatItsExamplesSay(t *testing.T) {
	for i := range rules {
		r := &rules[i]
		speaks := r.says != None || r.limit || r.lost != lostNothing || r.empty
		if speaks && len(r.match) == 0 {
			t.Errorf("%s/%s has no example", r.by, r.name)
		}
		if r.doc == "" || r.at == 0 || r.by == 0 || (len(r.forms) == 0) == (r.phrase == noPhrase) {
			t.Errorf("%s/%s is not complete", r.by, r.name)
		}
		var own, amid Reading
		for _, text := range r.match {
			Read(text, r.by, &own)
			if !reads(r, &own) {
				t.Errorf("%s/%s does not read %q: %+v", r.by, r.name, text, own)
			}
			if Read(text, All, &amid); !r.only && !sameFacts(&own, &amid) {
				t.Errorf("%s/%s on %q: alone %+v, among all %+v", r.by, r.name, text, own, amid)
			}
		}
		for _, text := range r.miss {
			if Read(text, r.by, &own); reads(r, &own) {
				t.Errorf("%s/%s reads %q: %+v", r.by, r.name, text, own)
			}
		}
	}
}

// sameFacts compares what two readings state, whoever they put it down to. Among all harnesses more may be stated.
func sameFacts(want, got *Reading) bool {
	for _, s := range want.Statements {
		found := false
		for _, g := range got.Statements {
			found = found || g.Ending == s.Ending && g.Code == s.Code && g.HasCode == s.HasCode && g.LimitHit == s.LimitHit
		}
		if !found {
			return false
		}
	}
	for _, c := range want.Clips {
		found := false
		for _, g := range got.Clips {
			found = found || g.Side == c.Side && g.ByTelemetry == c.ByTelemetry
		}
		if !found {
			return false
		}
	}
	return want.Empty == got.Empty
}

func TestRulesAreDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		key := r.Harnesses + "/" + r.Name
		if seen[key] {
			t.Errorf("%s stands twice", key)
		}
		seen[key] = true
		if r.Where == "" || r.Says == "" || !strings.HasSuffix(r.Doc, ".") && !strings.HasSuffix(r.Doc, "…") {
			t.Errorf("%s: %+v", key, r)
		}
		if r.Name != strings.ToLower(r.Name) || strings.ContainsAny(r.Name, " -") {
			t.Errorf("%s is no lower_snake name", r.Name)
		}
	}
}

func TestSetNames(t *testing.T) {
	if got := Named("codex", "nobody", "qwen_code"); got != Codex|QwenCode {
		t.Errorf("Named: %s", got)
	}
	if got := (Codex | GeminiCLI).String(); got != "codex,gemini_cli" {
		t.Errorf("String: %s", got)
	}
	if n := strings.Count(All.String(), ",") + 1; n != len(setNames) {
		t.Errorf("%d names in All, %d known", n, len(setNames))
	}
	if Set(0).String() != "" {
		t.Error("the empty set has a name")
	}
}
