import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import { withoutUnknownFields } from '../message/ecommerce-message.ts';

/** A message of known fields is shorter. */
const LONG_BYTES = 16_384;

/**
 * SQL for the message of an authorization `z` in a statement that reads many: null if it is long, because a message can
 * have a MiB. {@link readLongMessage} reads these.
 */
export const SHORT_MESSAGE = `case when octet_length(z.message) <= ${LONG_BYTES} then z.message end`;

const selectMessage = statement(
  'authorization.select-long-message',
  `select message from authorizations
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
);

/** Reads a message without its unknown fields. */
export async function readLongMessage(
  tx: Tx,
  bankId: string,
  key: { readonly account_id: bigint; readonly message_key: bigint; readonly decided_at: Date },
): Promise<string> {
  const { account_id: accountId, message_key: messageKey, decided_at: at } = key;
  const { message } = await queryOne<{ message: string }>(tx, selectMessage, [bankId, accountId, messageKey, at]);
  return withoutUnknownFields(message);
}
