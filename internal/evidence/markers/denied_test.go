package markers

import "testing"

// TestDeniedValues puts each value behind each claim.
func TestDeniedValues(t *testing.T) {
	s := newScanner(t)
	for _, claim := range []string{
		"测试通过", "部署成功", "成功", "完成", "已完成", "已确认", "一切正常", "✅ 部署成功", "테스트 통과",
		"All tests passed", "Build succeeded", "Migration complete", "DONE", "OK", "PASS", "Passed", "Payment confirmed", "All good",
		"Successfully deployed", "Deployed successfully", "Cache cleared successfully", "All services are healthy", "All tests passed on CI",
		"[2/5] Build completed", "2024-01-01T00:00:00Z INFO Tests passed",
	} {
		for _, sep := range []string{": ", ":", "：", "=", " = ", " 是否 ", "是否：", " -> ", " => ", " - ", " → "} {
			for _, value := range []string{"false", "False", "FALSE", "no", "No", "0", "否", "无", "未", "None", "null", "n/a", "N/A", "失败", "failed", "FAILED", "error"} {
				if got := s.Scan(claim+sep+value, nil); success(got) {
					t.Errorf("%q gives [%s]", claim+sep+value, list(got))
				}
			}
		}
	}
	for _, claim := range []string{"测试通过", "部署成功", "已确认", "All tests passed", "Build succeeded", "Migration complete"} {
		for _, sep := range []string{": ", "："} {
			for _, value := range []string{"true", "True", "yes", "是"} {
				if got := s.Scan(claim+sep+value, nil); !success(got) && (sep == ": " || !asciiOnly(claim)) {
					t.Errorf("%q gives nothing", claim+sep+value)
				}
			}
		}
	}
}
