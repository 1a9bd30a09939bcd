package markers

import "strings"

var idForeign = ruleID("phrase:other_language")

// tongue describes how one language states success: one of the marks, none of
// the doubts. The marks are long enough to mean nothing else.
type tongue struct {
	marks, doubts []string
}

var tongues = []tongue{
	{ // German
		[]string{"erfolgreich abgeschlossen", "erfolgreich beendet", "erfolgreich erstellt", "erfolgreich installiert", "erfolgreich bereitgestellt",
			"erfolgreich durchgeführt", "erfolgreich kompiliert", "erfolgreich aktualisiert", "erfolgreich importiert", "erfolgreich exportiert",
			"erfolgreich gespeichert", "erfolgreich gesendet", "erfolgreich hochgeladen", "erfolgreich migriert", "erfolgreich ausgeführt",
			"erfolgreich angewendet", "erfolgreich veröffentlicht", "alle tests bestanden", "alle prüfungen bestanden", "tests erfolgreich", "build erfolgreich", "deployment erfolgreich", "migration erfolgreich"},
		[]string{"nicht", "kein", "wenn", "falls", "sobald", "nachdem", "wird ", "werden", "soll", "muss", "kann", "bis ", "noch", "fehlgeschlagen"},
	},
	{ // French
		[]string{"avec succès", "tous les tests sont passés", "tests réussis", "déploiement réussi", "migration terminée", "compilation réussie"},
		[]string{" pas ", "si ", "quand", "lorsque", "sera", "doit", "jamais", "après", "échec", "échou", "sans succès", "afin", "dès que", "pour "},
	},
	{ // Spanish
		[]string{"con éxito", "completado correctamente", "completada correctamente", "instalado correctamente", "desplegado correctamente",
			"ejecutado correctamente", "creado correctamente", "todas las pruebas pasaron", "compilación exitosa"},
		[]string{"no ", "si ", "cuando", "será", "debe", "sin éxito", "nunca", "hasta", "después", "puede", "fall", "para "},
	},
	{ // Portuguese
		[]string{"com sucesso", "todos os testes passaram"},
		[]string{"não", "se ", "quando", "será", "deve", "nunca", "até", "após", "pode", "falh", "para "},
	},
	{ // Russian
		[]string{"успешно завершен", "успешно завершён", "успешно выполнен", "успешно создан", "успешно установлен", "успешно развернут",
			"успешно применен", "успешно собран", "завершено успешно", "выполнено успешно", "завершена успешно", "все тесты пройдены"},
		[]string{"не ", "если", "когда", "будет", "после", "должен", "ошибк", "пока", "чтобы"},
	},
}

func foreign(s string) int {
	if len(s) > maxSentence {
		return none
	}
	if !strings.Contains(s, "rfolgreich") && !strings.Contains(s, "bestanden") && asciiOnly(s) &&
		!strings.Contains(s, "ucesso") && !strings.Contains(s, "orrectamente") && !strings.Contains(s, "passaram") && !strings.Contains(s, "pasaron") {
		return none
	}
	low := strings.ToLower(s)
	var buf [maxTokens]token
	v := view{s: s, toks: tokenize(s, buf[:0])}
	for _, t := range tongues {
		if !containsAny(low, t.marks) {
			continue
		}
		if tally := v.count(); tally.short || startsWithAny(low, t.doubts) || strings.Count(s, " ") > 14 {
			return none
		}
		return idForeign
	}
	return none
}

// startsWithAny looks for words that begin with one of the list.
func startsWithAny(low string, list []string) bool {
	for _, x := range list {
		if strings.HasPrefix(low, strings.TrimLeft(x, " ")) || strings.Contains(low, " "+strings.TrimLeft(x, " ")) {
			return true
		}
	}
	return false
}
