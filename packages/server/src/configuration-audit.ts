import { changeOf, OPERATOR_LOG, writeAudit } from './audit/index.ts';
import { statement, type Tx } from './storage/index.ts';

// secrets as marks: that one was changed is told, and nothing of it
const selectConfigured = statement(
  'configuration.select-configured',
  `select bank_id as log, 'bank:' || bank_id as subject, to_jsonb(b) - 'created_at' as facts
     from banks b where bank_id = any($1::text[])
    union all
   select bank_id, 'product:' || product_code, to_jsonb(p) from products p where bank_id = any($1::text[])
    union all
   select bank_id, 'insurance-program:' || code, to_jsonb(i) from insurance_programs i where bank_id = any($1::text[])
    union all
   select bank_id, 'receiver-keys', jsonb_build_object('keys', jsonb_agg(encode(sha256(key_mark), 'hex') order by key_mark))
     from receiver_keys where bank_id = any($1::text[]) group by bank_id
    union all
   select coalesce(bank_id, 'acquirer:' || acquirer_id, $3), 'oauth-client:' || client_id,
          to_jsonb(c) - '{created_at,secret_hash}'::text[]
            || jsonb_build_object('secret', left(encode(sha256(convert_to(secret_hash, 'UTF8')), 'hex'), 16))
     from oauth_clients c where client_id = any($2::text[])`,
);

interface Configured {
  log: string;
  subject: string;
  facts: Record<string, unknown>;
}

/** Runs what applies a configuration, and writes into the audit log what that changed. */
export async function auditConfiguration(
  tx: Tx,
  names: { bankIds: readonly string[]; clientIds: readonly string[] },
  at: Date,
  apply: () => Promise<void>,
): Promise<void> {
  const read = () => tx.query<Configured>(selectConfigured, [names.bankIds, names.clientIds, OPERATOR_LOG]);
  const keyOf = ({ log, subject }: Configured) => JSON.stringify([log, subject]);
  const before = new Map((await read()).map((row) => [keyOf(row), row]));
  await apply();
  const after = new Map((await read()).map((row) => [keyOf(row), row]));
  for (const [key, row] of new Map([...before, ...after])) {
    const [was, is] = [before.get(key)?.facts, after.get(key)?.facts];
    const change =
      was === undefined || is === undefined ? { before: was ?? null, after: is ?? null } : changeOf(was, is);
    if (was !== undefined && is !== undefined && Object.keys(change.after ?? {}).length === 0) continue;
    await writeAudit(tx, row.log, at, {
      actor: 'configuration',
      operation: 'configuration.apply',
      subject: row.subject,
      outcome: was === undefined ? 'created' : is === undefined ? 'removed' : 'changed',
      requestId: '',
      change,
    });
  }
}
