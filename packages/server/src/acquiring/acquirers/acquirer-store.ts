import type { AmendmentType, ChangeKind, OnboardingRules } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { SealedText } from '../../platform/vault/index.ts';

/** Stored rules for onboarding. If a catalogue is absent, its values are not checked. */
export interface StoredRules {
  readonly catalogues: NonNullable<OnboardingRules['catalogues']>;
  /** Merchant category codes or ranges: `7995` or `4829-4834`. */
  readonly restrictedMccs: readonly string[];
  /** The lowest score at which a name is a hit. Absent in rows that an earlier release wrote. */
  readonly denyListThreshold?: number;
  readonly submitterMayDecide?: boolean;
  /** Absent if the default applies. */
  readonly approvedAmendments?: readonly AmendmentType[];
}

/** A stored acquirer, as the configuration file states it. */
export interface StoredAcquirer extends StoredRules {
  /** Absent if the default of the mode applies. */
  readonly secondPerson?: readonly ChangeKind[];
  readonly screening?: { readonly url: string; readonly timeoutMs: number; readonly attempts: number };
}

export interface AcquirerRow {
  acquirer_id: string;
  configuration: StoredAcquirer;
  sealed_screening_token: Buffer | null;
  key_version: number | null;
  /** The newest rules that were stored through the interface. Null if only the configuration file has rules. */
  rules: StoredRules | null;
}

const selectAcquirers = statement(
  'merchants.select-acquirers',
  `select a.acquirer_id, a.configuration, a.sealed_screening_token, a.key_version, v.rules
     from acquirers a
     left join lateral (select rules from onboarding_rules where acquirer_id = a.acquirer_id
                         order by version desc limit 1) v on true`,
);

export function readAcquirers(tx: Tx): Promise<AcquirerRow[]> {
  return tx.query(selectAcquirers, []);
}

const selectName = statement('merchants.select-acquirer-name', 'select name from acquirers where acquirer_id = $1');

export async function findAcquirerName(tx: Tx, acquirerId: string): Promise<string | undefined> {
  return (await tx.query<{ name: string }>(selectName, [acquirerId]))[0]?.name;
}

const selectModes = statement(
  'merchants.select-acquirer-modes',
  `select coalesce(array_agg(acquirer_id order by acquirer_id) filter (where sandbox), '{}') as sandbox,
          count(*) filter (where not sandbox)::int as others
     from acquirers`,
);

/** Returns the acquirers that a sandbox created, and the number of the others. */
export async function readAcquirerModes(tx: Tx): Promise<{ sandbox: string[]; others: number }> {
  return await queryOne<{ sandbox: string[]; others: number }>(tx, selectModes, []);
}

// The update leaves `sandbox` as it is: a configuration file that names DEMO does not make it a real acquirer.
const upsertAcquirerStatement = statement(
  'merchants.upsert-acquirer',
  `insert into acquirers (acquirer_id, name, configuration, sealed_screening_token, key_version, sandbox)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (acquirer_id) do update set name = excluded.name, configuration = excluded.configuration,
     sealed_screening_token = excluded.sealed_screening_token, key_version = excluded.key_version`,
);

export async function upsertAcquirer(
  tx: Tx,
  acquirerId: string,
  acquirer: {
    readonly name: string;
    readonly configuration: StoredAcquirer;
    readonly sealedToken: SealedText | undefined;
    readonly sandbox: boolean;
  },
): Promise<void> {
  await tx.query(upsertAcquirerStatement, [
    acquirerId,
    acquirer.name,
    JSON.stringify(acquirer.configuration),
    acquirer.sealedToken?.sealed ?? null,
    acquirer.sealedToken?.keyVersion ?? null,
    acquirer.sandbox,
  ]);
}

const selectLocked = statement(
  'merchants.lock-acquirer',
  'select acquirer_id from acquirers where acquirer_id = $1 for no key update',
  { locks: { kind: 'acquirer', by: [1] } },
);

/** Locks the acquirer, so that two of its requests cannot look up the same merchant and both write it. */
export async function lockAcquirer(tx: Tx, acquirerId: string): Promise<boolean> {
  return (await tx.query(selectLocked, [acquirerId])).length === 1;
}

const selectAcquirer = statement('merchants.find-acquirer', 'select acquirer_id from acquirers where acquirer_id = $1');

export async function isAcquirer(tx: Tx, acquirerId: string): Promise<boolean> {
  return (await tx.query(selectAcquirer, [acquirerId])).length === 1;
}
