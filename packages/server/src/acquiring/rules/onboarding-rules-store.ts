import { MAX_RULES_VERSIONS } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { StoredAcquirer, StoredRules } from '../acquirers/acquirer-store.ts';

export interface RulesVersionRow {
  version: number;
  rules: StoredRules;
  changed_at: Date;
  changed_by: string;
  reason: string | null;
}

const selectConfiguration = statement(
  'merchants.select-configuration-of-acquirer',
  'select configuration from acquirers where acquirer_id = $1',
);

/** Reads the acquirer as the configuration file states it. */
export async function findConfiguration(tx: Tx, acquirerId: string): Promise<StoredAcquirer | undefined> {
  return (await tx.query<{ configuration: StoredAcquirer }>(selectConfiguration, [acquirerId]))[0]?.configuration;
}

const selectVersions = statement(
  'merchants.select-onboarding-rules',
  `select version, rules, changed_at, changed_by, reason from onboarding_rules
    where acquirer_id = $1 order by version desc limit $2`,
);

/** Reads the last versions, newest first. */
export function readRulesVersions(tx: Tx, acquirerId: string): Promise<RulesVersionRow[]> {
  return tx.query(selectVersions, [acquirerId, MAX_RULES_VERSIONS]);
}

const insertVersion = statement(
  'merchants.insert-onboarding-rules',
  `insert into onboarding_rules (acquirer_id, version, rules, changed_at, changed_by, reason)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** Stores the next version. The caller holds the lock of the acquirer. */
export async function insertRulesVersion(tx: Tx, acquirerId: string, row: RulesVersionRow): Promise<void> {
  const { version, rules, changed_at, changed_by, reason } = row;
  const values = [acquirerId, version, JSON.stringify(rules), changed_at, changed_by, reason];
  await tx.query(insertVersion, values);
}
