import type { EcommerceRequest } from '@cardwright/contract';
import type { AccountChange } from '@cardwright/server/internal/issuing/accounts/index';
import {
  applyChange,
  decideAgain,
  decodeEcommerce,
  openReplay,
} from '@cardwright/server/internal/issuing/authorization/index';
import { openBankDirectory } from '@cardwright/server/internal/issuing/banks/index';
import type { Bank } from '@cardwright/server/internal/platform/kernel/bank';
import { currencyOf } from '@cardwright/server/internal/platform/kernel/money';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import {
  type ConnectionSettings,
  ensurePartitions,
  openDatabase,
} from '@cardwright/server/internal/platform/storage/index';
import type pg from 'pg';
import { AVAILABLE_MINOR, bankIdOf, benchExpiry, benchPan, CURRENCY, PRODUCT_CODE } from '../bench-cards.ts';
import { benchMessage } from '../load-job.ts';

/** The bank of the backtest, whose lists are measured too. */
const PAST_BANK = bankIdOf(0);
/** Ids of these rows begin after those of the other subjects. */
const FIRST_ID = 200_000_000;
const DAYS = 30;
const DAY_MS = 86_400_000;
const ACCOUNTS_AT_ONCE = 500;
/** The number of decisions of each account. */
const DECISIONS_EACH = 20;
/** One in this number of decisions exceeds the account's limit for a transaction. */
const ONE_DECLINED = 10;

/**
 * Inserts accounts whose decisions of the last thirty days are stored as live traffic stores them, with the changes
 * that they depend on: opening, card, and settings with limits.
 */
export async function seedPast(connection: ConnectionSettings, decisions: number): Promise<void> {
  const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: 0, onError: () => {} });
  const client = await database.connect({ asOwner: true, unlimited: true });
  try {
    const beganAt = new Date(Date.now() - DAYS * DAY_MS);
    await ensurePartitions(client, beganAt);
    const bank = requireValue((await openBankDirectory(database)).bank(PAST_BANK), 'the bank of the past');
    const accounts = Math.ceil(decisions / DECISIONS_EACH);
    for (let from = 0; from < accounts; from += ACCOUNTS_AT_ONCE) {
      const ids = Array.from({ length: Math.min(ACCOUNTS_AT_ONCE, accounts - from) }, (_, at) => FIRST_ID + from + at);
      await insertAccounts(client, ids, beganAt);
      await insertDecisions(
        client,
        ids.flatMap((id) => decisionsOf(id, bank, beganAt)),
      );
    }
    await client.query('vacuum analyze accounts, account_changes, authorizations');
    await client.query('checkpoint');
  } finally {
    await client.end();
    await database.close();
  }
}

function changesOf(id: number): AccountChange[] {
  return [
    { kind: 'OPENED', availableMinor: String(AVAILABLE_MINOR), fundsCheck: true },
    {
      kind: 'CARD_ADDED',
      cardId: String(id),
      status: 'ACTIVE',
      expiry: benchExpiry(new Date()),
      sequenceNumber: '001',
    },
    {
      kind: 'SETTINGS',
      patch: {
        ecomStatus: 'ON',
        cardNotPresentTransactionLimit: '100.00',
        dailyLimit: '5000.00',
        monthlyLimit: '90000.00',
      },
    },
  ];
}

async function insertAccounts(client: pg.Client, ids: readonly number[], at: Date): Promise<void> {
  await client.query(
    `insert into accounts (bucket, account_id, bank_id, client_id, account_number, product_code, card_type, branch_code, currency,
       available_minor, sequence, created_at)
     select account_bucket(id), id, $2, id, 'P' || id, '${PRODUCT_CODE}', 'DEBIT', '001', '${CURRENCY.code}', $3::bigint, $4::bigint, $5
       from unnest($1::bigint[]) id`,
    [ids, PAST_BANK, AVAILABLE_MINOR, changesOf(0).length + DECISIONS_EACH, at],
  );
  const changes = ids.flatMap((id) =>
    changesOf(id).map(({ kind, ...change }, sequence) => [id, sequence, kind, change] as const),
  );
  await client.query(
    `insert into account_changes (bucket, bank_id, account_id, sequence, kind, change, at)
     select account_bucket(id), $5, id, sequence, kind, change, $6
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as n (id, sequence, kind, change)`,
    [
      changes.map(([id]) => id),
      changes.map(([, sequence]) => sequence),
      changes.map(([, , kind]) => kind),
      changes.map(([, , , change]) => JSON.stringify(change)),
      PAST_BANK,
      at,
    ],
  );
}

function decisionsOf(id: number, bank: Bank, beganAt: Date) {
  const money = currencyOf(CURRENCY.code);
  const replay = openReplay(BigInt(id), money);
  const changes = changesOf(id);
  for (const change of changes) applyChange(replay, change, bank, beganAt);
  let sequence = changes.length;
  return Array.from({ length: DECISIONS_EACH }, (_, at) => {
    const reference = String((id - FIRST_ID) * DECISIONS_EACH + at).padStart(12, '0');
    const amount = at % ONE_DECLINED === ONE_DECLINED - 1 ? '000000020000' : '000000002500';
    const sent = {
      ...benchMessage(benchPan(0).reveal(), reference, benchExpiry(new Date())),
      Transaction_Amount: amount,
      Transaction_Amount_Cardholder_Billing: amount,
    };
    const { message, rawText } = decodeEcommerce(sent as unknown as EcommerceRequest, () => []);
    const decidedAt = new Date(
      beganAt.getTime() + Math.floor(((at + (id % 97) / 97) * DAYS * DAY_MS) / DECISIONS_EACH),
    );
    const past = { key: BigInt(reference), cardId: BigInt(id), message, decidedAt, approvalCode: '000000', edition: 0 };
    const decision = decideAgain(replay, past, bank);
    const row = { id, message, rawText, past, decision, sequence };
    if (decision.after !== undefined) sequence += 1;
    return row;
  });
}

async function insertDecisions(
  client: pg.Client,
  rows: readonly ReturnType<typeof decisionsOf>[number][],
): Promise<void> {
  const of = <T>(value: (row: (typeof rows)[number]) => T) => rows.map(value);
  await client.query(
    `insert into authorizations (bucket, bank_id, account_id, message_key, decided_at, retrieval_reference, card_id, billing_minor,
       reserved_minor, system_trace, sender, settlement_date, rule_version, state, acquirer, action_code, approval_code, rule, message,
       trace, account_sequence)
     select account_bucket(id), $1, id, reference, decided_at, reference, id, billing, reserved, reference % 1000000, 1, settled, version,
            case when action_code = '00' then 'C' else 'D' end::"char", acquirer, action_code, approval_code, rule, message, trace, sequence
       from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::bigint[], $6::bigint[], $7::date[], $8::smallint[], $9::text[],
                   $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[])
         as n (id, reference, decided_at, billing, reserved, settled, version, acquirer, action_code, approval_code, rule, message, trace, sequence)`,
    [
      PAST_BANK,
      of(({ id }) => id),
      of(({ past }) => past.key),
      of(({ past }) => past.decidedAt),
      of(({ message }) => message.billingMinor),
      of(({ decision }) => decision.reserveMinor),
      of(({ decision }) => decision.settlementDate),
      of(({ decision }) => decision.ruleVersion),
      of(({ message }) => message.acquirer),
      of(({ decision }) => decision.actionCode),
      of(({ decision }) => decision.approvalCode),
      of(({ decision }) => decision.reason),
      of(({ rawText }) => rawText),
      of(({ decision }) => JSON.stringify(decision.trace)),
      of(({ sequence }) => sequence),
    ],
  );
}
