package markers

import (
	"strings"
	"unicode/utf8"
)

var (
	idHan     = ruleID("phrase:zh_phrase")
	idHanLine = ruleID("bare:zh_line")
	idHanFail = ruleID("fail:zh_fail")
	idJa      = ruleID("phrase:ja_phrase")
	idKo      = ruleID("phrase:ko_phrase")
)

var (
	hanMarks   = []string{"成功", "通过", "通過", "完成", "完毕", "完畢", "确认", "確認", "生效", "就绪", "就緒", "完了", "合格", "已验证", "已驗證", "已部署", "已发布", "已發布", "已发送", "已上传", "已提交", "已合并", "已应用", "已推送", "已支付", "已迁移", "已备份"}
	hanFaults  = []string{"失败", "失敗", "错误", "錯誤", "异常", "異常"}
	koMarks    = []string{"성공", "완료", "통과"}
	hanDenials = []string{"没有错误", "无错误", "没有失败", "无失败", "无异常", "没有异常", "無錯誤", "沒有錯誤", "零错误", "无报错", "没有报错", "无误", "當前", "当前", "不同", "未来", "未发现", "沒有發現", "没有发现", "预订", "预约", "预付", "预览", "预发", "预检", "预热", "预处理", "预编译", "预授权", "预售", "预置", "预加载", "如下", "没有警告", "无警告"}
	// hanDoubts make a statement a plan, a condition, a demand or its opposite.
	hanDoubts = []string{"未", "没", "沒", "不", "无", "無", "尚", "待", "等", "请", "請", "若", "如", "当", "當", "一旦", "直到", "才", "将", "將", "会",
		"會", "要", "需", "应", "應", "是否", "可能", "可以", "能够", "希望", "想", "即", "准备", "準備", "计划", "計劃", "正在", "部分", "还", "還", "别", "勿",
		"避免", "以便", "确保", "確保", "假设", "假如", "表示", "显示", "顯示", "输出", "输入", "打印", "看到", "提示", "期望", "预", "基本", "难以", "争取", "尽快", "返回",
		"怎么", "如何", "为何", "每次", "只有", "除非", "仅", "只", "必须", "要求", "万一", "点击", "按下", "目标", "说明", "例如", "比如", "几乎", "差点", "谎称", "声称", "假装", "判断", "何时", "为了", "中途",
		"场合", "場合", "まで", "ください", "予定", "ない", "ません", "すると", "たら"}
	// hanPassers are what 通过 ("passed") can be said of; elsewhere it means
	// "by means of".
	hanPassers = []string{"测试", "測試", "检查", "檢查", "校验", "验证", "驗證", "审核", "审批", "构建", "编译", "用例", "评审", "单测", "检测", "流水线", "自检", "预检", "断言",
		"全部", "均", "都", "已", "已经", "项", "个", "均已", "都已", "检验", "验收", "审查", "考试", "認證", "认证", "門禁", "门禁", "质检", "回归", "校對", "校驗", "全数", "CI", "lint", "e2e"}
	hanVerbs = []string{"部署", "创建", "創建", "建立", "导入", "导出", "上传", "上傳", "下载", "安装", "安裝", "更新", "升级", "删除", "写入", "保存", "发送", "發送", "提交", "发布", "發布", "备份", "恢复",
		"同步", "迁移", "執行", "执行", "构建", "编译", "生成", "推送", "合并", "回滚", "启用", "处理", "插入", "修复", "注册", "支付", "转账", "应用", "配置", "初始化", "完成", "通过", "拉取", "打包", "签名"}
)

// hanPhrase judges Chinese, Japanese and Korean sentences.
func hanPhrase(s string) int {
	if asciiOnly(s) || len(s) > maxSentence || strings.ContainsAny(s, "？?“”「」『』") || strings.Contains(s, "吗") {
		return none
	}
	if containsAny(s, koMarks) {
		return korean(s)
	}
	if hanSound(s) {
		return idHan
	}
	if id := hanFault(s); id != none {
		return id
	}
	if hanShort(s) {
		return none
	}
	if tag, rest := hanTag(s); tag != "" && containsAny(tag, hanFaults) {
		return none
	} else if tag != "" && !hanDoubtful(rest) {
		return idHan
	}
	for rest := s; rest != ""; {
		clause, next := cutClause(rest)
		if id := hanClause(clause, s); id >= 0 {
			return id
		}
		rest = next
	}
	return none
}

// hanTag returns the verdict a line begins with in brackets, and what follows:
// "[成功] 部署到生产".
func hanTag(s string) (tag, rest string) {
	for _, b := range [...][2]string{{"[", "]"}, {"【", "】"}} {
		t, ok := strings.CutPrefix(s, b[0])
		if !ok {
			continue
		}
		if tag, rest, ok = strings.Cut(t, b[1]); !ok {
			continue
		}
		tag, rest = strings.Trim(tag, " "), strings.TrimLeft(rest, " ")
		if rest != "" && hanVerdict(strings.TrimPrefix(tag, "已")) {
			return tag, rest
		}
	}
	return "", ""
}

func hanVerdict(w string) bool {
	switch w {
	case "成功", "通过", "通過", "完成", "完毕", "完畢", "完了", "合格", "失败", "失敗":
		return true
	}
	return false
}

// hanSound judges "一切正常" and "未发现错误".
func hanSound(s string) bool {
	s = strings.Trim(s, decoration+"。！")
	if t, ok := strings.CutSuffix(s, "正常"); ok && utf8.RuneCountInString(t) <= 12 {
		t = strings.TrimSuffix(t, "运行")
		return (hasAnySuffix(t, []string{"一切", "全部", "均", "都"}) || hasAnyPrefix(t, []string{"所有", "全部"})) && !hanDoubtful(t) && !hanFormer(t)
	}
	for _, p := range [...]string{"未发现", "没有发现", "沒有發現"} {
		if t, ok := strings.CutPrefix(s, p); ok {
			switch strings.TrimPrefix(t, "任何") {
			case "错误", "问题", "异常", "漏洞", "失败", "錯誤", "問題":
				return true
			}
		}
	}
	return false
}

// hanFormer tells whether a clause is about another run than this. Behind a
// verb, the same words name what something was done to ("回滚到上次版本").
func hanFormer(s string) bool {
	for _, w := range [...]string{"上次", "上一次", "上回", "上一轮", "前一次", "前次", "之前", "此前", "先前", "以前", "昨天", "昨日", "昨晚", "曾", "前回", "前日", "历史构建", "历史测试", "历史运行", "上个版本", "上周", "过去"} {
		i := strings.Index(s, w)
		if i >= 0 && (strings.Trim(s[:i], decoration) == "" || hasAnySuffix(s[:i], []string{"：", ":", " ", "，", "的", "在", "于", "是", "]", "】", ")"})) {
			return true
		}
	}
	return false
}

func cutClause(s string) (clause, rest string) {
	i := strings.IndexAny(s, "，。；！,;!")
	if i < 0 {
		return s, ""
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return s[:i], s[i+n:]
}

func hanClause(clause, whole string) int {
	clause = strings.Trim(clause, decoration+"～")
	for _, m := range hanMarks {
		i := strings.LastIndex(clause, m)
		if i < 0 {
			continue
		}
		before, after := clause[:i], clause[i+len(m):]
		if !hanAfter(after) {
			if before = strings.TrimSuffix(before, "已"); m == "成功" && strings.Trim(before, " ") == "" && hasAnyPrefix(after, hanVerbs) && !hanDoubtful(whole) {
				return idHan
			}
			continue
		}
		if utf8.RuneCountInString(before) > 24 || hanFormer(clause) || hanDoubtful(clause) || hanDoubtful(whole) {
			return none
		}
		return hanSubject(strings.TrimRight(before, " :："), m, after)
	}
	return none
}

// hanAfter tells whether a mark ends its clause: what may follow is a particle
// of completion, a detail in brackets, a duration or a count.
func hanAfter(after string) bool {
	for _, p := range [...]string{"了", "しました", "です", "し", "啦", "かつ"} {
		after = strings.TrimPrefix(after, p)
	}
	t := strings.TrimLeft(after, " ")
	if t == "" {
		return true
	}
	for _, p := range [...]string{"：", ":", "（", "(", "…", "...", "✅", "✓", "✔", "-", "耗时", "用时", "共", "[", "🎉", "=", "~", "|", "_"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return t[0] >= '0' && t[0] <= '9'
}

func hanSubject(before, mark, after string) int {
	subject := before
	switch mark {
	case "通过", "通過":
		if subject != "" && !hasAnySuffix(subject, hanPassers) {
			return none
		}
	case "确认", "確認", "生效", "就绪", "就緒":
		if !hasAnySuffix(subject, []string{"已", "已经", "已經", "全部", "均", "都"}) {
			return none
		}
		return idHan
	case "完了", "合格":
		if subject == "" {
			return idHanLine
		}
		return idJa
	}
	if subject == "" && strings.Trim(after, " ") == "" {
		return idHanLine
	}
	return idHan
}

func hanDoubtful(s string) bool {
	for _, d := range hanDenials {
		if strings.Contains(s, d) {
			s = strings.ReplaceAll(s, d, "")
		}
	}
	return containsAny(s, hanDoubts)
}

// hanSpoiled tells whether Chinese words or counts take a success back.
func hanSpoiled(s string) bool {
	return hanFault(s) == idHanFail || hanShort(s) || hanFormer(s) || hanDoubtful(s)
}

// hanFault finds a statement of failure: a failure word, unless its count is 0.
func hanFault(s string) int {
	for _, f := range hanFaults {
		for at := 0; ; {
			i := strings.Index(s[at:], f)
			if i < 0 {
				break
			}
			i += at
			at = i + len(f)
			if n, ok := hanNumber(s, i, at); ok && n == 0 || hanDenied(s[:i]) {
				continue
			}
			if hanDoubtful(s[:i]) {
				return refused
			}
			if f == "失败" || f == "失敗" {
				return idHanFail
			}
			return refused
		}
	}
	return none
}

func hanDenied(before string) bool {
	return hasAnySuffix(strings.TrimRight(before, " 任何"), []string{"没有", "无", "無", "沒有", "零", "未发现", "未见", "未出现"})
}

// hanNumber returns the number right behind a word, or right before it.
func hanNumber(s string, start, end int) (int, bool) {
	after := strings.TrimLeft(s[end:], " :：=为是了")
	if n := skipDigits(after, 0); n > 0 {
		return numberValue(after[:n]), true
	}
	before := strings.TrimRight(s[:start], " 个項项条次例")
	j := len(before)
	for j > 0 && before[j-1] >= '0' && before[j-1] <= '9' {
		j--
	}
	if j < len(before) {
		return numberValue(before[j:]), true
	}
	return 0, false
}

// hanShort finds ratios below the whole, remainders, and totals that exceed
// what was done.
func hanShort(s string) bool {
	if containsAny(s, []string{"剩余", "剩餘", "还剩", "还有", "残り"}) {
		return true
	}
	var buf [maxTokens]token
	v := view{s: s, toks: tokenize(s, buf[:0])}
	if t := v.count(); t.short || t.failed > 0 || t.left || t.passed == 0 {
		return true
	}
	return v.hanTotal()
}

// hanTotal compares "共 5 项" and "5 项中" with the number at the mark.
func (v view) hanTotal() bool {
	total, done := -1, -1
	for _, t := range v.toks {
		if t.class&number == 0 {
			continue
		}
		before := strings.TrimRight(v.s[:t.start], " :：了")
		part := v.s[t.end:min(len(v.s), t.end+30)]
		if d := strings.IndexAny(part, "0123456789，,；;"); d >= 0 {
			part = part[:d]
		}
		switch {
		case hasAnySuffix(before, []string{"共", "总计", "总数", "合计", "共计", "一共", "共有", "总共"}):
			total = t.value
		case hasAnySuffix(before, hanMarks):
			done = t.value
		case strings.Contains(part, "中"):
			total = t.value
		case containsAny(part, hanMarks):
			done = t.value
		}
	}
	return done == 0 || total >= 0 && done >= 0 && done < total
}

// korean judges "테스트 통과", "배포가 완료되었습니다."
func korean(s string) int {
	if containsAny(s, []string{"실패", "않", "못", "안 ", "미완료", "미통과", "아직", "면 ", "까지", "예정", "대기", "필요", "하세요", "할 ", "될 ", "때", "률", "여부", "후 ", "전 ", "중"}) || hanShort(s) {
		return none
	}
	core := strings.TrimRight(s, " .!✅🎉~")
	for _, end := range [...]string{"했습니다", "되었습니다", "됐습니다", "하였습니다", "함", "됨", "입니다", "하였음", ""} {
		t, ok := strings.CutSuffix(core, end)
		if ok && hasAnySuffix(t, koMarks) && utf8.RuneCountInString(t) <= 24 {
			return idKo
		}
	}
	return none
}

func containsAny(s string, list []string) bool {
	for _, x := range list {
		if strings.Contains(s, x) {
			return true
		}
	}
	return false
}

func hasAnySuffix(s string, list []string) bool {
	for _, x := range list {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}

func hasAnyPrefix(s string, list []string) bool {
	for _, x := range list {
		if strings.HasPrefix(s, x) {
			return true
		}
	}
	return false
}
