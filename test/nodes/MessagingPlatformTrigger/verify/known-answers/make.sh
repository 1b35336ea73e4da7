#!/bin/sh
# Makes the known-answer tokens with the OpenSSL command line alone: no JavaScript, no JWT library.
# Run once in this folder; certificate.pem and tokens.json are committed, the private key is thrown away.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl req -x509 -newkey rsa:3072 -sha512 -nodes -keyout "$work/key.pem" -out certificate.pem \
	-days 36500 -subj '/CN=known answers' 2>/dev/null
openssl x509 -in certificate.pem -pubkey -noout > public-key.pem

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# token <digest> <header> <claims>
token() {
	input="$(printf '%s' "$2" | base64url).$(printf '%s' "$3" | base64url)"
	printf '%s.%s' "$input" "$(printf '%s' "$input" | openssl dgst "-$1" -sign "$work/key.pem" -binary | base64url)"
}

# entry <name> <time in s> <code or null> <digest> <header> <claims>
entry() {
	printf '%s\n\t\t{ "name": "%s", "at": %s, "code": %s, "token": "%s" }' "$separator" "$1" "$2" "$3" "$(token "$4" "$5" "$6")"
	separator=,
}

x5u='"x5u":"https://api.messaging.example/keys/1.pem"'
header="{\"alg\":\"RS512\",\"typ\":\"JWT\",$x5u}"
claims='{"iss":"SERVICE","sub":"6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001","aud":"n8n.example.com","iat":1798000000,"exp":1798000300}'
separator=''
{
	printf '{\n\t"cases": ['
	entry 'a true token' 1798000010 null sha512 "$header" "$claims"
	entry 'a true token, spaced and ordered another way' 1798000010 null sha512 \
		"{ $x5u , \"typ\" : \"JWT\", \"alg\" : \"RS512\" }" \
		'{ "exp": 1798000300, "iat": 1798000000, "aud": ["other.example.com", "N8N.example.com"], "sub": "6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001", "iss": "SERVICE", "extra": {"a": [1, 2]} }'
	entry 'a true token in the last second of the tolerance' 1798000329 null sha512 "$header" "$claims"
	entry 'a token after its expiry and the tolerance' 1798000330 '"expired"' sha512 "$header" "$claims"
	entry 'a token in the first second of the tolerance' 1797999970 null sha512 "$header" "$claims"
	entry 'a token before its issue time and the tolerance' 1797999969 '"issued_in_future"' sha512 "$header" "$claims"
	entry 'RS256 that says so' 1798000010 '"algorithm"' sha256 "{\"alg\":\"RS256\",\"typ\":\"JWT\",$x5u}" "$claims"
	entry 'RS256 that claims to be RS512' 1798000010 '"signature"' sha256 "$header" "$claims"
	printf '\n\t]\n}\n'
} > tokens.json
