/**
 * The texts that `reason` of an attempt can have. `{name}` stands for a value, and `{note}` for another of these texts. A
 * text comes before the ones whose pattern also matches it. Reasons with scopes of a person are not in the list.
 */
export const DELIVERY_NOTES = {
  sharedRequest: '{note}, with {count} more in the request',
  disabledAfterDays: 'No delivery succeeded since {time}; last failure: {note}',
  noToken: 'no token from the token URL: {note}',
  // the status of the response
  delivered: 'delivered',
  gone: 'HTTP 410: the endpoint is gone',
  redirect: 'HTTP {status}: redirects are not followed',
  status: 'HTTP {status}',
  // time
  noConnection: 'no connection within {seconds} s',
  noConnectionInTime: 'no connection in time',
  noAnswer: 'no response within {seconds} s',
  answerUnfinished: 'the response did not end within {seconds} s',
  // the name and the connection
  hostUnknown: 'the host name is unknown',
  hostWithoutAddress: 'the host name has no address',
  hostInvalid: 'the host name is not one that can be looked up',
  hostRefused: 'the name servers could not resolve the host name',
  nameServersSilent: 'the name servers did not respond',
  hostsAtOnce: 'too many names of this endpoint are being looked up',
  addressPrivate: 'the address is not public',
  urlInvalid: 'the URL is not valid',
  urlInsecure: 'only https URLs are allowed',
  connectionRefused: 'the connection was refused',
  connectionClosed: 'the connection was closed without a response',
  connectionLost: 'the connection was lost before the response ended',
  connectionFailed: 'the connection failed ({errorCode})',
  noRoute: 'there is no route to the address',
  serverStopped: 'this server was stopped',
  // the certificate
  certificateUntrusted: 'the certificate is not signed by a trusted authority',
  certificateExpired: 'the certificate has expired',
  certificateEarly: 'the certificate is not valid yet',
  certificateOtherName: 'the certificate is for another name',
  // the response
  headerTooLong: "the response's header is too long",
  answerTooLong: 'the response is longer than {bytes} bytes',
  answerNotHttp: 'the response is not HTTP',
  answerNotJson: 'the response is not JSON',
  answerNotObject: 'the response is not a JSON object',
  codeMissing: 'the response has no response.status.code',
  codeNotText: "the response's code is not a text but {quote}",
  code: "the response's code is {quote}",
  typeMissing: 'the response has no type',
  typeOther: 'the response\'s type is {quote}, not "{type}"',
  idMissing: 'the response has no id',
  idNotText: "the response's id is not a text but {quote}",
  idEmpty: "the response's id is empty",
  idTooLong: "the response's id has {count} characters",
  // the response of the token URL
  tokenAnswerUnfinished: 'its response could not be read to the end',
  tokenStatus: 'it returned HTTP {status}',
  tokenStatusWithError: 'it returned HTTP {status} ({quote})',
  tokenMissing: 'its response has no access_token',
  tokenUnusable: 'its access_token cannot be sent',
  tokenTypeOther: 'its token_type is not Bearer',
  tokenLifeInvalid: 'its expires_in is not a number of seconds',
} as const;

export type DeliveryNoteName = keyof typeof DELIVERY_NOTES;

type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;
type NoteValues<Name extends DeliveryNoteName> = Readonly<
  Record<PlaceholderOf<(typeof DELIVERY_NOTES)[Name]>, string | number>
>;

/** Patterns of the values that the server makes itself. All others are texts of the receiver or of the tenant. */
const SERVER_VALUES: Readonly<Record<string, string>> = {
  note: '.+',
  bytes: '\\d+',
  count: '\\d+',
  errorCode: '[\\w.]{1,60}',
  seconds: '\\d+(?:\\.\\d+)?',
  status: '\\d{3}',
  time: '[\\d:.TZ-]{20,30}',
};

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Writes the text of a note that has values.
 *
 * @example renderDeliveryNote('noAnswer', { seconds: 10 }) // 'no response within 10 s'
 */
export function renderDeliveryNote<Name extends DeliveryNoteName>(name: Name, values: NoteValues<Name>): string {
  const texts: Readonly<Record<string, string | number>> = values;
  return DELIVERY_NOTES[name].replace(PLACEHOLDER, (_, placeholder: string) => String(texts[placeholder]));
}

export interface ParsedNote {
  readonly name: DeliveryNoteName;
  readonly values: Readonly<Record<string, string>>;
}

let parsers: readonly { readonly name: DeliveryNoteName; readonly pattern: RegExp }[] | undefined;

/** Returns the note that a reason is, with its values. Returns undefined for a reason of another version. */
export function parseDeliveryNote(reason: string): ParsedNote | undefined {
  parsers ??= Object.entries(DELIVERY_NOTES).map(([name, text]) => ({
    name: name as DeliveryNoteName,
    pattern: toPattern(text),
  }));
  for (const { name, pattern } of parsers) {
    const match = pattern.exec(reason);
    if (match !== null) return { name, values: { ...match.groups } };
  }
  return undefined;
}

function toPattern(text: string): RegExp {
  const escaped = text.replace(/[.()]/g, '\\$&');
  const group = (_: string, name: string) => `(?<${name}>${SERVER_VALUES[name] ?? '.+'})`;
  return new RegExp(`^${escaped.replace(PLACEHOLDER, group)}$`, 's');
}

/** Returns whether a reason has no text of the receiver or the tenant, so that the operator may read it. */
export function isServerNote(reason: string): boolean {
  const parsed = parseDeliveryNote(reason);
  if (parsed === undefined || Object.keys(parsed.values).some((name) => !(name in SERVER_VALUES))) return false;
  return parsed.values.note === undefined || isServerNote(parsed.values.note);
}
