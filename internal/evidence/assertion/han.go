package assertion

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/markers"
)

func doubtedHan(s string) bool { return len(s) > 2048 || markers.HanDoubtful(s) }

// han judges a sentence of Chinese or Japanese.
func (r *reader) han(s string) {
	if r.question || strings.Contains(s, "吗") || hasAnySuffix(strings.TrimRight(s, " 。"), "ますか", "ましたか", "ですか", "でしたか") {
		return
	}
	sentence := s
	supposed, partial, label := false, false, false
	for s != "" {
		part, rest := cutClause(s)
		mark := s[len(part) : len(s)-len(rest)]
		s = rest
		part = strings.Trim(part, " *_`#-\t\r\n:：")
		if part == "" {
			continue
		}
		for _, w := range hanSupposes {
			supposed = supposed || strings.HasPrefix(part, w)
		}
		supposed = supposed || strings.HasPrefix(part, "当") && !strings.HasPrefix(part, "当前") || mark == "：" && (planned(part) || containsAny(part, "应", "應", "期望", "预期", "預期"))
		if supposed {
			continue
		}
		partial = hanExcludes(part) || partial && !besides(part)
		r.hanClause(part, sentence, hanPlace{partial: partial, labelled: label})
		label = (mark == "：" || mark == ":" || mark == "|") && (hanAbout(part)&(Checks|Builds|Deploys) != 0 || strings.HasSuffix(part, "结果") || strings.HasSuffix(part, "結果"))
	}
}

// undoubted leaves out of a clause what only looks like a doubt.
func undoubted(s string) string {
	for _, w := range [...]string{"没问题", "没有问题", "可以确认", "問題ありません", "問題なし"} {
		if strings.Contains(s, w) {
			s = strings.ReplaceAll(s, w, "")
		}
	}
	return s
}

// hanPlace is where a clause stands: behind one that leaves something out, or
// behind a label that names what it is about.
type hanPlace struct{ partial, labelled bool }

// hanExcludes knows "除了登录测试之外，…", which leaves something out of what follows.
func hanExcludes(part string) bool {
	return strings.HasPrefix(part, "除") && !strings.HasPrefix(part, "除非") && (hasAnySuffix(part, "外") || strings.HasPrefix(part, "除了"))
}

// besides tells whether what follows comes on top: "除了修复之外，测试也全部通过".
func besides(part string) bool {
	return containsAny(part, "也", "还", "還", "并", "又", "同时", "同時")
}

// hanDoubts are words of a clause that make its verdict less than a statement
// about the whole, besides those that Chinese output has.
var hanDoubts = [...]string{"并非", "並非", "不是所有", "不是全部", "大多数", "大多數", "多数", "大概", "也许", "也許", "据说", "據說", "声称", "聲稱", "号称", "写着", "寫著", "写道", "说是",
	"修改前", "改动前", "变更前", "更改前", "除一个", "以外", "一半", "为止", "為止", "今のところ", "これまで", "を除", "のみ", "ほとんど", "一部", "大半", "おそらく", "恐らく", "たぶん", "多分", "変更前", "修正前"}

// said tells whether a clause passes on someone else's words: "用户说测试都通过了".
func said(before string) bool {
	i := strings.LastIndex(before, "说")
	if i < 0 {
		i = strings.LastIndex(before, "說")
	}
	return i >= 0 && !hasAnyPrefix(before[i+len("说"):], "明", "到", "法") && !hasAnySuffix(before[:i], "我", "可以", "来", "來", "小", "据")
}

func containsAny(s string, list ...string) bool {
	for _, x := range list {
		if strings.Contains(s, x) {
			return true
		}
	}
	return false
}

// cutClause cuts at punctuation, and leaves out what stands in quotation marks.
func cutClause(s string) (part, rest string) {
	for i := 0; i < len(s); {
		n := 1
		switch s[i] {
		case ',', ';', '!', '(', ')', '|', '"', '\n':
			if s[i] == '"' {
				if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
					return s[:i], s[i+j+2:]
				}
			}
			return s[:i], s[i+1:]
		case 0xe2, 0xe3, 0xef:
			n = 3
			if i+3 > len(s) {
				return s, ""
			}
			switch s[i : i+3] {
			case "，", "；", "。", "！", "（", "）", "：", "—":
				return s[:i], s[i+3:]
			case "“", "「", "『":
				for _, q := range [...]string{"”", "」", "』"} {
					if j := strings.Index(s[i:min(len(s), i+512)], q); j >= 0 {
						return s[:i], s[i+j+3:]
					}
				}
			}
		}
		i += n
	}
	return s, ""
}

// hotHan tells whether a clause may hold a verdict or a fault.
func hotHan(s string) bool {
	for i := 0; i+3 <= len(s); i++ {
		if s[i] >= 0xe3 && s[i] <= 0xe9 && hanFirst[s[i:i+3]] {
			return true
		}
	}
	return false
}

func hanAbout(s string) Subject {
	about := Subject(0)
	for i := range hanThings {
		t := &hanThings[i]
		if strings.Contains(s, t.word) {
			about |= t.about
		}
	}
	return about
}

func (r *reader) hanClause(part, sentence string, at hanPlace) {
	if !hotHan(part) {
		return
	}
	about := hanAbout(part)
	for _, w := range [...]string{"按要求", "根据要求", "主要", "重要", "需求"} {
		if strings.Contains(part, w) {
			part = strings.ReplaceAll(part, w, "")
		}
	}
	if len(part) > 512 || hanFormer(part) || hanRetried(part, sentence) {
		return
	}
	if r.hanFault(part) {
		r.out.Admits |= aboutOr(about, aboutOr(hanAbout(sentence), Work))
		return
	}
	if r.plan || at.partial || containsAny(part, hanDoubts[:]...) || markers.HanDoubtful(undoubted(part)) {
		return
	}
	if a, ok := hanDone(part); ok {
		r.out.Asserts |= aboutOr(about, a)
		return
	}
	m := hanVerdict(part, at.labelled)
	switch {
	case m == nil:
	case hasDigit(part) && hanCountsLess(m, part, sentence):
		r.out.Admits |= aboutOr(about, Work)
	default:
		r.out.Asserts |= aboutOr(about, aboutOr(m.about, Work))
	}
}

// hanVerdict finds the verdict of a clause.
func hanVerdict(part string, labelled bool) *mark {
	for n := range hanMarks {
		m := &hanMarks[n]
		i := strings.LastIndex(part, m.word)
		if i < 0 {
			continue
		}
		before, after := part[:i], part[i+len(m.word):]
		if (hanStands(before, after, m.word) || labelled && part == m.word) && !said(before) && !looked(m.word, after) {
			return m
		}
	}
	return nil
}

// hanCountsLess compares the counts of a clause, or of its sentence if that states a
// total.
func hanCountsLess(m *mark, part, sentence string) bool {
	if strings.Contains(sentence, "共") && len(sentence) <= 512 && markers.HanShort(sentence) {
		return true
	}
	return m.about != Changes && markers.HanShort(part+m.word)
}

// hanFormer tells whether a clause is about an earlier run, and not about what became
// of it.
func hanFormer(part string) bool {
	return (markers.HanFormer(part) || strings.Contains(part, "之前失败")) && !containsAny(part, "现在", "現在", "如今", "目前")
}

// hanRetried tells whether a clause is about an attempt after which the sentence
// tells of another: "第一次超时了，第二次全部通过".
func hanRetried(part, sentence string) bool {
	return containsAny(part, "第一次", "首次", "起初", "最初", "一开始", "一開始") && containsAny(sentence, "第二次", "再次", "现在", "現在", "后来", "後來", "最终", "最終", "重试", "重試", "重跑")
}

// hanVerbs follow 已 ("already"), with how it was done between them.
var hanVerbs = [...]mark{{"删除", Changes}, {"修复", Changes}, {"更新", Changes}, {"添加", Changes}, {"创建", Changes}, {"实现", Changes}, {"重构", Changes}, {"修改", Changes}, {"部署", Deploys}, {"发布", Deploys}, {"推送", Deploys}, {"合并", Deploys}, {"迁移", Deploys}, {"提交", Changes}, {"安装", Builds}}

// hanDone knows "已按要求删除文件".
func hanDone(part string) (Subject, bool) {
	_, after, ok := strings.Cut(part, "已")
	if !ok {
		return 0, false
	}
	for _, v := range hanVerbs {
		i := strings.Index(after, v.word)
		if i >= 0 && i <= 18 && !hasAnyPrefix(after[i+len(v.word):], "的", "后", "时", "前", "状态") {
			return v.about, true
		}
	}
	return 0, false
}

// looked tells whether it is a fault that was confirmed: "已验证该问题确实存在".
func looked(word, after string) bool {
	if !containsAny(word, "验证", "驗證", "确认", "確認") || containsAny(after, "修复", "修復", "解决", "解決", "通过", "通過", "成功") {
		return false
	}
	return containsAny(after, "存在", "问题", "問題", "失败", "失敗", "超时", "bug", "故障", "原因")
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "123456789") }

func (r *reader) hanFault(part string) bool {
	for _, w := range &hanFaults {
		i := strings.Index(part, w)
		if i < 0 {
			continue
		}
		after := part[i+len(w):]
		if hanDenied(part[:i], w) || hasAnySuffix(part[:i], "没有", "无", "不再", "修复了", "修复", "解决了", "处理", "避免", "不会", "不", "若", "如果", "无需", "不用", "没") || hasAnyPrefix(after, "时间", "设置", "处理", "配置", "参数", "问题已", "时会", "时自动", "机制", "重试") {
			continue
		}
		return true
	}
	return strings.Contains(part, "失败") && markers.HanFailed(part) && !strings.Contains(part, "修复") && !strings.Contains(part, "失败的") && !strings.Contains(part, "失败时")
}

// hanDenied knows "エラーはありません": ません denies the fault before it.
func hanDenied(before, fault string) bool {
	return fault == "ません" && strings.HasSuffix(before, "あり") && containsAny(before, "問題", "エラー", "失敗", "不具合")
}

// hanStands tells whether a mark is the predicate of its clause.
func hanStands(before, after, word string) bool {
	after = strings.TrimLeft(after, " ")
	if hasAnyPrefix(after, "的", "后", "時", "时", "前", "之前", "之后", "率", "度", "性", "条件", "标准", "才", "与否", "状态", "过", "するまで", "したら", "すると", "消息", "信息", "标记", "通知", "回调", "する") {
		return false
	}
	done := hasAnySuffix(strings.TrimRight(before, " "), "已", "已经", "已經", "均", "都", "全部", "成功", "顺利", "并", "我", "都已", "均已", "全数")
	if word == "確認" && strings.HasSuffix(before, "を") && !containsAny(before, "動作", "テスト", "合格", "成功", "修正", "完了") {
		return false
	}
	if stands, known := hanShortForm(before, after, word); known {
		return stands
	}
	switch word {
	case "通过", "通過":
		return done && !hasAnyPrefix(after, "API", "接口", "脚本", "命令") || ends(after) && before != "" || hasAnyPrefix(after, "了", "全部", "所有") && hanAbout(after+before) != 0
	case "确认", "確認", "生效", "就绪", "就緒":
		return done || strings.HasSuffix(before, "并") && ends(after) || ends(after) && (word == "就绪" || word == "就緒") || hasAnyPrefix(after, "しました", "済み", "无误")
	}
	if done || strings.HasPrefix(word, "已") {
		return true
	}
	return ends(after) || hasAnyPrefix(after, "了", "しました", "し、", "です", "しています", "済み", "并", "且", "创建", "部署", "构建", "安装", "更新", "写入", "上传", "执行", "运行", "合并", "推送", "所有", "全部")
}

// hanShortForm judges the verdicts that are no more than a turn of phrase. It reports
// the others as not known.
func hanShortForm(before, after, word string) (stands, known bool) {
	switch word {
	case "没问题", "没有问题":
		return ends(after) && hanAbout(before) != 0, true
	case "問題ありません", "問題なし":
		return ends(after) || strings.HasPrefix(after, "でした"), true
	case "通った":
		return ends(after) && strings.Contains(before, "テスト"), true
	case "テストパス", "跑通", "都过了", "全过":
		return ends(after) || strings.HasPrefix(after, "了"), true
	case "正常に動作し", "正常に終了し":
		return hasAnyPrefix(after, "ました", "ています", "ております"), true
	case "パスしました", "検証しました":
		return ends(after), true
	}
	return false, false
}

// ends tells whether nothing of weight follows.
func ends(after string) bool {
	return strings.Trim(after, " .!~✅✓✔🎉") == "" || after[0] == '[' || digit(after[0]) || strings.HasPrefix(after, "✅")
}

func hasAnySuffix(s string, list ...string) bool {
	for _, x := range list {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}

func hasAnyPrefix(s string, list ...string) bool {
	for _, x := range list {
		if strings.HasPrefix(s, x) {
			return true
		}
	}
	return false
}
