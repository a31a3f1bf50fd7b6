import type { JsonObject, JsonValue } from '@cardwright/contract';
import { signObject } from '../../../server/src/platform/audit/log-signature.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import type { Check } from '../check.ts';
import type { Evidence } from '../verify-proof.ts';
import {
  auditRowOf,
  bytesOf,
  headOf,
  KEYS,
  keysOf,
  type MadeLog,
  makeLog,
  placeOf,
  randomDecision,
  TRUSTED_KEY,
  toProofFile,
} from './made-proofs.ts';

/** A file that somebody forged, the check that must fail, and words of its sentence. */
export interface Attack {
  readonly what: string;
  readonly file: Uint8Array;
  readonly evidence: Evidence;
  readonly check: Check['name'] | undefined;
  readonly says: RegExp;
}

type Change = Omit<Attack, 'what' | 'file' | 'evidence'> & {
  readonly file?: Uint8Array;
  readonly proof?: JsonObject;
  readonly evidence?: Evidence;
};

const OTHER_KEYS = keysOf('forger');

/** The attacks on the decision `index` of a log: some by outsiders, some by the owner of the server and its keys. */
export function attacksOn(log: MadeLog, index: number, random: Random): Attack[] {
  const decision = log.decisions[index] as MadeLog['decisions'][number];
  const place = placeOf(log, index);
  const evidence: Evidence = { trustedKey: TRUSTED_KEY, outsideHeads: [headOf(log)] };
  const honest = toProofFile({ decision, log: place, open: 'merchant_name' });
  const resigned = (changes: { facts?: JsonObject; record?: JsonObject; log?: JsonValue; keys?: typeof KEYS }) =>
    toProofFile({
      decision: {
        facts: changes.facts ?? decision.facts,
        recorded: { ...decision.recorded, record: changes.record ?? decision.recorded.record },
      },
      log: changes.log ?? place,
      keys: changes.keys ?? KEYS,
    });
  const { facts, recorded } = decision;
  const otherDecision = randomDecision(random, 900_000 + index);
  const forked = makeLog(
    log.decisions.map((one, at) => (at === index ? otherDecision : one)),
    log.perBatch,
  );
  const shorter = makeLog(log.decisions.slice(0, Math.max(index + 1, log.perBatch)), log.perBatch);
  const changes: Record<string, Change> = {
    'one bit of the file': { file: withFlippedBit(bytesOf(honest), random), check: undefined, says: /\w/ },
    'a formatted file': {
      file: new TextEncoder().encode(JSON.stringify(honest, null, 1)),
      ...{ check: 'FILE', says: /original form/ },
    },
    'a truncated file': { file: bytesOf(honest).slice(0, -20), check: 'FILE', says: /cut or changed/ },
    'facts of the file': {
      proof: { ...honest, facts: { ...facts, matches: 2 } },
      ...{ check: 'CONTENT', says: /"facts" is not the one/ },
    },
    'record of the file': {
      proof: { ...honest, record: { ...recorded.record, action_code: '99' } },
      ...{ check: 'CONTENT', says: /"record" is not the one/ },
    },
    'release of the file': { proof: { ...honest, release: '9.9.9' }, check: 'SIGNATURE', says: /not valid/ },
    'a file of another server': {
      proof: resigned({ keys: OTHER_KEYS, log: placeOf(log, index, OTHER_KEYS) }),
      ...{ check: 'KEY', says: /another key/ },
    },
    'facts, signed by the server': {
      proof: resigned({ facts: { ...facts, matches: 0 } }),
      ...{ check: 'DECISION', says: /the rule CARD_FOUND saw .* in the log, and sees .* now/ },
    },
    'another edition of settings, signed by the server': {
      proof: resigned({ facts: withOtherEdition(facts) }),
      ...{ check: 'DECISION', says: /the rule (PROGRAM|RULES|FUNDS|DAILY_LIMIT|\w+) saw/ },
    },
    'the outcome, signed by the server': {
      proof: resigned({ record: { ...recorded.record, action_code: '99' } }),
      ...{ check: 'INCLUSION', says: /does not have this decision/ },
    },
    'a path that is too long': {
      proof: resigned({ log: { ...place, tree_path: [...(place.tree_path as string[]), '0'.repeat(64)] } }),
      ...{ check: 'INCLUSION', says: /does not fit/ },
    },
    'a path that is too short': {
      proof: resigned({ log: { ...place, tree_path: (place.tree_path as string[]).slice(1) } }),
      ...{ check: 'INCLUSION', says: /does not fit/ },
    },
    'a head that the server did not sign': {
      proof: resigned({ log: { ...place, head_signature: signObject(OTHER_KEYS, place.head as JsonObject) } }),
      ...{ check: 'HEAD', says: /not valid/ },
    },
    'the head of another bank': {
      proof: resigned({ log: withHead(place, { ...(place.head as JsonObject), log: 'OTHR' }) }),
      ...{ check: 'HEAD', says: /of the log OTHR, not of DEMO/ },
    },
    'an audit row with another root': {
      proof: resigned({ log: { ...place, audit: auditRowOf({ tree_size: 1, tree_root: '00', decisions: 1 }) } }),
      ...{ check: 'AUDIT_ROW', says: /another head/ },
    },
    'an audit row that is not in its chain': {
      proof: resigned({ log: { ...place, audit: { ...(place.audit as JsonObject), chain_no: '42' } } }),
      ...{ check: 'AUDIT_ROW', says: /not the one in its chain/ },
    },
    'a forked log': {
      proof: toProofFile({ decision: otherDecision, log: placeOf(forked, index) }),
      ...{ check: 'OUTSIDE_HEAD', says: /forked/ },
    },
    'an opened value': {
      proof: { ...honest, openings: { merchant_name: { salt: '0'.repeat(64), value: 'OTHER SHOP' } } },
      ...{ check: 'OPENINGS', says: /"merchant_name" is not the one/ },
    },
    ...(shorter.nodes.length < log.nodes.length && {
      'a truncated log': {
        proof: toProofFile({ decision, log: placeOf(shorter, index) }),
        ...{ check: 'OUTSIDE_HEAD' as const, says: /truncated/ },
      },
    }),
  };
  return Object.entries(changes).map(([what, { proof, file, ...change }]) => ({
    what,
    evidence,
    ...change,
    file: file ?? bytesOf(proof as JsonObject),
  }));
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

export function withFlippedBit(file: Uint8Array, random: Random): Uint8Array {
  const changed = Uint8Array.from(file);
  const at = random.below(changed.length);
  changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
  return changed;
}
