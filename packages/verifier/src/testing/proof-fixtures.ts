import { createHash, createHmac } from 'node:crypto';
import { type JsonObject, type JsonValue, PROOF_FORMAT, writeCanonicalJson } from '@cardwright/contract';
import { decide } from '../../../server/src/issuing/authorization/decision/decide.ts';
import { recordFacts } from '../../../server/src/issuing/authorization/decision/recompute.ts';
import { messageOfRaw } from '../../../server/src/issuing/authorization/decision/stored-message.ts';
import { type DecisionRecord, recordOf } from '../../../server/src/issuing/authorization/proofs/decision-record.ts';
import { signLogProof } from '../../../server/src/issuing/authorization/proofs/read-log-proof.ts';
import { signProof } from '../../../server/src/issuing/authorization/proofs/sign-proof.ts';
import { toBankRule } from '../../../server/src/issuing/rules/bank-rules.ts';
import { hashOfLink } from '../../../server/src/platform/audit/chain.ts';
import {
  consistencyPathOf,
  hashOfLeaf,
  nodeAt,
  nodesOf,
  pathOf,
  rootOf,
  type SealKeys,
  subtreesOf,
} from '../../../server/src/platform/audit/index.ts';
import { publicKeyOf, signObject } from '../../../server/src/platform/audit/log-signature.ts';
import { NOW, withChanges } from '../../../server/src/testing/decisions/authorization-facts.ts';
import type { Random } from '../../../server/src/testing/random.ts';

/** The keys of a server that exists only in tests. */
export function keysOf(secret: string): SealKeys {
  return {
    mac: (domain, bytes, keyVersion = 1) => ({
      mac: createHmac('sha256', `${secret}${domain}${keyVersion}`).update(bytes).digest(),
      keyVersion,
    }),
  };
}

export const KEYS = keysOf('bank');
export const TRUSTED_KEY = publicKeyOf(KEYS);

export interface DecisionFixture {
  readonly recorded: DecisionRecord;
  readonly facts: JsonObject;
}

/** A decision on random facts: funds, settings, limits, a program, and rules that read a merchant list. */
export function randomDecision(random: Random, index: number): DecisionFixture {
  const minor = random.from(1, 20_000);
  const raw = rawMessage(index, String(minor).padStart(12, '0'), `SHOP${String(random.below(20)).padStart(11, '0')}`);
  const message = messageOfRaw(raw, random.oneIn(5) ? 'masked' : 'full');
  const listed = new Set(Array.from({ length: 5 }, () => `SHOP${String(random.below(20)).padStart(11, '0')}`));
  const listOf = () => listed;
  const rule = (name: string, condition: object) =>
    toBankRule(
      {
        ...{ name, version: random.from(1, 9), number: 1, effect: '57', from: null, until: null },
        condition: condition as never,
      },
      listOf,
    );
  const { facts } = withChanges({
    account: {
      availableMinor: BigInt(random.from(0, 20_000)),
      ...(random.oneIn(2) && { program: { productCode: 'DEMO-DEBIT', version: random.from(1, 9) } }),
      ...(random.oneIn(2) && { limits: randomLimits(random) }),
    },
    facts: {
      lists: { edition: 4, listOf },
      ...(random.oneIn(2) && {
        paidMerchants: new Set(random.oneIn(2) ? [`7 ${message.merchantId}`] : []),
        ownRules: {
          edition: random.from(1, 1_000),
          live: [
            rule('LISTED', { field: 'merchantId', op: 'inList', value: 'risky' }),
            rule('FIRST', {
              all: [
                { field: 'firstAtMerchant', op: 'eq', value: true },
                { field: 'amount', op: 'gt', value: '150.00' },
              ],
            }),
          ],
          shadow: [],
        },
      }),
    },
    settings: {
      ...(random.oneIn(2) && { dailyLimit: '120.00' }),
      ...(random.oneIn(4) && { ecomStatus: 'OFF' }),
    },
    usedAmounts: { daily: BigInt(random.below(10_000)) },
  });
  const decision = decide(facts, message, NOW);
  const row = {
    ...{ account_id: 3n, message_key: BigInt(index), decided_at: NOW, bank_id: 'DEMO', acquirer: message.acquirer },
    ...{ retrieval_reference: message.retrievalReference, system_trace: message.systemTrace },
    ...{ settlement_date: decision.settlementDate, rule_version: decision.ruleVersion },
    ...{ action_code: decision.actionCode, approval_code: decision.approvalCode, rule: decision.reason },
    ...{ message: JSON.stringify(raw), trace: JSON.stringify(decision.trace) },
  };
  return { recorded: recordOf(row, KEYS, 1), facts: recordFacts(facts, message, NOW) };
}

function randomLimits(random: Random) {
  const limit = { measure: 'amount', of: 'approvals', window: { calendar: 'LIFETIME' }, since: NOW } as const;
  const max = BigInt(random.from(5_000, 40_000));
  const more = { cardId: undefined, onlyMerchant: undefined, locksFirst: false };
  return {
    limits: [{ ...limit, ...more, key: '1', id: 'SPEND', max }],
    usage: new Map([['1', [{ slot: 0, value: BigInt(random.below(30_000)), merchant: '' }]]]),
  };
}

function rawMessage(index: number, amount: string, merchant: string): JsonObject {
  return {
    ...{ Message_Version: '1.0', Message_Type: 'Ecom_Rqst', CARD_NUMBER: '400000******0018', From_Account: 'Saving' },
    ...{ Transaction_Amount: amount, Transaction_Amount_Cardholder_Billing: amount, Card_Expiry_Date: '3012' },
    ...{ Transmission_Date_Time: '20261120080000', System_Trace_Audit_Number: String(index % 1e6).padStart(6, '0') },
    ...{ Merchant_Type: '5411', POS_Enty_Mode: '810', Card_Sequence_Number: '001', POS_Condition_Code: '59' },
    ...{ Acquiring_Institution_Code: '123456', Retrieval_Reference_Number: String(632_400_000_000 + index) },
    ...{ Card_Acceptor_Terminal_ID: 'WEB00001', Card_Acceptor_Identification_Code: merchant },
    Card_Acceptor_Name_Location: 'TEST SHOP              DUBAI          AE',
    ...{ Currency_Code_Transaction: '784', Currency_Code_Cardholder_Billing: '784', From_Account_No: '001000000001' },
  };
}

/** A log of decisions, with a batch for every `perBatch` of them. */
export interface LogFixture {
  readonly decisions: readonly DecisionFixture[];
  readonly batches: readonly (readonly Buffer[])[];
  readonly nodes: readonly (readonly Buffer[])[];
  readonly perBatch: number;
}

export function makeLog(decisions: readonly DecisionFixture[], perBatch: number): LogFixture {
  const leaves = decisions.map(({ recorded }) => hashOfLeaf(writeCanonicalJson(recorded.record)));
  const batches = Array.from({ length: Math.ceil(leaves.length / perBatch) }, (_, at) =>
    leaves.slice(at * perBatch, (at + 1) * perBatch),
  );
  return { decisions, batches, perBatch, nodes: nodesOf(batches.map((batch) => hashOfLeaf(rootOfTree(batch)))) };
}

function rootOfTree(leaves: readonly Buffer[]): Buffer {
  const nodes = nodesOf(leaves);
  return rootOf(subtreesOf(0, leaves.length).map((subtree) => nodeAt(nodes, subtree)));
}

export function headOf({ nodes }: LogFixture, size = nodes.length) {
  const root = rootOf(subtreesOf(0, size).map((subtree) => nodeAt(nodes, subtree))).toString('hex');
  return { log: 'DEMO', size, root, at: NOW.toISOString() };
}

/** The proof that a log continues its head of `since` batches. */
export function logProofOf(log: LogFixture, since: number, size = log.nodes.length): JsonObject {
  const path = consistencyPathOf(since, size).map((subtrees) =>
    rootOf(subtrees.map((subtree) => nodeAt(log.nodes, subtree))).toString('hex'),
  );
  return signLogProof(KEYS, { since, path, head: headOf(log, size) }) as unknown as JsonObject;
}

/** The place of a decision in the log, under the head of a size. */
export function placeOf(log: LogFixture, index: number, keys = KEYS, size = log.nodes.length): JsonObject {
  const batch = Math.floor(index / log.perBatch);
  const leaf = index % log.perBatch;
  const leaves = log.batches[batch] ?? [];
  const inBatch = nodesOf(leaves);
  const head = headOf(log, size);
  const texts = (path: ReturnType<typeof pathOf>, nodes: readonly (readonly Buffer[])[]) =>
    path.map((subtrees) => rootOf(subtrees.map((subtree) => nodeAt(nodes, subtree))).toString('hex'));
  return {
    ...{ leaf, batch, batch_size: leaves.length, batch_path: texts(pathOf(leaf, leaves.length), inBatch) },
    ...{ tree_path: texts(pathOf(batch, size), log.nodes), head, head_signature: signObject(keys, head) },
    audit: auditRowOf({ tree_size: size, tree_root: head.root, decisions: leaves.length }),
  };
}

export function auditRowOf(details: JsonObject): JsonObject {
  const row = { bank_id: 'DEMO', operation: 'authorization.seal-decisions', audit_id: '9', details };
  const previous = Buffer.alloc(32, 7);
  const rowHash = createHash('sha256').update(writeCanonicalJson(row)).digest();
  return {
    row,
    chain_no: '41',
    previous_chain_hash: previous.toString('hex'),
    chain_hash: hashOfLink(previous, 41n, rowHash).toString('hex'),
  };
}

export interface ProofParts {
  readonly decision: DecisionFixture;
  readonly log: JsonValue;
  readonly keys?: SealKeys;
  readonly open?: string;
}

/** A signed proof, as the server sends it. */
export function toProofFile({ decision: { recorded, facts }, log, keys = KEYS, open }: ProofParts): JsonObject {
  const parts = {
    format: PROOF_FORMAT,
    release: '0.1.0',
    record: recorded.record,
    facts,
    card_number_commitment: null,
  };
  const signed = signProof({ ...parts, log }, recorded, keys, open);
  if (!signed.ok) throw new Error('the proof is too long');
  return signed.value.body as unknown as JsonObject;
}

export function bytesOf(proof: JsonValue): Uint8Array {
  return new TextEncoder().encode(writeCanonicalJson(proof));
}
