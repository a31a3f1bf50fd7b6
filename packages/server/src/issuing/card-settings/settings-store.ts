import type { LimitField } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredSettings } from './card-settings.ts';

interface SettingsRow {
  account_number: string;
  product_code: string;
  currency: string;
  counters: string;
  /** JSON; null if nothing was ever set. */
  settings: string | null;
}

export interface AccountSettings {
  readonly accountNumber: string;
  readonly productCode: string;
  readonly currency: string;
  /** In the form that counters.ts writes. */
  readonly counters: string;
  readonly stored: StoredSettings;
}

const selectSettings = statement(
  'card-settings.select-settings',
  `select a.account_number, a.product_code, a.currency, a.counters, s.settings
     from accounts a left join account_settings s on s.bucket = a.bucket and s.account_id = a.account_id
      and s.bank_id = a.bank_id
    where a.bucket = account_bucket($2) and a.account_id = $2 and a.bank_id = $1`,
);

/** Reads settings and counters as of one moment. */
export async function readAccountSettings(tx: Tx, bankId: string, accountId: bigint): Promise<AccountSettings> {
  const [row] = await tx.query<SettingsRow>(selectSettings, [bankId, accountId]);
  if (row === undefined) throw new Error('a card names an account that does not exist');
  return {
    accountNumber: row.account_number,
    productCode: row.product_code,
    currency: row.currency,
    counters: row.counters,
    stored: row.settings === null ? {} : (JSON.parse(row.settings) as StoredSettings),
  };
}

const selectHighest = statement(
  'card-settings.select-highest-limits',
  `select a.product_code, field.name, max(field.value::numeric)::text as highest
     from account_settings s
     join accounts a on a.bucket = s.bucket and a.account_id = s.account_id
    cross join lateral json_each_text(s.settings::json) field (name, value)
    where s.bank_id = $1 and a.bank_id = $1 and a.product_code = any($2) and field.name = any($3)
    group by a.product_code, field.name`,
);

/**
 * Returns the highest amount of each limit that an account of the products has set itself, by product. Scans all
 * settings of the bank: 100,000 of them take 1 to 3 s on two busy cores.
 */
export async function readHighestLimits(
  tx: Tx,
  bankId: string,
  { codes, fields }: { readonly codes: readonly string[]; readonly fields: readonly LimitField[] },
): Promise<ReadonlyMap<string, StoredSettings>> {
  const highest = new Map<string, StoredSettings>();
  if (fields.length === 0) return highest;
  const rows = await tx.query<{ product_code: string; name: string; highest: string }>(selectHighest, [
    ...[bankId, codes, fields],
  ]);
  for (const { product_code: code, name, highest: value } of rows)
    highest.set(code, { ...highest.get(code), [name]: value });
  return highest;
}

const upsertSettings = statement(
  'card-settings.upsert-settings',
  `insert into account_settings (bucket, bank_id, account_id, version, settings, changed_at)
   values (account_bucket($2), $1, $2, 1, $3, $4)
   on conflict (bucket, account_id) do update
     set version = account_settings.version + 1, settings = excluded.settings, changed_at = excluded.changed_at
   where account_settings.bank_id = excluded.bank_id`,
);

/** Stores the settings and increases their version. The account has to be locked. */
export async function writeSettings(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  settings: StoredSettings,
  now: Date,
): Promise<void> {
  await tx.query(upsertSettings, [bankId, accountId, JSON.stringify(settings), now]);
}
