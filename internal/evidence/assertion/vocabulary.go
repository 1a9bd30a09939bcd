package assertion

import "strings"

// class says what a word can do to a claim. A word may have several.
type class uint64

const (
	// What a sentence can be about.
	checkThing class = 1 << iota
	buildThing
	deployThing
	changeThing
	workThing
	whole   // everything, all
	pronoun // it, they
	person  // I, we
	carried // what is passed along, and passes no check

	// Verdicts, by how they stand in a sentence.
	passVerb   // pass, passes, passed, passing
	ended      // succeeded, completed, finished
	participle // verified, applied: said of what someone did
	adjective  // done, green, ready
	adverb     // successfully
	present    // compiles, succeeds
	edited     // added, deleted
	plain      // a verdict of another language

	// What takes a verdict back.
	negation  // not, never
	condition // if, once, until
	modal     // will, should: takes back what follows
	request   // verify, ensure: a modal where it begins a clause
	hedge     // probably, seems
	partial   // partially, almost, except
	report    // says, claimed
	formerly  // the previous run
	excluded  // a label whose values are no statements: "Expected:"

	// What went wrong.
	failing   // failed, timed
	fault     // error, timeout: a name for it
	lacking   // incomplete, unverified
	repairing // fixed, handles: makes the fault one that is gone, or foreseen
	meeting   // with, hit: makes the fault one that happened
	waiting   // waiting, pending
	again     // rerun
	base      // verify, run: what was not done, behind a negation
	skipping
	numeral
	exiting   // the number behind it tells
	excepting // leaves something out of a whole

	// Small words.
	auxBe
	auxHave
	small   // the, of: no subject ends in one
	between // now, all: may stand between a subject and its verdict
	follower
	planHeading
	quoted
	opaque // a piece of code
	tick
	cross
	open
)

const (
	things   = checkThing | buildThing | deployThing | changeThing | workThing
	verdicts = passVerb | ended | participle | adjective | adverb | present | edited | plain
	// hotClasses are the words without which a text says nothing of interest.
	hotClasses = verdicts | failing | fault | lacking | waiting | again | skipping | exiting
)

func (c class) subject() Subject {
	switch {
	case c&checkThing != 0:
		return Checks
	case c&buildThing != 0:
		return Builds
	case c&deployThing != 0:
		return Deploys
	case c&changeThing != 0:
		return Changes
	case c&(workThing|whole) != 0:
		return Work
	}
	return 0
}

// vocabulary maps lower-case words to what they do.
var vocabulary = buildVocabulary(map[class]string{
	checkThing: `test tests testing testsuite suite suites spec specs check checks checker checking lint linting linter linters typecheck typechecks
		type-check type-checks typechecking type-checking tsc eslint mypy pytest jest vitest clippy vet verification validation validations hook hooks pre-commit precommit
		assertion assertions e2e ci pipeline pipelines workflow workflows regression regressions smoke coverage ruff prettier
		golangci-lint unittest unittests integration suite's scenarios rspec junit tox playwright cypress
		testsuiten testlauf prüfung prüfungen vérification vérifications pruebas prueba validación`,
	buildThing: `build builds rebuild building compile compiles compiled compilation compiler bundle bundling packaging image images install installs
		installation installations installed dependencies package packages binary docker webpack cargo make tsconfig artifacts artifact
		kompilierung installationen compilación construcción`,
	deployThing: `deploy deploys deployed deployment deployments redeploy release releases released rollout publish publishing published
		production staging prod migration migrations migrate migrated rollback terraform helm kubectl infrastructure
		bereitstellung auslieferung migrationen déploiement despliegue migración migraciones migrations`,
	changeThing: `file files code edit edits config configuration refactor refactoring function module document documentation readme doc docs changelog`,
	workThing: `task tasks job jobs work step steps command commands script scripts request requests operation operations backup backups restore
		sync import export upload uploads download downloads item items run runs process procedure phase phases stage feature features implementation
		fix fixes setup cleanup review update updates upgrade report change changes changeset order orders refund refunds payment payments booking reservation subscription transaction transactions patch patches
		subtask subtasks mission rerun reruns re-run goal objective sweep audit analysis delivery transfer email emails message todos todo notebook training ticket bug issue pr mr pull
		service services server app application endpoint api site system cluster data database schema dataset index rename conversion merge rebase commit
		execution execute attempt call batch snapshot program
		aufgabe aufgaben korrektur correction corrección arbeit befehl schritt tâche tâches travail commande tarea tareas trabajo proceso`,
	whole:   `everything all alles alle tout toutes tous todo todos todas both`,
	pronoun: `it them ils elles ellas they that which this these those he she ça es sie`,
	person:  `i we i've we've user you agent subagent claude assistant team ich wir je nous he`,
	carried: `argument arguments parameter parameters param params value values option options flag flags context pointer pointers callback
		object objects list string strings data time times variable variables props reference ref handle id ids key keys token tokens
		input inputs array slice struct bytes buffer message messages hours days weeks months years nil null true`,

	passVerb: `pass passes passed passing`,
	ended:    `succeeded completed finished`,
	participle: `verified confirmed validated applied deployed delivered published released merged pushed installed migrated restored
		uploaded sent approved processed imported exported submitted shipped issued refunded synced committed backed tested built compiled rebuilt
		redeployed reinstalled provisioned launched downloaded double-checked re-verified reverified accomplished`,
	adjective: `done complete green ready successful clean live ok okay good fine set success`,
	adverb:    `successfully`,
	present:   `succeeds compiles works worked working completes finishes went confirm confirms prove proves show shows`,
	edited: `added updated created removed deleted fixed implemented refactored renamed replaced moved changed resolved wrote written
		rewritten rewrote modified configured enabled disabled reverted upgraded bumped documented improved extracted introduced edited
		adjusted patched cleaned addressed corrected generated saved registered wired integrated converted simplified`,
	plain: `grün durch ordnung bestehen bestanden durchgelaufen funktioniert geprüft getestet gut erfolgreich abgeschlossen erledigt fertig fertiggestellt bestätigt verifiziert erfolgt bereitgestellt
		réussi réussie réussis réussies succès terminé terminée terminés terminées vérifié vérifiée vérifiés confirmé confirmée confirmés
		appliqué appliquée appliqués déployé déployée passe passent passé passés passée passées fonctionne vert verts verte vertes fait bon achevé achevée
		pasaron pasan pasado verde verdes correcto funciona hecho superado superados superada superadas exitosos exitosas completó completaron exitosamente exitoso exitosa éxito completado completada completados completadas terminado terminada
		verificado verificada verificados confirmado confirmada aplicado aplicada desplegado desplegada listo lista
		concluído concluída sucesso passaram`,

	negation: `not no never neither nor none nothing cannot cant dont didnt wasnt isnt without unable hardly nobody zero
		nicht kein keine keinen keiner nie ohne nichts pas ne aucun aucune jamais sans rien nunca sin nada não`,
	condition: `if once unless until till whether when whenever assuming provided how what why where who after soon long lest
		wenn falls sobald bis ob bevor lorsque quand dès jusqu'à si cuando hasta antes`,
	modal: `will would should could can may might must shall need needs needed want wants wanted try tries trying attempting tried
		expect expects expected expecting supposed plan plans planned planning going gonna want let let's lets be being to please having
		intend intends ought used you'll we'll i'll it'll they'll i'd we'd sure make makes making able before ensures ensuring verifies asserts requires require demands
		wird werden sollte sollten soll muss müssen müsste müssten dürfte dürften kann können könnte könnten sera seront devrait devraient doit
		doivent pourrait pourraient peut vais vont allons voy vamos vérifier vérifions confirmer verificar comprobar confirmar veamos überprüfen
		será serán debería deberían debe deben puede podría va vamos deve`,
	request: `verify ensure check confirm wait validate prüfe prüfen stelle vérifiez assurez assurez-vous verifica verifique asegúrate asegúrese`,
	hedge: `probably likely presumably apparently maybe perhaps possibly seems seem seemed seemingly appears appear appeared hopefully think believe assume considered consider
		guess suspect doubt doubts confident optimistic sometimes occasionally intermittently afaik afaict iirc knowledge supposedly allegedly theoretically theory assumed hope hoping look looks visible judging wahrscheinlich vermutlich anscheinend vielleicht
		scheint probablement semble semblent apparemment probablemente parece parecen quizás`,
	partial: `partially partly almost nearly mostly half halfway most some few many subset sample handful portion only teilweise fast partiellement
		presque parcialmente casi nur bisher bislang seul seule seuls seules seulement l'instant jusqu'ici solo sólo solamente únicamente meisten plupart mayoría maioria`,
	report:   `signals signal indicates indicate implies said say says claim claims claimed claiming told according states stated quote quotes quoting mentioned mentions means`,
	formerly: `previous previously earlier last formerly former yesterday initially originally prior first past ago`,
	excluded: `expected expect want wanted default example examples usage todo to-do next goal goals plan hint tip criteria
		criterion user human question aim ziel objectif objetivo requirement requirements objective assert definition description pattern legend proposed erwartet`,

	failing: `failed fails fail failing timed times cut crashed crashes crashing errored hung hang hangs stuck killed interrupted aborted cancelled canceled terminated
		broke breaks broken regressed stalled rejected stopped ended dropped lost
		fehlgeschlagen abgebrochen gescheitert échoué échouée échoués échouent falló fallaron fallido fallida interrumpido interrumpida interrompu interrompue abortado expiré expirado agotaron agotó terminado terminada falhou`,
	fault: `failure failures error errors timeout timeouts limit limits deadline crash crashes exception exceptions problem problems issue issues
		fehler échec échecs erreur erreurs fallo fallos errores`,
	lacking: `incomplete unfinished unverified untested unconfirmed unsuccessful unsuccessfully inconclusive unresolved unproven unknown
		unclear partial incorrectly wrongly unvollständig unbestätigt incompleto incomplet red`,
	repairing: `fixed fix fixes fixing resolved resolves resolve addressed addresses repaired repairs corrected solved handles handle handled handling
		investigated reproduces reproduce reproduced prevents prevent avoid avoids avoided catch catches caught catching returns return returned
		returning throws throw raises raise logs eliminates eliminated removed removes suppressed suppresses silenced ignores retries detect detects
		added adds emits surface surfaces debugged diagnosed behoben corrigé corregido`,
	meeting: `with hit hits hitting exceeded exceeds exceeding reached got encountered there ran produced shows still ended due because reports reported see saw seeing
		remain remains throwing found had mit avec con`,
	waiting: `running progress going executing ongoing underway waiting pending awaiting outstanding remaining unfinished queued in-progress ausstehend`,
	again:   `rerun re-run rerunning re-running reruns retried re-executed repeated repeat retry restarted redo redone wiederholt`,
	base: `verify confirm complete finish pass succeed deploy apply run execute test build compile publish check validate install push
		update ran tested executed running testing verifying checking executing confirming completing finishing go know tell say start work return returned respond result results output response confirmation reach get finished completed verify try migrate upload`,
	numeral:   `one two three four five six seven eight nine ten`,
	skipping:  `skipped skip skipping`,
	exiting:   `exited exits exit`,
	excepting: `except excepting excluding excludes barring ignoring disregarding discounting sauf hormis excepté excepto salvo exceto außer`,

	auxBe: `is are was were been am got it's that's they're i'm we're everything's ist sind wurde wurden war waren worden est c'est
		sont été es son fue fueron están está ha han`,
	auxHave: `has have had i've we've they've hat haben habe ont avons hemos`,
	small: `the a an of to for from in into on at by with as than via through or and but so because since per your our my its their his
		this these those each every any some no another other's against under over about like der die das den dem ein eine le la les un une des el los las del de`,
	between: `now all both also already just then finally fully cleanly again completely still each since correctement einwandfrei parfaitement thoroughly locally currently
		immediately actually indeed manually newly freshly automatically jetzt alle bereits maintenant tous toutes bien ya todos todas correctamente
		been correctly properly independently end-to-end green of`,
	follower: `in after on with without and locally now again successfully cleanly under against at too also as for within across but btw lol folks guys
		so although though except here today everywhere both twice independently end-to-end via by using while because since from to into
		without through remotely already too well correctly properly fine only`,
	planHeading: `next todo to-do todos remaining pending plan planned upcoming outstanding criteria expected usage example examples how instructions
		requirements goal goals objective objectives proposal proposed checklist later future reproduce blocked open offen ausstehend pendiente pendientes
		futur suite prochaines próximos nächste`,
})

// word is what the vocabulary knows of a word, and how it is spelt there.
type word struct {
	text  string
	class class
}

func buildVocabulary(lists map[class]string) map[string]word {
	m := map[string]word{}
	for c, list := range lists {
		for _, w := range strings.Fields(list) {
			m[w] = word{w, m[w].class | c}
		}
	}
	return m
}

// longest is more than the length of any word that is looked up.
const longest = 24

// lookUp finds a word without regard to case. A word that is not known stays as
// it is.
func lookUp(w string) word {
	if len(w) > longest {
		return word{text: w}
	}
	var buf [longest]byte
	low := buf[:0]
	for i := 0; i < len(w); i++ {
		c := w[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c == 0xe2 && strings.HasPrefix(w[i:], "’"):
			c = '\''
			i += len("’") - 1
		}
		low = append(low, c)
	}
	if known, ok := vocabulary[string(low)]; ok {
		return known
	}
	if n := len(low); n > 3 && string(low[n-3:]) == "n't" {
		return word{w, negated(string(low[:n-3]))}
	} else if n > 2 && string(low[n-2:]) == "'s" {
		c := vocabulary[string(low[:n-2])].class &^ (verdicts | small)
		if c&(pronoun|whole) != 0 {
			c |= auxBe
		}
		return word{w, c}
	}
	return word{text: w}
}

// negated is the class of a verb that "n't" is glued to.
func negated(verb string) class {
	switch verb {
	case "should", "would":
		return negation | modal
	}
	return negation | auxBe
}

// lengths holds, for the first two letters of the words that make a text
// interesting, the lengths of those words as bits.
var lengths = func() (t [1 << 10]uint32) {
	for w, x := range vocabulary {
		if x.class&(hotClasses|negation|base) != 0 {
			t[pair(w[0], w[1])] |= 1 << len(w)
		}
	}
	return t
}()

func pair(a, b byte) int { return int(a&31)<<5 | int(b&31) }

// hot tells whether a text has any word that says how work went, or a verb
// behind a negation. Most texts have none, and they end here.
func hot(s string) bool {
	denied := false
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case letter(c):
			j := hotEnd(s, i)
			x := hotClass(s[i:j])
			if x&hotClasses != 0 || denied && x&base != 0 {
				return true
			}
			denied = denied || x&negation != 0
			i = j
			continue
		case c >= 0xe0 && hotSymbol(s[i:]), c == '[' && (strings.HasPrefix(s[i:], "[x]") || strings.HasPrefix(s[i:], "[X]")):
			return true
		case c == '\n':
			denied = false
		}
		i++
	}
	return false
}

// hotEnd returns the end of the word at i, as far as words of the vocabulary go.
func hotEnd(s string, i int) int {
	j := i + 1
	for j < len(s) && (letter(s[j]) || s[j] == '-' || s[j] == '\'' || s[j] >= 0x80 && s[j] < 0xc0) {
		j++
	}
	for s[j-1] == '-' || s[j-1] == '\'' {
		j--
	}
	return j
}

func hotClass(w string) class {
	if len(w) < 2 || len(w) > longest {
		return 0
	}
	if lengths[pair(w[0], w[1])]&(1<<len(w)) == 0 && w[len(w)-2] != '\'' {
		return 0
	}
	return lookUp(w).class
}

// hotSymbol knows ticks, and the first characters of Chinese words.
func hotSymbol(s string) bool {
	if len(s) < 3 {
		return false
	}
	if s[0] >= 0xe3 && s[0] <= 0xe9 {
		return hanFirst[s[:3]]
	}
	switch s[:3] {
	case "✅", "✔", "✓", "☑", "❌", "✗", "✘", "✖", "⏳":
		return true
	}
	return len(s) > 3 && (s[:4] == "🟢" || s[:4] == "🔄" || s[:4] == "🚧" || s[:4] == "🎉")
}
