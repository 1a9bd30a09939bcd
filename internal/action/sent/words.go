package sent

// words are error codes and types that say it by themselves, in lower case and without
// separators. A code that a connection can have before and after sending, such as that
// of a host that cannot be reached, is not among them.
var words = wordTable(map[Sent][]string{
	Before: {
		// Name resolution.
		"enotfound", "eaiagain", "eainoname", "eainodata", "eaifail", "edestaddrreq", "gaierror", "herror", "dnserror", "dnsfailure", "dns",
		"dnslookupfailed", "dnsresolutionfailed", "dnstimeout", "unknownhost", "unknownhostexception", "unresolvedaddressexception", "hostnotfound",
		"nxdomain", "nameresolution", "nameresolutionerror", "nameresolutionfailed", "nameresolutionfailure", "namenotresolved", "errnamenotresolved",
		"couldnotresolvehost", "nosuchhost",
		// A connection that was refused, or never came to be.
		"econnrefused", "connectionrefused", "connectionrefusederror", "errconnectionrefused", "connectrefused", "refused", "refusedconnection",
		"connecterror", "connectexception", "httphostconnectexception", "connectionfailedtoestablish", "newconnectionerror",
		"clientconnectorerror", "clientconnectordnserror", "connectfailed", "refusedstream",
		"connecttimeout", "connecttimeouterror", "connecttimeoutexception", "httpconnecttimeoutexception", "underrconnecttimeout", "dialtimeout",
		"pooltimeout", "connectionpooltimeoutexception",
		// The socket at this end.
		"emfile", "enfile", "enobufs", "eaddrnotavail", "eaddrinuse", "eafnosupport", "eprotonosupport", "localsocket", "localsocketerror",
		"socketcreate", "socketcreatefailed", "socketcreationfailed", "socketopenfailed",
		// A secure channel that did not come to be.
		"certhasexpired", "depthzeroselfsignedcert", "selfsignedcertinchain", "unabletoverifyleafsignature", "errtlscertaltnameinvalid",
		"sslcertverificationerror", "certificateverifyfailed", "clientconnectorcertificateerror", "tlshandshaketimeout", "sslhandshakeexception",
		"tlshandshakefailed", "tlshandshake",
		// Credentials that were not there to be sent.
		"missingcredentials", "credentialsmissing", "credentialmissing", "missingcredential", "nocredentials", "nocredential", "nocredentialserror", "nocredentialproviders",
		"partialcredentialserror", "credentialsprovidererror", "credentialsnotfound", "credentialsnotfounderror", "credentialunavailable",
		"credentialunavailableerror", "credentialunavailableexception", "defaultcredentialserror", "missingapikey", "apikeymissing", "noapikey",
		"missingtoken", "tokenmissing", "missingauth", "authmissing", "missingsecret",
		// A request that was never made.
		"invalidurl", "errinvalidurl", "missingschema", "invalidschema", "unsupportedprotocol", "errunsupportedprotocol",
		"circuitopen", "circuitbreakeropen", "brokencircuitexception", "callnotpermittedexception",
		"notsent", "requestnotsent", "presend", "presenderror", "presendfailure", "beforesend", "neversent",
	},
	After: {
		// A limit of time that does not say what it was for.
		"etimedout", "etimeout", "esockettimedout", "timeout", "timedout", "timeouterror", "timeoutexception", "timeoutexpired",
		"readtimeout", "readtimeouterror", "readtimeoutexception", "writetimeout", "sockettimeout", "sockettimeoutexception", "serversocketimeout",
		"requesttimeout", "requesttimedout", "requesttimeouterror", "responsetimeout", "httptimeoutexception", "apitimeouterror", "apitimeout",
		"clienttimeout", "clienttimedout", "deadlineexceeded", "deadlineexceedederror", "contextdeadlineexceeded", "deadlineexpired",
		"servertimeouterror", "gatewaytimeout", "underrheaderstimeout", "underrbodytimeout", "connectiontimeout", "connectiontimedout",
		"connectionerrortimedout", "errconnectiontimedout", "errtimedout", "tooltimeout", "executiontimeout", "calltimeout", "rpctimeout", "iotimeout",
		// A connection that was dropped.
		"econnreset", "econnaborted", "epipe", "eshutdown", "enotconn", "connectionreset", "connectionreseterror", "connectionresetbypeer", "connreset",
		"errconnectionreset", "errconnectionclosed", "erremptyresponse", "erruploadaborted", "connectionaborted", "connectionabortederror", "brokenpipe", "brokenpipeerror",
		"connectionclosed", "connectionclosederror", "connectionclosedexception", "connectionlost", "connectiondropped", "connectionbroken", "connectionterminated",
		"disconnected", "remotedisconnected", "serverdisconnected", "serverdisconnectederror", "sockethangup", "sockethungup", "underrsocket",
		"remoteprotocolerror", "nohttpresponseexception", "readerror", "writeerror", "incompleteread", "incompletereaderror", "chunkedencodingerror",
		"clientpayloaderror", "clientoserror", "eof", "eoferror", "eofexception", "unexpectedeof", "errunexpectedeof", "prematureclose", "errstreamprematureclose",
		"ioerroreof", "goaway", "streamreset", "rststream", "errhttp2streamerror", "fetchfailed", "aborted", "aborterror",
		// A server that failed at its work, or a station before it.
		"internalservererror", "servererror", "badgateway", "serviceunavailable", "servicetemporarilyunavailable", "unavailable", "statuscodeunavailable",
		"internal", "internalerror", "dataloss", "upstreamerror", "upstreamtimeout",
		"-32001", "-32000", "-32603", // of JSON-RPC, as MCP has them: a request timed out, a connection closed, a fault inside
		"cancelled", "canceled", "cancellederror", "cancelederror",
		"postsend", "aftersend", "postsendtimeout", "sentnoresponse", "noresponse", "noreply", "responselost", "outcomeunknown", "unknownoutcome", "ambiguous",
	},
})

func wordTable(lists map[Sent][]string) map[string]Sent {
	table := map[string]Sent{}
	for says, list := range lists {
		for _, word := range list {
			table[word] = says
		}
	}
	return table
}

// phrases are looked for in messages, step by step. Each begins or ends with a blank
// where it has to be a word of its own.
var phrases = []struct {
	says Sent
	list []string
}{
	// What names the phase in which a connection is made says it all.
	{Before, []string{
		" dial tcp ", " dial udp ", " dial unix ", " while dialing ", " connect econn", " connect etimedout ", " connect ehost", " connect enet",
		" connect connection refused ", " connect timeout ", " connect timed out ", " connecttimeout", " connection establishment ",
		" failed to establish a new connection ", " newconnectionerror ", " couldnt connect to ", " could not connect to ", " failed to connect to ",
		" tls handshake timeout ", " handshake failed ", " refused stream ", " refused_stream ",
		" curl 5 ", " curl 6 ", " curl 7 ", " curl 35 ", " curl 60 ",
	}},
	// A connection that broke had been there.
	{After, []string{
		" connection reset", " econnreset ", " econnaborted ", " broken pipe ", " epipe ", " socket hang up ", " unexpected eof ", " server disconnected ",
		" connection closed", " connection was closed ", " closed the connection ", " closed connection ", " connection lost ", " connection dropped ", " connection aborted",
		" remote end closed ", " empty reply ", " premature close ", " read tcp ", " write tcp ", " read timeout", " read timed out ", " readtimeout",
		" awaiting headers ", " waiting for response ", " waiting for headers ", " no response from server ", " without response ",
		" curl 28 ", " curl 52 ", " curl 55 ", " curl 56 ", " curl 92 ",
	}},
	{Before, []string{
		" connection refused ", " econnrefused ", " actively refused ", " enotfound ", " eai again ", " getaddrinfo ", " gaierror ", " no such host ", " unknown host ",
		" name or service not known ", " name resolution ", " nodename nor servname ", " could not resolve ", " couldnt resolve ", " cannot resolve ",
		" failed to resolve ", " name resolver error ", " dns lookup ", " dns error ", " server misbehaving ", " nxdomain ",
		" too many open files ", " cannot assign requested address ", " address already in use ", " no buffer space ", " address family not supported ",
		" certificate verify failed ", " certificate has expired ", " self signed certificate ", " x509 ",
		" missing credentials ", " no credentials ", " unable to locate credentials ", " could not load credentials ", " credentials not found ", " credentials are missing ",
		" could not automatically determine credentials ", " could not find default credentials ", " missing api key ", " no api key ", " api key is missing ", " api key not set ",
		" unsupported protocol scheme ", " invalid url ", " circuit breaker is open ", " circuit open ", " circuit breaker open ", " request was not sent ", " never sent ",
	}},
	{After, []string{
		" timeout", " timed out ", " time out ", " deadline exceeded ", " etimedout ", " request timeout ", " fetch failed ", " goaway ", " eof ", " stream error ",
		" bad gateway ", " service unavailable ", " internal server error ", " unavailable ", " 32001 ", " connection error ",
		" http 500 ", " http 502 ", " http 503 ", " http 504 ", " http 408 ", " status 500 ", " status 502 ", " status 503 ", " status 504 ", " status 408 ",
		" status code 500 ", " status code 502 ", " status code 503 ", " status code 504 ", " status code 408 ",
	}},
}
