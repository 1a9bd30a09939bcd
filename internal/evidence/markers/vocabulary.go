package markers

import "strings"

// vocabulary maps lower-case English words to what they do to a claim.
var vocabulary = buildVocabulary(map[class]string{
	negation: `not no never neither nor none nothing without cannot cant dont didnt wont isnt unable hardly barely
		un non nobody nowhere zero lacks lacking`,
	condition: `if when whenever once unless until till whether while should shall will would could may might must can
		be being before after assuming assume assumes ensure ensures make sure verify expect expects expected expecting
		want wants wanted need needs needed waiting wait waits await awaiting awaits pretend suppose supposed plan plans
		planned going todo please lets hope hopefully almost nearly mostly halfway partially partly soon next
		later tomorrow then example usage maybe perhaps probably likely try trying attempt attempting
		looks seems seem appear appears you'll we'll it'll i'll let's got where why how look looking search find watch press
		click contains contain let shows
		who which what that says say said print prints printed returns return indicates means claim claims claimed report`,
	thing: `test tests check checks build builds compile compilation deploy deployment deployments migration migrations
		upload uploads download downloads import export install installation backup backups restore sync synchronization
		release releases job jobs task tasks payment payments order orders transaction transactions transfer transfers
		booking reservation delivery email emails e-mail mail message messages push commit rollout rollback update updates
		upgrade upgrades suite suites pipeline pipelines workflow workflows validation verification setup cleanup
		provisioning script scripts refund publish publishing packaging indexing lint linting typecheck type-check
		specs spec hooks hook e2e ingestion training conversion seeding replication benchmark benchmarks operation operations
		invoice charge purchase snapshot scan merge rebase configuration generation processing execution
		initialization bootstrap handoff archive cutover failover reindex reindexing reload dump
		restart assertions scenarios examples everything changeset changesets revision integration regression audit
		building testing deploying migrating installing uploading downloading compiling syncing importing exporting
		package packages image images artifact artifacts site app stack chart checking typechecking checksum checksums syntax signature config
		ticket tx tag request pr subscription withdrawal deposit shipment appointment registration enrollment run experiment evaluation`,
	verdictWord: `passed pass passes succeeded success successful complete completed finished done confirmed verified sent accepted
		applied ok deployed published uploaded merged pushed delivered approved placed released installed migrated green
		succeeds restored imported exported committed processed`,
	action: `applied created deployed completed updated deleted removed uploaded sent migrated built pushed published installed
		rolled tagged imported exported synced synchronized merged committed compiled generated saved written wrote downloaded
		restored verified validated executed processed registered configured backed transferred submitted finished signed packaged
		provisioned seeded indexed upgraded released posted booked paid delivered cloned enabled renamed moved resolved fixed passed
		tested formatted ran run parsed converted reverted rebased upserted inserted confirmed approved scheduled charged refunded
		copied archived replicated trained evaluated reindexed promoted notarized bundled transpiled minified linted
		dropped ingested patched purged reserved placed activated deactivated issued recorded
		reconciled settled purchased encrypted decrypted scaled imaged mounted attached stored ended`,
	adverb:    `successfully`,
	auxiliary: `has have had been was were is are all both now already also just everything's`,
	failWord: `failed failure failures fail fails failing error errors errored aborted abort cancelled canceled timeout killed
		interrupted rejected denied refused crashed broken invalid exception exceptions panic unsuccessful unsuccessfully
		incomplete unfinished unconfirmed unverified terminated problems vulnerabilities flaky stopped unknown failed_or_incomplete
		issue issues mismatch mismatches`,
	leftover:  `pending remaining partial incomplete left outstanding unresolved todo queued`,
	countWord: `passed pass passing ok success successes successful succeeded`,
	stopper: `most some few half many several other another any each more less higher every this it its they them
		we you i he she there here and or but so because since as than think know hope see show
		shows tell tells does do did also such like only where first second
		function method returns value flag variable field option parameter badge means use used using`,
	follower: `in after at on for to with from within without by and using via against successfully now under locally
		ago today into across took time as of`,
	subject:  `of the to for from in into on a and all your new`,
	formerly: `previous previously prior last earlier former formerly past yesterday yesterday's`,
	skipped:  `skipped ignored skip deselected`,
	failUnit: `error errors failure failures failed issue issues problem problems fail fails offenses violations vulnerabilities
		incident incidents conflicts warnings warning exceptions`,
})

func buildVocabulary(lists map[class]string) map[string]class {
	m := map[string]class{}
	for c, list := range lists {
		for _, w := range strings.Fields(list) {
			m[w] |= c
		}
	}
	return m
}
