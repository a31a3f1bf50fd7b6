import { screeningTokenContext } from '../../acquiring/index.ts';
import { recordContext } from '../../issuing/embossing/index.ts';
import { changeRequestContext } from '../../platform/change-requests/index.ts';
import { exportPartContext } from '../../platform/exports/index.ts';
import { keyedAnswerContext } from '../../platform/operation/index.ts';
import {
  answerContext,
  endpointKeyContext,
  messagePayloadContext,
  oauthSecretContext,
} from '../../platform/outbox/index.ts';
import { grantContext } from '../../platform/people/index.ts';
import { receivedActivationContext, receivedPayloadContext, senderKeyContext } from '../../platform/receiver/index.ts';
import { type Statement, statement } from '../../platform/storage/index.ts';
import { numberContext, textContext } from '../../platform/vault/index.ts';
import { countText, type KeyedColumn, sliceText, updateText } from './keyed-column.ts';

/** A row as strings: its key and the other requested columns. */
export type RowTexts = Readonly<Record<string, string>>;

/** The strings of a row that the column reads. */
type TextsOf<Column extends KeyedColumn> = Readonly<
  Record<Column['key'][number][0] | Column['alsoRead'][number], string>
>;

export interface SealedColumn extends KeyedColumn {
  readonly slice: Statement;
  readonly write: Statement;
  readonly count: Statement;
  /** Returns the context to which the sealed value is bound. */
  context(row: RowTexts): string;
}

/** The usual name of the column with the version of the data key. */
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

const events = {
  table: 'outbox_events',
  key: [
    ['bank_id', 'text'],
    ['event_id', 'bigint'],
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

const receivedCodes = {
  table: 'received_activations',
  key: [
    ['bank_id', 'text'],
    ['notification_id', 'text'],
  ],
  alsoRead: [],
  column: 'sealed_code',
  version,
} as const satisfies KeyedColumn;

const keyedAnswers = {
  table: 'idempotency_keys',
  key: [
    ['bank_id', 'text'],
    ['key_hash', 'bytea'],
  ],
  alsoRead: [],
  column: 'sealed_answer',
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

const sessions = {
  table: 'sessions',
  key: [
    ['bank_id', 'text'],
    ['session_id', 'bigint'],
  ],
  alsoRead: ['secret_hash'],
  column: 'sealed_grant',
  version,
} as const satisfies KeyedColumn;

const changeRequests = {
  table: 'change_requests',
  key: [
    ['bank_id', 'text'],
    ['change_request_id', 'text'],
  ],
  alsoRead: [],
  column: 'sealed_input',
  version,
} as const satisfies KeyedColumn;

const exportParts = {
  table: 'export_parts',
  key: [
    ['bank_id', 'text'],
    ['export_id', 'text'],
    ['part', 'bigint'],
  ],
  alsoRead: [],
  column: 'sealed_text',
  version,
} as const satisfies KeyedColumn;

const acquirers = {
  table: 'acquirers',
  key: [['acquirer_id', 'text']],
  alsoRead: [],
  column: 'sealed_screening_token',
  version,
} as const satisfies KeyedColumn;

/** Returns a sealed column with the context of its values, which is computed from the strings that it reads. */
function bound<const Column extends KeyedColumn>(column: Column, context: (row: TextsOf<Column>) => string) {
  return {
    ...column,
    context(row: RowTexts): string {
      if (!isOf(column, row))
        throw new Error(`a row of ${column.table} lacks members for the context of ${column.column}`);
      return context(row);
    },
  };
}

function isOf<Column extends KeyedColumn>({ key, alsoRead }: Column, row: RowTexts): row is TextsOf<Column> {
  return [...key.map(([name]) => name), ...alsoRead].every((name) => row[name] !== undefined);
}

/** PostgreSQL writes bytea as text with the prefix \x. */
const bytesOf = (text: string) => Buffer.from(text.slice(2), 'hex');

/**
 * Every column that a data key seals. A rotation covers exactly these columns, so a missing one would stay under the
 * old key. A test compares the list with the database.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...bound(cardNumbers, (row) => numberContext(row.bank_id, row.card_id)),
    slice: statement('keys.slice-card-numbers', sliceText(cardNumbers)),
    write: statement('keys.write-card-numbers', updateText(cardNumbers)),
    count: statement('keys.count-card-numbers', countText(cardNumbers)),
  },
  {
    ...bound(endpoints, (row) => textContext(oauthSecretContext(row.bank_id, row.endpoint_id))),
    slice: statement('keys.slice-oauth-secrets', sliceText(endpoints)),
    write: statement('keys.write-oauth-secrets', updateText(endpoints)),
    count: statement('keys.count-oauth-secrets', countText(endpoints)),
  },
  {
    ...bound(webhookKeys, (row) => textContext(endpointKeyContext(row.bank_id, row.endpoint_id, row.key_id))),
    slice: statement('keys.slice-webhook-keys', sliceText(webhookKeys)),
    write: statement('keys.write-webhook-keys', updateText(webhookKeys)),
    count: statement('keys.count-webhook-keys', countText(webhookKeys)),
  },
  {
    ...bound(messages, (row) => textContext(messagePayloadContext(row.bank_id, row.notification_id))),
    slice: statement('keys.slice-messages', sliceText(messages)),
    write: statement('keys.write-messages', updateText(messages)),
    count: statement('keys.count-messages', countText(messages)),
  },
  {
    ...bound(events, (row) => textContext(messagePayloadContext(row.bank_id, row.notification_id))),
    slice: statement('keys.slice-events', sliceText(events)),
    write: statement('keys.write-events', updateText(events)),
    count: statement('keys.count-events', countText(events)),
  },
  {
    ...bound(attempts, (row) => textContext(answerContext(row.bank_id, row.endpoint_id))),
    slice: statement('keys.slice-attempts', sliceText(attempts)),
    write: statement('keys.write-attempts', updateText(attempts)),
    count: statement('keys.count-attempts', countText(attempts)),
  },
  {
    ...bound(receiverKeys, (row) => textContext(senderKeyContext(row.bank_id, bytesOf(row.key_mark)))),
    slice: statement('keys.slice-receiver-keys', sliceText(receiverKeys)),
    write: statement('keys.write-receiver-keys', updateText(receiverKeys)),
    count: statement('keys.count-receiver-keys', countText(receiverKeys)),
  },
  {
    ...bound(received, (row) => textContext(receivedPayloadContext(row.bank_id, row.notification_id))),
    slice: statement('keys.slice-received', sliceText(received)),
    write: statement('keys.write-received', updateText(received)),
    count: statement('keys.count-received', countText(received)),
  },
  {
    ...bound(receivedCodes, (row) => textContext(receivedActivationContext(row.bank_id, row.notification_id))),
    slice: statement('keys.slice-received-codes', sliceText(receivedCodes)),
    write: statement('keys.write-received-codes', updateText(receivedCodes)),
    count: statement('keys.count-received-codes', countText(receivedCodes)),
  },
  {
    ...bound(keyedAnswers, (row) => textContext(keyedAnswerContext(row.bank_id, bytesOf(row.key_hash)))),
    slice: statement('keys.slice-keyed-answers', sliceText(keyedAnswers)),
    write: statement('keys.write-keyed-answers', updateText(keyedAnswers)),
    count: statement('keys.count-keyed-answers', countText(keyedAnswers)),
  },
  {
    ...bound(embossed, (row) => textContext(recordContext(row.bank_id, row.queue_id))),
    slice: statement('keys.slice-embossed', sliceText(embossed)),
    write: statement('keys.write-embossed', updateText(embossed)),
    count: statement('keys.count-embossed', countText(embossed)),
  },
  {
    ...bound(sessions, (row) => textContext(grantContext(row.bank_id, bytesOf(row.secret_hash)))),
    slice: statement('keys.slice-session-grants', sliceText(sessions)),
    write: statement('keys.write-session-grants', updateText(sessions)),
    count: statement('keys.count-session-grants', countText(sessions)),
  },
  {
    ...bound(changeRequests, (row) => textContext(changeRequestContext(row.bank_id, row.change_request_id))),
    slice: statement('keys.slice-change-requests', sliceText(changeRequests)),
    write: statement('keys.write-change-requests', updateText(changeRequests)),
    count: statement('keys.count-change-requests', countText(changeRequests)),
  },
  {
    ...bound(exportParts, (row) => textContext(exportPartContext(row.bank_id, row.export_id, row.part))),
    slice: statement('keys.slice-export-parts', sliceText(exportParts)),
    write: statement('keys.write-export-parts', updateText(exportParts)),
    count: statement('keys.count-export-parts', countText(exportParts)),
  },
  {
    ...bound(acquirers, (row) => textContext(screeningTokenContext(row.acquirer_id))),
    slice: statement('keys.slice-screening-tokens', sliceText(acquirers)),
    write: statement('keys.write-screening-tokens', updateText(acquirers)),
    count: statement('keys.count-screening-tokens', countText(acquirers)),
  },
];

const lookupHashes = {
  ...cardNumbers,
  alsoRead: ['key_version', 'sealed_number'],
  column: 'lookup_hash',
  version: 'lookup_version',
} as const satisfies KeyedColumn;

/** The only column that depends on a lookup key. Its context is that of the sealed number from which it is computed. */
export const LOOKUP_COLUMN: SealedColumn = {
  ...bound(lookupHashes, (row) => numberContext(row.bank_id, row.card_id)),
  slice: statement('keys.slice-lookup-hashes', sliceText(lookupHashes)),
  write: statement('keys.write-lookup-hashes', updateText(lookupHashes)),
  count: statement('keys.count-lookup-hashes', countText(lookupHashes)),
};
