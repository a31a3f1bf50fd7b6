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
    log: text(16, { description: 'Id of the bank' }),
    size: Type.Integer({ description: 'Number of batches in the tree' }),
    root: hash('Root hash of the tree'),
    at: exactInstantField(),
  },
  { component: 'TreeHead', description: 'State of the tree over the decisions of a bank' },
);

const ProofPlace = record(
  {
    leaf: Type.Integer({ description: 'Position of the decision in its batch, from 0' }),
    batch_size: Type.Integer({ description: 'Number of decisions in the batch' }),
    batch_path: list(text(64), { description: 'Inclusion path in the batch (RFC 9162), from the leaf to the root' }),
    batch: Type.Integer({ description: 'Position of the batch in the tree, from 0' }),
    tree_path: list(text(64), { description: 'Inclusion path of the batch in the tree' }),
    head: TreeHead,
    head_signature: text(128, { description: 'Ed25519 signature of the head' }),
    audit: Type.Union(
      [
        record({
          row: content('Row of the audit log with the root, in its hashed form'),
          chain_no: text(20),
          previous_chain_hash: hash('Chain hash before the row'),
          chain_hash: hash('Chain hash with the row'),
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
    record: content('Decision as stored in the log: masked message, outcome, trace, and commitments'),
    facts: content('All facts that the decision depends on, other than the message'),
    card_number_commitment: Type.Union([text(64), Type.Null()], { description: 'Null if there is no card number' }),
    log: Type.Union([ProofPlace, Type.Null()], { description: 'Null in the first minutes after the decision' }),
    digests: content('SHA-256 of record, facts and log in canonical JSON'),
    key: text(64, { description: 'Ed25519 public key of the signatures' }),
    openings: optional(
      Type.Record(Type.String(), record({ salt: hash('Salt of the commitment'), value: text(8192) }), {
        description: 'Values that the request opens',
      }),
    ),
    signature: text(128, {
      description: 'Signature over format, release, card_number_commitment, digests and key in canonical JSON',
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
      text(12, { fieldFormat: 'digits', description: 'Size of the head for the proof; default: the newest' }),
    ),
    open: optional(oneOf(OPENED_VALUES, { description: 'Value to open' })),
  }),
  response: DecisionProof,
  errors: ['authorization_not_found', 'several_cards_match', 'state_forbids'],
});
