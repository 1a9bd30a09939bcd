package shell

import "strings"

// cloudWords returns the words of a command line for a cloud up to a number of them,
// without options and what is known to be their values.
func cloudWords(args []string, most int) []string {
	var words []string
	skip := false
	for _, a := range args {
		switch {
		case skip:
			skip = false
		case strings.HasPrefix(a, "-"):
			skip = cloudValues[a]
		default:
			if words = append(words, a); len(words) == most {
				return words
			}
		}
	}
	return words
}

// cloudValues are the options with a value that may stand before the verb.
var cloudValues = set(`--profile --region --output --endpoint-url --query --cli-read-timeout --cli-connect-timeout --ca-bundle --color --project --account
	--format --zone --configuration --impersonate-service-account --verbosity --subscription -o --resource-group -g`)

// awsVerbs start the verbs that change something, awsLocal are the services, and
// awsRest the verbs, that only look like it.
var (
	awsVerbs = strings.Fields(`create- delete- put- update- modify- terminate- run- start- stop- reboot- attach- detach- register- deregister- publish send-
		associate- disassociate- authorize- revoke- enable- disable- set- add- remove- restore- copy- import- cancel- deploy invoke tag- untag- batch-write transact-write
		batch-delete promote- rotate- replace- release- allocate- reset- execute-change-set change-resource-record-sets purge- schedule- accept- reject-`)
	awsLocal = set("configure sso sts help")
	awsRest  = set("start-query start-query-execution update-kubeconfig start-session create-auth-challenge send-heartbeat")
)

func awsChanges(args []string) string {
	words := cloudWords(args, 2)
	if len(words) < 2 || awsLocal[words[0]] {
		return ""
	}
	if words[0] == "s3" {
		return objectChanges("aws s3", words[1], args, "s3://")
	}
	if awsRest[words[1]] {
		return ""
	}
	for _, verb := range awsVerbs {
		if strings.HasPrefix(words[1], verb) {
			return "aws " + strings.TrimSuffix(verb, "-")
		}
	}
	return ""
}

// objectChanges judges what is done to a store of objects. To copy from it only reads.
func objectChanges(program, verb string, args []string, scheme string) string {
	switch verb {
	case "rm", "mb", "rb", "setmeta", "defacl", "iam":
		return program + " " + verb
	case "mv":
		return program + " mv"
	case "cp", "sync", "rsync":
		if strings.HasPrefix(lastWord(args, verb), scheme) {
			return program + " " + verb
		}
	}
	return ""
}

// lastWord returns the last word behind a verb that is no option, nor the value of one.
func lastWord(args []string, verb string) (last string) {
	behind, value := false, false
	for _, a := range args {
		switch {
		case value:
			value = false
		case strings.HasPrefix(a, "-"):
			value = cloudValues[a] || objectValues[a]
		case behind:
			last = a
		case a == verb:
			behind = true
		}
	}
	return last
}

// objectValues are the options with a value when objects are copied.
var objectValues = set(`--exclude --include --acl --storage-class --content-type --content-encoding --content-disposition --cache-control --metadata --sse --sse-kms-key-id
	--expires --grants --source-region --website-redirect --page-size -x -h -a -z -j`)

func gsutilChanges(args []string) string {
	words := cloudWords(args, 1)
	if len(words) == 0 {
		return ""
	}
	return objectChanges("gsutil", words[0], args, "gs://")
}

// verbs of gcloud and az that change something, and those that do not: the first of
// either is the verb, behind it stand names.
var (
	cloudChanges = set(`create delete update patch deploy submit publish start stop reset restart resize enable disable undelete import rollback promote move
		purge add remove set set-iam-policy add-iam-policy-binding remove-iam-policy-binding add-metadata remove-metadata add-tags remove-tags set-labels
		set-image attach-disk detach-disk add-instances abandon-instances replace-traffic update-traffic drain failover restore invoke call up regenerate
		deallocate redeploy scale swap send`)
	cloudReads = set("list describe get show get-iam-policy get-credentials ls cat read logs tail print-access-token export help wait list-tags query exists check download ssh")
	cloudOwn   = set("config auth components init info account configure login logout topic version cache extension feedback interactive cloud-shell")
)

func verbChanges(program string, args []string) string {
	for i, word := range cloudWords(args, maxCloudWords) {
		switch {
		case i == 0 && cloudOwn[word], cloudReads[word]:
			return ""
		case cloudChanges[word]:
			return program + " " + word
		}
	}
	return ""
}

// maxCloudWords is how many words may stand up to the verb, with it.
const maxCloudWords = 6

func gcloudChanges(args []string) string {
	words := cloudWords(args, 2)
	if len(words) == 2 && words[0] == "storage" {
		return objectChanges("gcloud storage", words[1], args, "gs://")
	}
	return verbChanges("gcloud", args)
}

func azChanges(args []string) string {
	if words := cloudWords(args, 1); len(words) == 1 && words[0] == "rest" {
		method, _ := option(args, "--method", "-m")
		return httpRequest{method: strings.ToUpper(method)}.named("az rest")
	}
	return verbChanges("az", args)
}
