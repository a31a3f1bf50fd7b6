import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { exactInstantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { authorizationPath, authorizationQuery } from './read-authorization.ts';

export const PROOF_FORMAT = 'cardwright-decision-proof/1';
/** The longest proof, in bytes of UTF-8. */
export const LONGEST_PROOF = 51_200;
/** Values that a caller can reveal. The card number can be revealed only on the server. */
export const OPENED_VALUES = ['account_number', 'merchant_name', 'other_members'] as const;

const hash = (description: string) => text(64, { description });
const content = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const TreeHead = record(
  {
    log: text(16, { description: 'The bank' }),
    size: Type.Integer({ description: 'Number of batches in the tree' }),
    root: hash('Of the tree'),
    at: exactInstantField(),
  },
  { component: 'TreeHead', description: 'A state of the tree over the decisions of a bank' },
);

const ProofPlace = record(
  {
    leaf: Type.Integer({ description: 'Position of the decision in its batch, from 0' }),
    batch_size: Type.Integer({ description: 'Decisions of the batch' }),
    batch_path: list(text(64), { description: 'Inclusion path in the batch (RFC 9162), from the leaf to the root' }),
    batch: Type.Integer({ description: 'Position of the batch in the tree, from 0' }),
    tree_path: list(text(64), { description: 'Inclusion path of the batch in the tree' }),
    head: TreeHead,
    head_signature: text(128, { description: 'Ed25519 signature of the head' }),
    audit: Type.Union(
      [
        record({
          row: content('The row of the audit log with the root, as it is hashed'),
          chain_no: text(20),
          previous_chain_hash: hash('Before the row'),
          chain_hash: hash('With the row'),
        }),
        Type.Null(),
      ],
      { description: 'Null if the row is not sealed yet, or if its month was dropped' },
    ),
  },
  { component: 'ProofPlace', description: 'Place of the decision in the audit log' },
);

export const DecisionProof = record(
  {
    format: text(40, { description: PROOF_FORMAT }),
    release: text(20, { description: 'Release of the server' }),
    record: content('The decision as the log has it: masked message, outcome, trace, and commitments'),
    facts: content('Everything that the decision depends on next to the message'),
    card_number_commitment: Type.Union([text(64), Type.Null()], { description: 'Null if there is no number' }),
    log: Type.Union([ProofPlace, Type.Null()], { description: 'Null during the first minutes' }),
    digests: content('SHA-256 of record, facts and log in canonical JSON'),
    key: text(64, { description: 'Public key of the signatures, Ed25519' }),
    openings: optional(
      Type.Record(Type.String(), record({ salt: hash('Of the commitment'), value: text(8192) }), {
        description: 'The value that the request opens',
      }),
    ),
    signature: text(128, {
      description: 'Of format, release, card_number_commitment, digests and key, in canonical JSON',
    }),
  },
  { component: 'DecisionProof' },
);
export type DecisionProof = Static<typeof DecisionProof>;

export const readProof = defineRest({
  id: 'authorization.read-proof',
  sdk: 'authorizations.proof',
  title: 'Get the proof of a decision',
  description:
    'Returns everything that an auditor needs to check a decision without trusting the server: its input, its trace and its place in the audit log.',
  reference: 'docs/interface/decision.md#proof',
  method: 'GET',
  path: '/authorizations/{Retrieval_Reference_Number}/proof',
  scope: 'authorizations:read',
  params: authorizationPath,
  query: record({
    ...authorizationQuery.properties,
    head: optional(
      text(12, { fieldFormat: 'digits', description: 'Size of the head under which to prove; the newest by default' }),
    ),
    open: optional(oneOf(OPENED_VALUES, { description: 'A value to open' })),
  }),
  request: null,
  response: DecisionProof,
  errors: ['authorization_not_found', 'several_cards_match', 'state_forbids'],
});
