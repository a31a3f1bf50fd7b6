import { digits, flag, list, oneOf, optional, record, text } from '@cardwright/contract';
import { LENGTHS } from '@cardwright/iso8583';
import type { Static } from 'typebox';

const whole = (most: number, description?: string) =>
  digits(String(most).length, { description: description ?? 'a whole number' });

export const MAX_CONNECTIONS = 64;
export const MAX_IN_FLIGHT = 1_024;
export const MAX_ECHO_SECONDS = 3_600;

/** A network or switch that exchanges ISO 8583 messages with the server (docs/operate/networks.md). */
export const NetworkConfiguration = record({
  name: text(25, { description: 'a to z, 0 to 9 and hyphens' }),
  client_id: text(255, { description: 'of oauth_clients, with the scope authorizations:write' }),
  bins: optional(list(text(8, { minLength: 6, fieldFormat: 'digits' }), { minItems: 1 })),
  direction: oneOf(['listen', 'dial']),
  host: optional(text(255, { description: 'to listen on, by default 127.0.0.1, or to dial' })),
  port: whole(65_535),
  framing: optional(record({ length: optional(oneOf(LENGTHS)), tpdu: optional(flag()) })),
  specification: optional(
    text(500, { description: 'iso1987-ascii, iso1987-binary, iso1993-ascii, iso1993-binary or a JSON file' }),
  ),
  tls: optional(
    record({
      cert_file: optional(text(500)),
      key_file: optional(text(500)),
      ca_file: optional(text(500, { description: 'authorities of the certificate of the peer' })),
    }),
  ),
  addresses: optional(list(text(50, { description: 'an address or a subnet' }), { minItems: 1 })),
  connections: optional(whole(MAX_CONNECTIONS)),
  in_flight: optional(whole(MAX_IN_FLIGHT)),
  echo_seconds: optional(whole(MAX_ECHO_SECONDS)),
  deadline_ms: optional(whole(119_500)),
  sign_on: optional(flag()),
  response_codes: optional(list(record({ code: text(2, { minLength: 2 }), network_code: text(3, { minLength: 2 }) }))),
});
export type NetworkConfiguration = Static<typeof NetworkConfiguration>;
