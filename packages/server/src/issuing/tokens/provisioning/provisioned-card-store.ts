import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { CardKey } from '../../cards/index.ts';
import type { Restrictions } from '../../restrictions/index.ts';

const selectByExid = statement(
  'tokens.select-card-of-banks',
  'select bank_id, account_id, card_id from card_directory where bank_id = any($1) and exid = $2 limit 2',
);

/** Finds the only card with an EXID among the banks. A network does not name the bank of a card. */
export async function findOnlyByExid(
  tx: Tx,
  bankIds: readonly string[],
  exid: string,
): Promise<(CardKey & { readonly bank_id: string }) | undefined> {
  const [found, another] = await tx.query<CardKey & { bank_id: string }>(selectByExid, [bankIds, exid]);
  return another === undefined ? found : undefined;
}

const selectTraits = statement(
  'tokens.select-card-traits',
  `select created_at, restrictions from cards
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1`,
);

export async function readCardTraits(
  tx: Tx,
  bankId: string,
  { account_id: accountId, card_id: cardId }: CardKey,
): Promise<{ createdAt: Date; restrictions: Restrictions }> {
  const row = await queryOne<{ created_at: Date; restrictions: string }>(tx, selectTraits, [bankId, accountId, cardId]);
  return { createdAt: row.created_at, restrictions: JSON.parse(row.restrictions) as Restrictions };
}

const lockDeviceStatement = statement(
  'tokens.lock-device',
  `insert into token_devices (bank_id, device_id, asked_at) values ($1, $2, $3)
   on conflict (bank_id, device_id) do update set asked_at = excluded.asked_at`,
  { locks: { kind: 'token device', by: [1, 2] } },
);

/** Locks a device until the transaction ends. The caller holds the lock of the account. */
export async function lockDevice(tx: Tx, bankId: string, deviceId: string, now: Date): Promise<void> {
  await tx.query(lockDeviceStatement, [bankId, deviceId, now]);
}

const countTokens = statement(
  'tokens.count-of-card',
  `select count(*)::int as count from tokens
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1 and state <> 'DELETED'`,
);
const countOfDevice = statement(
  'tokens.count-cards-of-device',
  `select count(*)::int as tokens, count(distinct card_id) filter (where card_id <> $3)::int as others from tokens
    where bank_id = $1 and device_id = $2 and state <> 'DELETED'`,
);
const countDeclines = statement(
  'tokens.count-declines',
  `select count(*)::int as count from token_provisionings
    where bank_id = $1 and account_id = $2 and card_id = $3 and decided_at > $4 and outcome = 'DECLINED'
      and rule <> 'ATTEMPTS'`,
);

const DAY_MS = 86_400_000;

/** The counts that the decision about a card uses. */
export async function countOfCard(
  tx: Tx,
  bankId: string,
  { account_id: accountId, card_id: cardId }: CardKey,
  { deviceId, now }: { readonly deviceId: string | undefined; readonly now: Date },
) {
  const since = new Date(now.getTime() - DAY_MS);
  const count = async (...[query, values]: Parameters<Tx['query']>) =>
    (await queryOne<{ count: number }>(tx, query, values)).count;
  const ofDevice = async () =>
    deviceId === undefined
      ? undefined
      : await queryOne<{ tokens: number; others: number }>(tx, countOfDevice, [bankId, deviceId, cardId]);
  const [device, tokens, declines24h] = await Promise.all([
    ofDevice(),
    count(countTokens, [bankId, accountId, cardId]),
    count(countDeclines, [bankId, accountId, cardId, since]),
  ]);
  return { tokens, tokensOfDevice: device?.tokens, otherCardsOfDevice: device?.others ?? 0, declines24h };
}
