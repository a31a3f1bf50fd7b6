import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { TreeHead } from './read-proof.ts';

export const LOG_PROOF_FORMAT = 'cardwright-log-proof/1';

export const LogProof = record(
  {
    format: text(40, { description: LOG_PROOF_FORMAT }),
    since: Type.Integer({ description: 'Size of the earlier head' }),
    path: list(text(64), { description: 'Consistency path (RFC 9162) from the earlier head to the newer one' }),
    head: TreeHead,
    key: text(64, { description: 'Ed25519 public key of the signature' }),
    signature: text(128, { description: 'Signature over the other members in canonical JSON' }),
  },
  { component: 'LogProof' },
);
export type LogProof = Static<typeof LogProof>;

const size = (description: string) => text(12, { fieldFormat: 'digits', description });

export const readLogProof = defineRest({
  id: 'authorization.read-log-proof',
  sdk: 'authorizations.logProof',
  title: 'Get the proof of the log',
  description:
    'Returns a proof that the log of decisions still contains everything up to an earlier head, so that nothing was removed, changed or inserted.',
  reference: 'docs/interface/decision.md#proof-of-the-log',
  method: 'GET',
  path: '/decision-log/proof',
  scope: 'audit:read',
  query: record({
    since: size('Size of the earlier head'),
    head: optional(size('Size of the newer head; default: the newest')),
  }),
  refusesUnknownQuery: true,
  response: LogProof,
});
