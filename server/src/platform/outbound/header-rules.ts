const nameCharsMax = 256;
const valueCharsMax = 8_192;

// Hop-by-hop (RFC 9110, 7.6.1), or derived from the message itself.
const ownNames = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Why a custom header is invalid, as an actionable message; undefined if it is valid. */
export function validateHeader(name: string, value: string): string | undefined {
  return validateName(name) ?? validateValue(name, value);
}

function validateName(name: string): string | undefined {
  if (name === "") return "Specify the name of the header.";
  if (name.length > nameCharsMax) return `Shorten the header name to at most ${nameCharsMax} characters.`;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    return `The header name ${JSON.stringify(name)} can only have letters, digits and !#$%&'*+-.^_\`|~.`;
  }
  const lower = name.toLowerCase();
  if (ownNames.includes(lower) || lower.startsWith("proxy-")) {
    return `The header ${name} belongs to the connection and is set by the service. Remove it.`;
  }
  return undefined;
}

// The value may be a secret: the message says where it is wrong, never what it is.
function validateValue(name: string, value: string): string | undefined {
  if (value.length > valueCharsMax) {
    return `Shorten the value of the header ${name} to at most ${valueCharsMax} characters.`;
  }
  const place = value.search(/[^\t\x20-\x7e\x80-\xff]/);
  if (place === -1) return undefined;
  return value.charCodeAt(place) > 0xff
    ? `The value of the header ${name} has a character outside Latin-1 at position ${place + 1}. Encode it.`
    : `The value of the header ${name} has a control character at position ${place + 1}, such as a line break. Remove it.`;
}
