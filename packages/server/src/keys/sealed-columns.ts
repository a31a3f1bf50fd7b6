import { recordContext } from '../embossing/index.ts';
import { screeningTokenContext } from '../merchants/index.ts';
import { answerContext, endpointKeyContext, messagePayloadContext, oauthSecretContext } from '../outbox/index.ts';
import { receivedPayloadContext, senderKeyContext } from '../receiver/index.ts';
import { type Statement, statement } from '../storage/index.ts';
import { numberContext, textContext } from '../vault/index.ts';
import { countText, type KeyedColumn, sliceText, updateText } from './keyed-column.ts';

/** A row as texts: its key, and what else was asked for. */
export type RowTexts = Readonly<Record<string, string>>;

export interface SealedColumn extends KeyedColumn {
  readonly slice: Statement;
  readonly write: Statement;
  readonly count: Statement;
  /** What the sealed value is bound to. */
  context(row: RowTexts): string;
}

/** What most tables call the version of the data key. */
const version = 'key_version';

const cardNumbers = {
  table: 'vault_card_numbers',
  key: [
    ['bank_id', 'text'],
    ['card_id', 'bigint'],
  ],
  alsoRead: [],
  column: 'sealed_number',
  version,
} as const satisfies KeyedColumn;

const endpoints = {
  table: 'webhook_endpoints',
  key: [
    ['bank_id', 'text'],
    ['endpoint_id', 'text'],
  ],
  alsoRead: [],
  column: 'sealed_oauth_secret',
  version: 'oauth_key_version',
} as const satisfies KeyedColumn;

const webhookKeys = {
  table: 'webhook_keys',
  key: [
    ['bank_id', 'text'],
    ['endpoint_id', 'text'],
    ['key_id', 'text'],
  ],
  alsoRead: [],
  column: 'sealed_secret',
  version,
} as const satisfies KeyedColumn;

const messages = {
  table: 'outbox_messages',
  key: [
    ['bank_id', 'text'],
    ['message_id', 'bigint'],
  ],
  alsoRead: ['notification_id'],
  column: 'sealed_payload',
  version,
} as const satisfies KeyedColumn;

const attempts = {
  table: 'outbox_attempts',
  key: [
    ['bank_id', 'text'],
    ['attempt_id', 'bigint'],
    ['at', 'timestamptz'],
  ],
  alsoRead: ['endpoint_id'],
  column: 'sealed_answer',
  version,
} as const satisfies KeyedColumn;

const receiverKeys = {
  table: 'receiver_keys',
  key: [
    ['bank_id', 'text'],
    ['key_mark', 'bytea'],
  ],
  alsoRead: [],
  column: 'sealed_key',
  version,
} as const satisfies KeyedColumn;

const received = {
  table: 'received_notifications',
  key: [
    ['bank_id', 'text'],
    ['notification_id', 'text'],
  ],
  alsoRead: [],
  column: 'sealed_payload',
  version,
} as const satisfies KeyedColumn;

const embossed = {
  table: 'embossing_queue',
  key: [
    ['bank_id', 'text'],
    ['queue_id', 'bigint'],
  ],
  alsoRead: [],
  column: 'sealed_record',
  version: 'record_key_version',
} as const satisfies KeyedColumn;

const acquirers = {
  table: 'acquirers',
  key: [['acquirer_id', 'text']],
  alsoRead: [],
  column: 'sealed_screening_token',
  version,
} as const satisfies KeyedColumn;

/**
 * Every column that a data key seals. A rotation goes through these and no other, so a sealed column that is not here would
 * stay under the old key: a test compares the list with the database.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...cardNumbers,
    slice: statement('keys.slice-card-numbers', sliceText(cardNumbers)),
    write: statement('keys.write-card-numbers', updateText(cardNumbers)),
    count: statement('keys.count-card-numbers', countText(cardNumbers)),
    context: (row) => numberContext(row.bank_id!, row.card_id!),
  },
  {
    ...endpoints,
    slice: statement('keys.slice-oauth-secrets', sliceText(endpoints)),
    write: statement('keys.write-oauth-secrets', updateText(endpoints)),
    count: statement('keys.count-oauth-secrets', countText(endpoints)),
    context: (row) => textContext(oauthSecretContext(row.bank_id!, row.endpoint_id!)),
  },
  {
    ...webhookKeys,
    slice: statement('keys.slice-webhook-keys', sliceText(webhookKeys)),
    write: statement('keys.write-webhook-keys', updateText(webhookKeys)),
    count: statement('keys.count-webhook-keys', countText(webhookKeys)),
    context: (row) => textContext(endpointKeyContext(row.bank_id!, row.endpoint_id!, row.key_id!)),
  },
  {
    ...messages,
    slice: statement('keys.slice-messages', sliceText(messages)),
    write: statement('keys.write-messages', updateText(messages)),
    count: statement('keys.count-messages', countText(messages)),
    context: (row) => textContext(messagePayloadContext(row.bank_id!, row.notification_id!)),
  },
  {
    ...attempts,
    slice: statement('keys.slice-attempts', sliceText(attempts)),
    write: statement('keys.write-attempts', updateText(attempts)),
    count: statement('keys.count-attempts', countText(attempts)),
    context: (row) => textContext(answerContext(row.bank_id!, row.endpoint_id!)),
  },
  {
    ...receiverKeys,
    slice: statement('keys.slice-receiver-keys', sliceText(receiverKeys)),
    write: statement('keys.write-receiver-keys', updateText(receiverKeys)),
    count: statement('keys.count-receiver-keys', countText(receiverKeys)),
    // a bytea as text begins with \x
    context: (row) => textContext(senderKeyContext(row.bank_id!, Buffer.from(row.key_mark!.slice(2), 'hex'))),
  },
  {
    ...received,
    slice: statement('keys.slice-received', sliceText(received)),
    write: statement('keys.write-received', updateText(received)),
    count: statement('keys.count-received', countText(received)),
    context: (row) => textContext(receivedPayloadContext(row.bank_id!, row.notification_id!)),
  },
  {
    ...embossed,
    slice: statement('keys.slice-embossed', sliceText(embossed)),
    write: statement('keys.write-embossed', updateText(embossed)),
    count: statement('keys.count-embossed', countText(embossed)),
    context: (row) => textContext(recordContext(row.bank_id!, row.queue_id!)),
  },
  {
    ...acquirers,
    slice: statement('keys.slice-screening-tokens', sliceText(acquirers)),
    write: statement('keys.write-screening-tokens', updateText(acquirers)),
    count: statement('keys.count-screening-tokens', countText(acquirers)),
    context: (row) => textContext(screeningTokenContext(row.acquirer_id!)),
  },
];

const lookupHashes = {
  ...cardNumbers,
  alsoRead: ['key_version', 'sealed_number'],
  column: 'lookup_hash',
  version: 'lookup_version',
} as const satisfies KeyedColumn;

/** The one column that a lookup key makes; its context is that of the number, from which it is made. */
export const LOOKUP_COLUMN: SealedColumn = {
  ...lookupHashes,
  slice: statement('keys.slice-lookup-hashes', sliceText(lookupHashes)),
  write: statement('keys.write-lookup-hashes', updateText(lookupHashes)),
  count: statement('keys.count-lookup-hashes', countText(lookupHashes)),
  context: (row) => numberContext(row.bank_id!, row.card_id!),
};
