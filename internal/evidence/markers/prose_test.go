package markers

import "testing"

func TestProse(t *testing.T) {
	for text, want := range map[string]bool{
		"passed 3 of 9": true, "0 tests passed": true, "exited with code 1": true, "9 of 9 passed": false, "12 passed, 0 failed": false, "all tests passed": false,
	} {
		if got := Short(text); got != want {
			t.Errorf("Short(%q) = %v", text, got)
		}
	}
	for text, want := range map[string]bool{"部署尚未完成": true, "如果部署成功": true, "部署成功": false, "没有错误": false} {
		if got := HanDoubtful(text); got != want {
			t.Errorf("HanDoubtful(%q) = %v", text, got)
		}
	}
	if !HanFormer("上次构建成功") || HanFormer("构建成功") {
		t.Error("HanFormer does not tell another run from this")
	}
	if !HanFailed("3 个测试失败") || HanFailed("失败 0 个") {
		t.Error("HanFailed does not count failures")
	}
	if !HanShort("共 9 项，通过 3 项") || HanShort("共 9 项，通过 9 项") {
		t.Error("HanShort does not compare counts")
	}
}
