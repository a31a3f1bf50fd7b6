import type { ChangeKind, PARTNER_CALL_POLICIES, PartnerProvisioningDecision } from '@cardwright/contract';
import type { NotificationTemplate, UnreadableCountry } from '../../platform/kernel/bank.ts';
import type { Window } from '../../platform/kernel/time/calendar.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';

export interface BankRow {
  bank_id: string;
  bank_code: string;
  name: string;
  country: string;
  currency: string;
  time_zone: string;
  cut_off: string;
  fraud_monitoring: boolean;
  card_control: StoredCardControl;
  notification_templates: readonly NotificationTemplate[];
  /** Null if not configured. */
  embossing: StoredEmbossing | null;
  /** Null if the bank has no decision partner. */
  decision_partner: StoredPartner | null;
  /** Null if not configured. */
  second_person: readonly ChangeKind[] | null;
}

/** The configured partner with defaults filled in and without keys. */
export interface StoredPartner {
  url: string;
  deadline_ms: number;
  ask: (typeof PARTNER_CALL_POLICIES)[number];
  stand_in: { approve_up_to: string; per_day: string | null };
  breaker: { failures_in_a_row: number; failures_of_last_100: number };
  /** Absent if the partner is not called for requests for tokens. */
  provisioning?: { stand_in: PartnerProvisioningDecision };
}

/** OpenPGP public key of the card bureau, armored. */
interface StoredEmbossing {
  public_key: string;
}

/** Card control as configured. Absent members have their defaults. */
export interface StoredCardControl {
  unreadable_country?: UnreadableCountry;
  limit_windows?: readonly Window[];
  functions?: readonly { function: '1' | '2' | '3'; merchant_categories: readonly string[] }[];
  merchant_groups?: readonly {
    id: string;
    name: string;
    effect: 'ALLOW' | 'REFUSE';
    merchant_categories: readonly string[];
  }[];
  payment_exceptions?: readonly { role: string; max_amount: string; currency?: string; per_day: string | number }[];
  resource_strings?: readonly { app_name: string; strings: readonly { key: string; value: string }[] }[];
}

const selectBanks = statement(
  'banks.select-banks',
  `select bank_id, bank_code, name, country, currency, time_zone, cut_off::text, fraud_monitoring, card_control,
          notification_templates, embossing, decision_partner, second_person
     from banks`,
);

export function readBanks(tx: Tx): Promise<BankRow[]> {
  return tx.query(selectBanks, []);
}

const selectTitle = statement(
  'banks.select-bank-title',
  'select name, time_zone, currency, bank_code, second_person from banks where bank_id = $1',
);

type BankTitle = Pick<BankRow, 'name' | 'time_zone' | 'currency' | 'bank_code' | 'second_person'>;

/** Reads the name, time zone and currency of a bank, for the people who work for it. */
export async function findBankTitle(tx: Tx, bankId: string): Promise<BankTitle | undefined> {
  return (await tx.query<BankTitle>(selectTitle, [bankId]))[0];
}

const upsertBankStatement = statement(
  'banks.upsert-bank',
  `insert into banks (bank_id, bank_code, name, country, currency, time_zone, cut_off, fraud_monitoring, sandbox,
     card_control, notification_templates, embossing, decision_partner, second_person)
   values ($1, $2, $3, $4, $5, $6, $7::text::time, $8, $9, $10, $11, $12, $13, $14)
   on conflict (bank_id) do update set bank_code = excluded.bank_code, name = excluded.name,
     country = excluded.country, currency = excluded.currency, time_zone = excluded.time_zone,
     cut_off = excluded.cut_off, fraud_monitoring = excluded.fraud_monitoring, card_control = excluded.card_control,
     notification_templates = excluded.notification_templates, embossing = excluded.embossing,
     decision_partner = excluded.decision_partner, second_person = excluded.second_person`,
);

/**
 * Creates or updates a bank. Its origin, sandbox or configuration, never changes: a configuration that names DEMO does
 * not make it a real bank.
 */
export async function upsertBank(
  tx: Tx,
  bankId: string,
  bank: Omit<BankRow, 'bank_id'>,
  sandbox: boolean,
): Promise<void> {
  await tx.query(upsertBankStatement, [
    bankId,
    bank.bank_code,
    bank.name,
    bank.country,
    bank.currency,
    bank.time_zone,
    bank.cut_off,
    bank.fraud_monitoring,
    sandbox,
    JSON.stringify(bank.card_control),
    JSON.stringify(bank.notification_templates),
    bank.embossing === null ? null : JSON.stringify(bank.embossing),
    bank.decision_partner === null ? null : JSON.stringify(bank.decision_partner),
    bank.second_person,
  ]);
}

const updatePartner = statement('banks.update-partner', 'update banks set decision_partner = $2 where bank_id = $1');

export async function setDecisionPartner(tx: Tx, bankId: string, partner: StoredPartner | null): Promise<void> {
  await tx.query(updatePartner, [bankId, partner === null ? null : JSON.stringify(partner)]);
}

const selectProductionOnly = statement(
  'banks.select-production-only',
  'select count(*) > 0 and not coalesce(bool_or(sandbox), false) as found from banks',
);

/** Whether there are banks, none of which a sandbox created. */
export async function isForProductionOnly(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ found: boolean }>(selectProductionOnly, []);
  return rows[0]?.found ?? false;
}

const selectSandboxBanks = statement(
  'banks.select-sandbox-banks',
  'select bank_id from banks where sandbox order by bank_id',
);

/** Returns the banks that a sandbox created. */
export async function findSandboxBanks(tx: Tx): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectSandboxBanks, [])).map((row) => row.bank_id);
}
