import type { JsonObject, JsonValue, LogProof } from '@cardwright/contract';
import { signLogProof } from '../../../server/src/issuing/authorization/proofs/read-log-proof.ts';
import { hashOfLeaf } from '../../../server/src/platform/audit/index.ts';
import { signObject } from '../../../server/src/platform/audit/log-signature.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import type { Check } from '../check.ts';
import type { Evidence } from '../verify-proof.ts';
import {
  auditRowOf,
  bytesOf,
  type DecisionFixture,
  headOf,
  KEYS,
  keysOf,
  type LogFixture,
  logProofOf,
  makeLog,
  placeOf,
  randomDecision,
  TRUSTED_KEY,
  toProofFile,
} from './proof-fixtures.ts';

/** A forged file, the check that must fail, and words of its sentence. */
export interface Attack {
  readonly what: string;
  readonly file: Uint8Array;
  readonly evidence: Evidence;
  readonly check: Check['name'] | undefined;
  readonly message: RegExp;
}

type Change = Omit<Attack, 'what' | 'file' | 'evidence'> & {
  readonly file?: Uint8Array;
  readonly proof?: JsonObject;
  readonly evidence?: Evidence;
};

const OTHER_KEYS = keysOf('forger');

/** The target of attacks: an honest proof of a decision, and its parts. */
interface Target {
  readonly log: LogFixture;
  readonly index: number;
  readonly random: Random;
  readonly decision: DecisionFixture;
  readonly place: JsonObject;
  readonly honest: JsonObject;
}

/** The attacks on the decision `index` of a log: some by outsiders, some by the owner of the server and its keys. */
export function attacksOn(log: LogFixture, index: number, random: Random): Attack[] {
  const decision = log.decisions[index] as DecisionFixture;
  const place = placeOf(log, index);
  const honest = toProofFile({ decision, log: place, open: 'merchant_name' });
  const target = { log, index, random, decision, place, honest };
  const evidence: Evidence = { trustedKey: TRUSTED_KEY, outsideHeads: [headOf(log)] };
  const changes = {
    ...changesOfFile(target),
    ...changesOfDecision(target),
    ...changesOfPlace(target),
    ...otherLogs(target),
  };
  return Object.entries(changes).map(([what, { proof, file, ...change }]) => ({
    what,
    evidence,
    ...change,
    file: file ?? bytesOf(proof as JsonObject),
  }));
}

/** Changes by anyone who has the file, but not the keys of the server. */
function changesOfFile({ random, decision: { facts, recorded }, honest }: Target): Record<string, Change> {
  return {
    'one bit of the file': { file: withFlippedBit(bytesOf(honest), random), check: undefined, message: /\w/ },
    'a formatted file': {
      file: new TextEncoder().encode(JSON.stringify(honest, null, 1)),
      ...{ check: 'FILE', message: /original form/ },
    },
    'a truncated file': { file: bytesOf(honest).slice(0, -20), check: 'FILE', message: /cut or changed/ },
    'facts of the file': {
      proof: { ...honest, facts: { ...facts, matches: 2 } },
      ...{ check: 'CONTENT', message: /"facts" is not the one/ },
    },
    'record of the file': {
      proof: { ...honest, record: { ...recorded.record, action_code: '99' } },
      ...{ check: 'CONTENT', message: /"record" is not the one/ },
    },
    'release of the file': { proof: { ...honest, release: '9.9.9' }, check: 'SIGNATURE', message: /not valid/ },
    'an opened value': {
      proof: { ...honest, openings: { merchant_name: { salt: '0'.repeat(64), value: 'OTHER SHOP' } } },
      ...{ check: 'OPENINGS', message: /"merchant_name" is not the one/ },
    },
  };
}

/** Changes of the decision that the server signs, and a file of a server with other keys. */
function changesOfDecision(target: Target): Record<string, Change> {
  const { log, index, decision } = target;
  const { facts, recorded } = decision;
  return {
    'a file of another server': {
      proof: resigned(target, { keys: OTHER_KEYS, log: placeOf(log, index, OTHER_KEYS) }),
      ...{ check: 'KEY', message: /another key/ },
    },
    'facts, signed by the server': {
      proof: resigned(target, { facts: { ...facts, matches: 0 } }),
      ...{ check: 'DECISION', message: /the rule CARD_FOUND saw .* in the log, and sees .* now/ },
    },
    'another edition of settings, signed by the server': {
      proof: resigned(target, { facts: withOtherEdition(facts) }),
      ...{ check: 'DECISION', message: /the rule (PROGRAM|RULES|FUNDS|DAILY_LIMIT|\w+) saw/ },
    },
    'the outcome, signed by the server': {
      proof: resigned(target, { record: { ...recorded.record, action_code: '99' } }),
      ...{ check: 'INCLUSION', message: /does not have this decision/ },
    },
  };
}

/** Changes of the place in the log that the server signs. */
function changesOfPlace(target: Target): Record<string, Change> {
  const { place } = target;
  return {
    'a path that is too long': {
      proof: resigned(target, { log: { ...place, tree_path: [...(place.tree_path as string[]), '0'.repeat(64)] } }),
      ...{ check: 'INCLUSION', message: /does not fit/ },
    },
    'a path that is too short': {
      proof: resigned(target, { log: { ...place, tree_path: (place.tree_path as string[]).slice(1) } }),
      ...{ check: 'INCLUSION', message: /does not fit/ },
    },
    'a head that the server did not sign': {
      proof: resigned(target, {
        log: { ...place, head_signature: signObject(OTHER_KEYS, place.head as JsonObject) },
      }),
      ...{ check: 'HEAD', message: /not valid/ },
    },
    'the head of another bank': {
      proof: resigned(target, { log: withHead(place, { ...(place.head as JsonObject), log: 'OTHR' }) }),
      ...{ check: 'HEAD', message: /of the log OTHR, not of DEMO/ },
    },
    'an audit row with another root': {
      proof: resigned(target, {
        log: { ...place, audit: auditRowOf({ tree_size: 1, tree_root: '00', decisions: 1 }) },
      }),
      ...{ check: 'AUDIT_ROW', message: /another head/ },
    },
    'an audit row that is not in its chain': {
      proof: resigned(target, { log: { ...place, audit: { ...(place.audit as JsonObject), chain_no: '42' } } }),
      ...{ check: 'AUDIT_ROW', message: /not the one in its chain/ },
    },
  };
}

/** Logs other than the one whose heads are stored outside of the server. */
function otherLogs({ log, index, random, decision }: Target): Record<string, Change> {
  const otherDecision = randomDecision(random, 900_000 + index);
  const forked = makeLog(
    log.decisions.map((one, at) => (at === index ? otherDecision : one)),
    log.perBatch,
  );
  const shorter = makeLog(log.decisions.slice(0, Math.max(index + 1, log.perBatch)), log.perBatch);
  return {
    'a forked log': {
      proof: toProofFile({ decision: otherDecision, log: placeOf(forked, index) }),
      ...{ check: 'OUTSIDE_HEAD', message: /forked/ },
    },
    ...(shorter.nodes.length < log.nodes.length && {
      'a truncated log': {
        proof: toProofFile({ decision, log: placeOf(shorter, index) }),
        ...{ check: 'OUTSIDE_HEAD' as const, message: /truncated/ },
      },
    }),
  };
}

/** The attacks on a proof of the log from an earlier head, which an auditor stores, to a newer one. */
export function attacksOnLog(log: LogFixture, since: number, random: Random): Attack[] {
  const honest = logProofOf(log, since) as unknown as LogProof;
  const { path, head } = honest;
  const kept = headOf(log, since);
  const evidence: Evidence = { trustedKey: TRUSTED_KEY, outsideHeads: [kept] };
  const signed = (changed: Partial<LogProof>, keys = KEYS) =>
    signLogProof(keys, { ...honest, ...changed }) as unknown as JsonObject;
  const otherHash = hashOfLeaf(String(random.below(1e9))).toString('hex');
  const changedAt = random.below(since * log.perBatch);
  const forked = makeLog(
    log.decisions.map((one, at) => (at === changedAt ? randomDecision(random, 900_000 + at) : one)),
    log.perBatch,
  );
  const shorter = makeLog(log.decisions.slice(0, (since - 1) * log.perBatch), log.perBatch);
  const outside = { check: 'OUTSIDE_HEAD', message: /forked/ } as const;
  const changes: Record<string, Change> = {
    'a log forked before the kept head': { proof: logProofOf(forked, since), ...outside },
    'another hash in the path': {
      proof: signed({ path: path.with(random.below(path.length), otherHash) }),
      ...outside,
    },
    'a longer path': { proof: signed({ path: [...path, otherHash] }), ...outside },
    'a shorter path': { proof: signed({ path: path.slice(1) }), ...outside },
    'another root of the newer head': { proof: signed({ head: { ...head, root: otherHash } }), ...outside },
    'another size of the newer head': { proof: signed({ head: { ...head, size: head.size * 2 } }), ...outside },
    'a log proof of another server': { proof: signed({}, OTHER_KEYS), check: 'KEY', message: /another key/ },
    'a log proof with one changed bit': {
      file: withFlippedBit(bytesOf(honest as unknown as JsonObject), random),
      ...{ check: undefined, message: /./ },
    },
    ...(since > 2 && {
      'a log truncated before the kept head': {
        proof: logProofOf(shorter, 1),
        ...{ check: 'OUTSIDE_HEAD' as const, message: /truncated/ },
      },
    }),
  };
  return Object.entries(changes).map(([what, { file, proof, ...change }]) => ({
    ...{ what, evidence, file: file ?? bytesOf(proof ?? {}) },
    ...change,
  }));
}

interface Signed {
  readonly facts?: JsonObject;
  readonly record?: JsonObject;
  readonly log?: JsonValue;
  readonly keys?: typeof KEYS;
}

/** The proof with other parts, signed as the server signs it. */
function resigned({ decision, place }: Target, { facts, record, log, keys }: Signed): JsonObject {
  return toProofFile({
    decision: {
      facts: facts ?? decision.facts,
      recorded: { ...decision.recorded, record: record ?? decision.recorded.record },
    },
    log: log ?? place,
    keys: keys ?? KEYS,
  });
}

/** Another version of the program or of the rules; for a decision without them, other funds. */
function withOtherEdition(facts: JsonObject): JsonObject {
  const account = facts.account as JsonObject;
  const program = account.program as JsonObject | undefined;
  if (program !== undefined) {
    return { ...facts, account: { ...account, program: { ...program, version: Number(program.version) + 1 } } };
  }
  return { ...facts, bank: { ...(facts.bank as JsonObject), country: 'FR' } };
}

function withHead(place: JsonObject, head: JsonObject): JsonObject {
  return { ...place, head, head_signature: signObject(KEYS, head) };
}

function withFlippedBit(file: Uint8Array, random: Random): Uint8Array {
  const changed = Uint8Array.from(file);
  const at = random.below(changed.length);
  changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
  return changed;
}
