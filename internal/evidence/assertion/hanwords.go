package assertion

type mark struct {
	word  string
	about Subject
}

// hanMarks are verdicts of Chinese and Japanese.
var hanMarks = [...]mark{
	{"成功", 0}, {"通过", Checks}, {"通過", Checks}, {"已验证", Checks}, {"已驗證", Checks}, {"验证无误", Checks}, {"完成", 0}, {"完毕", 0}, {"完畢", 0},
	{"确认", 0}, {"確認", 0}, {"就绪", 0}, {"就緒", 0}, {"生效", 0}, {"完了", 0}, {"合格", Checks}, {"搞定", 0}, {"全绿", Checks}, {"全綠", Checks}, {"跑通", Checks}, {"都过了", Checks}, {"全过", Checks}, {"没问题", 0}, {"没有问题", 0}, {"問題ありません", 0}, {"問題なし", 0}, {"パスしました", Checks}, {"テストパス", Checks}, {"通った", Checks}, {"検証しました", Checks}, {"正常に動作し", 0}, {"正常に終了し", 0}, {"一切正常", 0}, {"工作正常", 0}, {"运行正常", 0},
	{"已部署", Deploys}, {"已发布", Deploys}, {"已上线", Deploys}, {"已推送", Deploys}, {"已合并", Deploys}, {"已迁移", Deploys}, {"已应用", 0}, {"已提交", 0}, {"已构建", Builds}, {"已安装", Builds},
	{"已修复", Changes}, {"已更新", Changes}, {"已删除", Changes}, {"已添加", Changes}, {"已创建", Changes}, {"已实现", Changes}, {"已重构", Changes}, {"已修改", Changes}, {"済み", 0}, {"通りました", Checks},
}

// hanFaults say that something did not go well, or has not ended.
var hanFaults = [...]string{"超时", "超時", "中断", "中斷", "未能", "没能", "未完成", "未通过", "未通過", "没有通过", "没通过", "未验证", "未确认", "未成功", "没有成功", "没有完成", "没完成", "没有运行", "没运行", "未运行", "没有执行", "未执行", "还没", "尚未", "仍在运行", "还在运行", "正在运行", "后台运行",
	"被终止", "被杀", "卡住", "重新运行", "重跑", "待验证", "待确认", "无法确认", "无法验证", "部分完成", "部分通过", "报错", "等待", "不通过", "ません", "ていない", "タイムアウト", "強制終了", "途中で", "中止", "未知", "不明", "失敗しました", "未完了", "実行中"}

// hanFirst holds the first characters of all of them.
var hanFirst = func() map[string]bool {
	m := map[string]bool{"失": true}
	for _, x := range hanMarks {
		m[x.word[:3]] = true
	}
	for _, w := range hanFaults {
		m[w[:3]] = true
	}
	return m
}()

// hanThings are what a sentence can be about.
var hanThings = [...]mark{
	{"测试", Checks}, {"測試", Checks}, {"检查", Checks}, {"檢查", Checks}, {"校验", Checks}, {"验证", Checks}, {"用例", Checks}, {"单测", Checks}, {"テスト", Checks}, {"検証", Checks}, {"lint", Checks}, {"CI", Checks},
	{"构建", Builds}, {"構建", Builds}, {"编译", Builds}, {"編譯", Builds}, {"打包", Builds}, {"安装", Builds}, {"ビルド", Builds}, {"インストール", Builds},
	{"部署", Deploys}, {"发布", Deploys}, {"發布", Deploys}, {"上线", Deploys}, {"迁移", Deploys}, {"デプロイ", Deploys}, {"リリース", Deploys}, {"移行", Deploys},
	{"文档", Changes}, {"ドキュメント", Changes}, {"ファイル", Changes}, {"コード", Changes}, {"文件", Changes}, {"修改", Changes}, {"修复", Changes}, {"重构", Changes}, {"修正", Changes},
}

// hanSupposes begin a condition or a plan, which holds for the rest of the
// sentence.
var hanSupposes = [...]string{"如果", "若", "假如", "一旦", "等到", "待", "只要", "只有", "除非", "万一", "直到", "请", "請", "计划", "接下来", "建议", "建議", "下一步", "准备", "即将", "预计", "もし", "次に"}
