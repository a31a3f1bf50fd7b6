import { screeningTokenContext } from '../../acquiring/index.ts';
import { acquirerLog, changeOf, OPERATOR_LOG, writeAudit } from '../../platform/audit/index.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';

const CONFIGURATION_LOCK = 4_203_187_030;
const lockConfigurationStatement = statement('configuration.lock', 'select pg_advisory_xact_lock($1)');

/** Lets one server at a time apply its configuration, because servers that start at once would insert the same rows. */
export async function lockConfiguration(tx: Tx): Promise<void> {
  await tx.query(lockConfigurationStatement, [CONFIGURATION_LOCK]);
}

// hashes of secrets show a change without revealing the value
const selectConfigured = statement(
  'configuration.select-configured',
  `select bank_id as log, 'bank:' || bank_id as subject,
          to_jsonb(b) - 'created_at' || jsonb_build_object('decision_partner', b.decision_partner - 'url' || jsonb_build_object(
            'host', substring(b.decision_partner ->> 'url' from '^[a-z]+://([^/?]+)'),
            'url_mark', left(encode(sha256(convert_to(b.decision_partner ->> 'url', 'UTF8')), 'hex'), 16))) as facts
     from banks b where bank_id = any($1::text[])
    union all
   select bank_id, 'product:' || product_code, to_jsonb(p) from products p where bank_id = any($1::text[])
    union all
   select bank_id, 'insurance-program:' || code, to_jsonb(i) from insurance_programs i where bank_id = any($1::text[])
    union all
   select bank_id, 'receiver-keys', jsonb_build_object('keys', jsonb_agg(encode(sha256(key_mark), 'hex') order by key_mark))
     from receiver_keys where bank_id = any($1::text[]) group by bank_id
    union all
   select bank_id, 'event-feed', jsonb_build_object('folder', folder, 'events', events, 'interval_seconds', interval_seconds)
     from event_feeds where bank_id = any($1::text[]) and events <> '{}'
    union all
   select coalesce(bank_id, 'acquirer:' || acquirer_id, $3), 'oauth-client:' || client_id,
          to_jsonb(c) - '{created_at,secret_hash,earlier_secret_hash}'::text[]
            || jsonb_build_object(
                 'secret', left(encode(sha256(convert_to(secret_hash, 'UTF8')), 'hex'), 16),
                 'earlier_secret', left(encode(sha256(convert_to(earlier_secret_hash, 'UTF8')), 'hex'), 16))
     from oauth_clients c where client_id = any($2::text[])`,
);
const selectAcquirers = statement(
  'configuration.select-acquirers',
  `select acquirer_id, name, sandbox, configuration, sealed_screening_token as sealed, key_version
     from acquirers where acquirer_id = any($1::text[])`,
);

interface ConfiguredAcquirer {
  acquirer_id: string;
  name: string;
  sandbox: boolean;
  configuration: Readonly<Record<string, unknown>> & { screening?: { url: string } };
  sealed: Buffer | null;
  key_version: number | null;
}

interface Configured {
  log: string;
  subject: string;
  facts: Record<string, unknown>;
}

export interface ConfiguredNames {
  readonly bankIds: readonly string[];
  readonly acquirerIds: readonly string[];
  readonly clientIds: readonly string[];
}

/** The part of the vault that opens and hashes secrets. */
type Marking = Pick<Vault, 'open' | 'contents'>;

async function readConfigured(tx: Tx, names: ConfiguredNames, vault: Marking | undefined): Promise<Configured[]> {
  const configured = await tx.query<Configured>(selectConfigured, [names.bankIds, names.clientIds, OPERATOR_LOG]);
  const acquirers = await tx.query<ConfiguredAcquirer>(selectAcquirers, [names.acquirerIds]);
  return [...configured, ...acquirers.map((row) => acquirerFacts(row, vault))];
}

/**
 * Returns the audited values of an acquirer. Each start seals the token again, so the stored bytes cannot be compared.
 * The URL of the screening may also contain a token.
 */
function acquirerFacts(row: ConfiguredAcquirer, vault: Marking | undefined): Configured {
  const { acquirer_id: id, name, sandbox, configuration, sealed, key_version: keyVersion } = row;
  const { screening, ...rest } = configuration;
  const mark = (text: string) => vault?.contents.hash(`screening:${text}`).hash.toString('hex').slice(0, 16) ?? 'kept';
  const token =
    sealed === null ? undefined : vault?.open(screeningTokenContext(id), { sealed, keyVersion: keyVersion! });
  const auditedScreening = screening && {
    ...screening,
    url: new URL(screening.url).origin,
    url_mark: mark(screening.url),
    token: sealed === null ? null : mark(token ?? ''),
  };
  const facts = { name, sandbox, ...rest, screening: auditedScreening ?? null };
  return { log: acquirerLog(id), subject: `acquirer:${id}`, facts };
}

/** A change of an entry that existed before. */
export interface ConfigurationUpdate {
  readonly log: string;
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Applies a configuration, writes the differences into the audit log, and returns what it changed. */
export async function auditConfiguration(
  tx: Tx,
  names: ConfiguredNames,
  { at, vault }: { at: Date; vault: Marking | undefined },
  apply: () => Promise<void>,
): Promise<readonly ConfigurationUpdate[]> {
  const read = () => readConfigured(tx, names, vault);
  const keyOf = ({ log, subject }: Configured) => JSON.stringify([log, subject]);
  const before = new Map((await read()).map((row) => [keyOf(row), row]));
  await apply();
  const after = new Map((await read()).map((row) => [keyOf(row), row]));
  const updates: ConfigurationUpdate[] = [];
  for (const [key, row] of new Map([...before, ...after])) {
    const [was, is] = [before.get(key)?.facts, after.get(key)?.facts];
    const change =
      was === undefined || is === undefined ? { before: was ?? null, after: is ?? null } : changeOf(was, is);
    if (was !== undefined && is !== undefined && Object.keys(change.after ?? {}).length === 0) continue;
    if (was !== undefined && is !== undefined)
      updates.push({ log: row.log, subject: row.subject, before: was, after: is });
    await writeAudit(tx, row.log, at, {
      actor: 'configuration',
      operation: 'configuration.apply',
      subject: row.subject,
      outcome: was === undefined ? 'created' : is === undefined ? 'removed' : 'changed',
      requestId: '',
      change,
    });
  }
  return updates;
}
