import { CONSOLE_HEADER, SESSION_PATH } from '@cardwright/contract';
import { ecommerceMessage, type Sender } from './cards/issued-cards.ts';
import { merchantBody, requestOf } from './merchants/merchants.ts';
import { notification } from './notifications.ts';
import { clientText } from './requests/raw-client-requests.ts';

/** A path that takes a body, with a valid body. */
interface TextInput {
  readonly url: string;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly valid: () => string;
}

const SECRET = '"client_id":"demo-bank","client_secret":"demo-bank-secret"';

/** Returns every path of the server that takes JSON. `origin` is the origin of the console's pages. */
function textInputsOf(origin: string): Readonly<Record<string, TextInput>> {
  const ecommerce = ecommerceMessage({ cardNumber: '4000001234567899', expiry: '3012' });
  const page = { origin, [CONSOLE_HEADER]: '1' };
  return {
    'an envelope operation': { url: '/V2/cardservices/ClientCreate', as: 'demo-bank', valid: () => clientText() },
    'any envelope': { url: '/V2/services', as: 'demo-bank', valid: () => clientText() },
    'an envelope of version 1': { url: '/V1/cardservices/ClientCreate', as: 'demo-bank', valid: () => clientText() },
    'an authorization': {
      url: '/V2/authorizations/Ecommerce',
      as: 'demo-network',
      valid: () => JSON.stringify(ecommerce),
    },
    'the receiver of notifications': {
      url: '/V2/webhook/TokenNotification',
      as: 'demo-bank',
      valid: () => JSON.stringify(notification()),
    },
    'a REST operation': {
      url: '/V2/accounts/001999999999/backtest',
      as: 'demo-bank',
      valid: () => '{"cardSettings":{}}',
    },
    'the boarding of merchants': {
      url: '/V2/merchants/onboarding?validateOnly=true',
      as: 'demo-acquirer',
      valid: () => JSON.stringify(requestOf([merchantBody('M-TEXT')])),
    },
    'a token request': { url: '/oauth2/token', valid: () => `{"grant_type":"client_credentials",${SECRET}}` },
    'a sign-in': { url: SESSION_PATH, headers: page, valid: () => '{"demo_person":"layla"}' },
    'the clock of the sandbox': { url: '/sandbox/clock', valid: () => '{"advance_seconds":1}' },
  };
}

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
/** Half of a surrogate pair, encoded as if it were a character. */
const HALF = [0xed, 0xa0, 0xbd] as const;

/** Members whose name or value is malformed text. */
const MALFORMED: Readonly<Record<string, Buffer>> = {
  'the first half of a pair in a value': bytes('"x":"AMINA \\ud83d",'),
  'the second half of a pair in a value': bytes('"x":"\\uDE00 AMINA",'),
  'half a pair deep in a value': bytes('"x":[{"y":["\\ud83d"]}],'),
  'half a pair in a name': bytes('"\\ud83d":"x",'),
  'half a pair in a name deep inside': bytes('"x":[{"y\\udfff":1}],'),
  'bytes of half a pair in a value': bytes('"x":"', HALF, '",'),
  'bytes of half a pair in a name': bytes('"', HALF, '":"x",'),
  'a byte that begins no character': bytes('"x":"', [0xff], '",'),
  'half a character': bytes('"x":"', [0xc3], '",'),
};
const WELL_FORMED = bytes('"x":"\\ud83d\\ude00 é","\\ud83d\\ude00":1,');

const MALFORMED_URLS: Readonly<Record<string, number>> = {
  '/V2/tokens?state=%ED%A0%BD': 400,
  '/V2/tokens?%ED%A0%BD=1': 400,
  '/V2/clients?q=amina%FF': 400,
  '/healthz?x=%c3%28': 400,
  '/nowhere?x=%ED%A0%BD': 400,
  '/V2/tokens/%ED%A0%BD': 404,
  '/V2/accounts/%FF': 404,
};

/**
 * Sends malformed texts to every path, and returns those that were accepted, as `path: text: status`. Expects none. Each path
 * must also accept a text beyond the basic plane, or else it would refuse everything.
 */
export async function findAcceptedTexts({ request }: Pick<Sender, 'request'>, origin: string): Promise<string[]> {
  const acceptedTexts: string[] = [];
  const note = (status: number, expected: boolean, what: string) => {
    if (!expected) acceptedTexts.push(`${what}: ${status}`);
  };
  for (const [name, { url, as, headers, valid }] of Object.entries(textInputsOf(origin))) {
    const send = async (member: Buffer) => {
      const payload = Buffer.concat([Buffer.from('{'), member, Buffer.from(valid().slice(1))]);
      const type = { 'content-type': 'application/json' };
      const httpRequest = { method: 'POST' as const, url, payload, headers: { ...type, ...headers } };
      return (await request(as === undefined ? httpRequest : { ...httpRequest, as })).status;
    };
    const status = await send(WELL_FORMED);
    note(status, status !== 400 && status < 500, `${name}: a pair`);
    for (const [what, member] of Object.entries(MALFORMED)) {
      const status = await send(member);
      note(status, status === 400, `${name}: ${what}`);
    }
  }
  for (const [url, expected] of Object.entries(MALFORMED_URLS)) {
    const { status } = await request({ method: 'GET', url, as: 'demo-bank' });
    note(status, status === expected, url);
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = `grant_type=client_credentials&${SECRET.replaceAll('"', '').replace(',', '&').replaceAll(':', '=')}`;
  const token = await request({ method: 'POST', url: '/oauth2/token', headers: form, payload: `${payload}%ED%A0%BD` });
  note(token.status, token.status === 400, 'a form');
  return acceptedTexts;
}
