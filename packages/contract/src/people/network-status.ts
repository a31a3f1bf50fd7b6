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
    {
      description:
        'Fields of the message, without track data, PIN, chip data, expiry, account numbers and fields with a private layout',
    },
  ),
});

/** The report of one server process about a network. */
export const NetworkReport = record({
  state: oneOf(['signed_on', 'connected', 'dialling', 'listening'], {
    description: 'State of the connection. dialling and listening: not connected',
  }),
  since: instantField(),
  connections: count('Number of open connections'),
  in_flight: count('Number of messages without a response yet'),
  last_echo_at: orNull(text(24), 'Time of the last echo with a response; null if there was none'),
  last_echo_ms: orNull(Type.Number(), 'Response time of that echo in milliseconds'),
  certificate_expires_at: orNull(text(24), "Expiry of the network's certificate; null if there is none"),
  answers: list(
    record({
      code: text(4, { description: 'Field 39 of the response; none if no response was sent' }),
      messages: count('Number of messages since the process started'),
    }),
    { description: 'Messages by response code' },
  ),
  messages: list(
    record({
      at: instantField(),
      is_sent: Type.Boolean({ description: 'Whether the server sent the request' }),
      request: DecodedMessage,
      response: orNull(DecodedMessage, 'Response; null if there was none'),
      ms: Type.Number({ description: 'Time between request and response in milliseconds' }),
    }),
    { description: 'Latest messages, newest first; a sample under load' },
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
