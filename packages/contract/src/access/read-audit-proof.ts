import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';

/** Faults that the verification of an audit log can find: docs/audit.md#verifying. */
const AUDIT_FINDINGS = ['CHANGED', 'REMOVED', 'MOVED', 'INSERTED', 'FORGED'] as const;

/**
 * A proof covers at most this many links at the end of the chain. The command `audit verify` checks the whole chain.
 */
export const MAX_PROOF_ROWS = 1_000;

const chainNo = (description: string) => text(19, { description });
const orNull = <S extends ReturnType<typeof record> | ReturnType<typeof text>>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const AuditProof = record(
  {
    log: text(40, { description: 'Name of the log: a bank id, acquirer: and its id, - for the operator' }),
    head: orNull(
      record(
        {
          chain_no: chainNo('Number of the last row in the chain'),
          chain_hash: text(64, {
            description: 'Hash of that row, in hexadecimal. Store both values elsewhere to compare them later',
          }),
          sealed_at: instantField(),
        },
        { component: 'AuditHead' },
      ),
      'End of the chain; null if the chain has no rows',
    ),
    waiting: Type.Integer({
      description:
        'Rows that are not in the chain yet. The server adds a row to the chain about a second after writing it',
    }),
    kept_from: orNull(text(24), 'Time before which the retention job deleted rows; null if it deleted none'),
    checked: record(
      {
        from: orNull(chainNo('Number of the first row that was checked'), 'Null if no rows were checked'),
        to: orNull(chainNo('Number of the last row that was checked'), 'Null if no rows were checked'),
        findings: list(
          record({
            kind: oneOf(AUDIT_FINDINGS, { description: 'Kind of error' }),
            chain_no: orNull(chainNo('Number of the row with the error'), 'Null for a row that is not in the chain'),
            text: text(300, { description: 'Description of the error' }),
          }),
          { description: 'First 50 findings; empty if no row differs from its seal' },
        ),
      },
      { component: 'AuditCheck' },
    ),
  },
  { component: 'AuditProof' },
);
export type AuditProof = Static<typeof AuditProof>;

export const readAuditProof = defineRest({
  id: 'access.read-audit-proof',
  sdk: 'audit.proof',
  title: 'Get audit proof',
  description:
    'Returns the end of the hash chain of the audit log, and verifies its newest rows: each row against its hash, and the chain against its seals.',
  reference: 'docs/interface/requests.md#audit-proof',
  method: 'GET',
  path: '/audit/proof',
  scope: 'audit:read',
  refusesUnknownQuery: true,
  response: AuditProof,
});
