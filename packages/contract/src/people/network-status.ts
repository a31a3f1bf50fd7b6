import Type, { type Static, type TSchema } from 'typebox';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';

/** Path of the status of networks. It has no version, and accepts only sessions of people of a bank or the operator. */
export const NETWORKS_PATH = '/console/network-status';

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const count = (description: string) => Type.Integer({ description });

const DecodedMessage = record({
  mti: text(4, { description: 'Message type' }),
  fields: list(
    record({
      field: count('Number'),
      name: text(100, { description: 'Name of the field in the specification of the network' }),
      value: text(1_000, { description: 'Value; a card number is masked' }),
    }),
    { description: 'Without track data, PIN, chip data, expiry, account numbers and fields with a private layout' },
  ),
});

/** The report of one server process about a network. */
export const NetworkReport = record({
  state: oneOf(['signed_on', 'connected', 'dialling', 'listening'], {
    description: 'dialling and listening: not connected',
  }),
  since: instantField(),
  connections: count('Open connections'),
  in_flight: count('Messages that are not answered yet'),
  last_echo_at: orNull(text(24), 'Time of the last answered echo; null if there was none'),
  last_echo_ms: orNull(Type.Number(), 'Time until the network answered it'),
  certificate_expires_at: orNull(text(24), "Expiry of the network's certificate; null without one"),
  answers: list(
    record({
      code: text(4, { description: 'Field 39 of the response, or none if no response was sent' }),
      messages: count('Messages since the process started'),
    }),
    { description: 'By response code' },
  ),
  messages: list(
    record({
      at: instantField(),
      is_sent: Type.Boolean({ description: 'Whether the server sent the request' }),
      request: DecodedMessage,
      response: orNull(DecodedMessage, 'Null if there was no response'),
      ms: Type.Number({ description: 'Time from the request to the response' }),
    }),
    { description: 'The latest messages, newest first. Under load, a sample' },
  ),
});
export type NetworkReport = Static<typeof NetworkReport>;

/** The status of networks. A bank sees only its networks. */
export interface NetworkStatus {
  readonly at: string;
  readonly networks: readonly {
    /** Its name in the configuration. */
    readonly name: string;
    /** The bank whose cards it reaches; null for the cards of all banks. */
    readonly tenant: string | null;
    /** The processes that reported in the last 20 seconds. */
    readonly processes: readonly NetworkProcess[];
  }[];
}

/** The report of a process, with its host and number. */
export type NetworkProcess = NetworkReport & { readonly server: string; readonly seen_at: string };
