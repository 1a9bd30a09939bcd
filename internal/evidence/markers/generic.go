package markers

import "strings"

// The generic readers judge lines that no known tool claims. Each takes the
// line as a whole; none looks for a word inside it.

const (
	maxSentence = 240 // longer lines are prose
	maxName     = 120 // longest subject in front of a verdict
)

var genericKeys = keysOf("pass", "ok", "success", "succeed", "done", "complet", "finish", "confirmed", "verified", "applied",
	"sent", "accepted", "deliver", "deployed", "published", "uploaded", "merged", "pushed", "green", "approved", "placed",
	"released", "migrated", "installed", "restored", "imported", "exported", "fail", "✔", "✓", "√", "✅", "☑", "🟢", "✗", "✘", "✕", "❌", "✖",
	"成功", "通过", "通過", "完成", "完毕", "完畢", "确认", "確認", "生效", "就绪", "就緒", "失败", "失敗",
	"完了", "合格", "已验证", "已驗證", "已部署", "已发布", "已發布", "已发送", "已上传", "已提交", "已合并", "已应用", "已推送", "已支付", "已迁移", "已备份", "committed", "processed", "created", "copied", "synced", "downloaded", "inserted", "성공", "완료", "통과", "실패", "успешно", "пройдены", "erfolgreich", "bestanden", "fertig", "abgeschlossen",
	"healthy", "operational", "ready$", "good$", "fine$", "no", "正常", "发现", "succès", "réussi", "terminé", "éxito", "exitosa", "correctamente", "sucesso", "thành")

func (st *scan) generic(l *line) {
	s := l.body
	if notOutput(s) || definition(s, l.deep) || len(s) < len(l.text) && codeStart(l.text) {
		return
	}
	st.judge(l, s)
}

func (st *scan) judge(l *line, s string) {
	id := st.bare(l, s)
	if id == none {
		if wraps(st.prev) && startsLower(s) {
			return
		}
		id = readLine(s, l.deep)
	}
	if id >= 0 && (!compiles[id].Scope.Success() || !denied(s) && !l.ofShortStep(s)) {
		st.report(id)
	}
}

// readLine judges a line that is more than one word.
func readLine(s string, deep bool) int {
	var buf [maxTokens]token
	v := view{s: s, toks: tokenize(s, buf[:0]), deep: deep}
	id := v.read()
	if id == none && len(s) <= maxSentence {
		id = otherTongues(s)
	}
	if id == none {
		id = v.outcome()
	}
	return id
}

// otherTongues is apart from read, so that the words on the stack stay there.
func otherTongues(s string) int {
	if id := hanPhrase(s); id != none {
		return id
	}
	return foreign(s)
}

// read asks the readers in turn: the more a reader demands of a line, the
// earlier it is asked.
func (v view) read() int {
	if id := v.lead(); id != none {
		return id
	}
	if id := v.tail(); id != none {
		return id
	}
	if id := v.tick(); id != none {
		return id
	}
	if id := v.sound(); id != none {
		return id
	}
	return v.phrase()
}

// What a reader answers besides the number of a rule.
const (
	none    = -1 // not a line of mine
	refused = -2 // mine, and no marker
)

// wraps tells whether a line looks like prose that goes on in the next line.
func wraps(prev string) bool {
	prev = strings.TrimRight(prev, " \t")
	if len(prev) < 40 {
		return false
	}
	c := prev[len(prev)-1]
	return (c >= 'a' && c <= 'z' || c == ',') && strings.Count(prev, " ") >= 6
}

func startsLower(s string) bool { return s[0] >= 'a' && s[0] <= 'z' }
