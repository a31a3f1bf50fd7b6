import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { RULE_VERSION } from '../../server/src/issuing/authorization/decision/rules/index.ts';
import { type Random, seededRandom, withSeed } from '../../server/src/testing/random.ts';
import { ENGINES, FROZEN_ENGINES } from './engines.ts';
import { readOutsideHeads } from './outside-heads.ts';
import { attacksOn, attacksOnLog } from './testing/attacks.ts';
import {
  bytesOf,
  type DecisionFixture,
  headOf,
  logProofOf,
  makeLog,
  placeOf,
  randomDecision,
  TRUSTED_KEY,
  toProofFile,
} from './testing/proof-fixtures.ts';
import { verifyProof } from './verify-proof.ts';

/** `VERIFIER_PROOFS=10000 npx vitest run packages/verifier` is the full run. */
const PROOFS = Number(process.env.VERIFIER_PROOFS ?? 200);
const PER_BATCH = 7;
const FREEZE_AGAIN = 'Raise RULE_VERSION if a release had it; else: node scripts/bundle-verifier.mjs --freeze';

const randomLog = (random: Random, decisions: number) =>
  makeLog(
    Array.from({ length: decisions }, (_, index) => randomDecision(random, index)),
    PER_BATCH,
  );

it('accepts honest proofs', () =>
  withSeed(async (random) => {
    const log = randomLog(random, PROOFS);
    const files = log.decisions.map((decision, index) => bytesOf(toProofFile({ decision, log: placeOf(log, index) })));
    const evidence = { trustedKey: TRUSTED_KEY, outsideHeads: [headOf(log)] };
    const rules = new Set<unknown>();
    let slowest = 0;
    const began = performance.now();
    for (const file of files) {
      const before = performance.now();
      const { checks, record } = await verifyProof(file, evidence);
      slowest = Math.max(slowest, performance.now() - before);
      rules.add(record?.rule);
      expect(checks.filter(({ result }) => result !== 'HOLDS')).toEqual([]);
    }
    const mean = (performance.now() - began) / PROOFS;
    process.stdout.write(`${PROOFS} proofs: ${mean.toFixed(2)} ms each, at most ${slowest.toFixed(1)} ms\n`);
    expect(rules.size).toBeGreaterThan(4);
  }));

it('accepts proofs that a log continues each of its earlier heads', () =>
  withSeed(async (random) => {
    const log = randomLog(random, 260);
    const sizes = Array.from(log.nodes, (_, at) => at + 1);
    for (const size of sizes) {
      for (const since of sizes.slice(0, size)) {
        const file = bytesOf(logProofOf(log, since, size));
        const evidence = { trustedKey: TRUSTED_KEY, outsideHeads: [headOf(log, since)] };
        const { checks } = await verifyProof(file, evidence);
        expect(
          checks.filter(({ result }) => result !== 'HOLDS'),
          `${since} ${size}`,
        ).toEqual([]);
      }
    }
    // a proof of a decision holds under an earlier head, if the proof of the log leads to its head
    const file = bytesOf(toProofFile({ decision: log.decisions[200] as DecisionFixture, log: placeOf(log, 200) }));
    const outsideHeads = [headOf(log, 5), ...readOutsideHeads(new TextDecoder().decode(bytesOf(logProofOf(log, 5))))];
    const { checks } = await verifyProof(file, { trustedKey: TRUSTED_KEY, outsideHeads });
    expect(checks.filter(({ result }) => result !== 'HOLDS')).toEqual([]);
  }));

it('rejects every forged file, and states what is wrong', () =>
  withSeed(async (random) => {
    const log = randomLog(random, 40);
    const kinds = new Map<string, number>();
    let attack = 0;
    while (attack < PROOFS) {
      const attacks = [
        ...attacksOn(log, random.below(30), random),
        ...attacksOnLog(log, random.from(1, log.nodes.length - 1), random),
      ];
      for (const { what, file, evidence, check, message } of attacks) {
        const { holds, checks } = await verifyProof(file, evidence);
        const failed = checks.filter(({ result }) => result === 'FAILS');
        expect(holds, what).toBe(false);
        const named = check === undefined ? failed : failed.filter(({ name }) => name === check);
        expect(named.map(({ text }) => text).join(' '), what).toMatch(message);
        kinds.set(what, (kinds.get(what) ?? 0) + 1);
        attack += 1;
      }
    }
    process.stdout.write(`${attack} attacks: ${JSON.stringify(Object.fromEntries(kinds))}\n`);
  }));

it('fails a file with any member missing or of another type, and never throws', async () => {
  const log = randomLog(seededRandom(3), 10);
  const honest = toProofFile({
    decision: log.decisions[4] as DecisionFixture,
    log: placeOf(log, 4),
    open: 'merchant_name',
  });
  const evidence = { trustedKey: TRUSTED_KEY, outsideHeads: [headOf(log)] };
  for (const { path, file } of wrecksOf(honest)) {
    const { holds } = await verifyProof(bytesOf(file), evidence).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`, { cause: error });
    });
    expect(holds, path).toBe(false);
  }
});

/** Copies of a file, each with one member that is missing or has another type. */
function* wrecksOf(
  value: JsonValue,
  path = '',
  set = (one: JsonValue) => one,
): Generator<{ path: string; file: JsonValue }> {
  const others = [null, 0, 'x', [], {}].filter((other) => JSON.stringify(other) !== JSON.stringify(value));
  for (const other of others) yield { path: `${path} ${JSON.stringify(other)}`, file: set(other) };
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      yield* wrecksOf(member, `${path}/${at}`, (one) => set(value.with(at, one)));
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      // a file may have no opened value
      if (name !== 'openings') yield { path: `${path} without ${name}`, file: set(rest) };
      yield* wrecksOf(member as JsonValue, `${path}/${name}`, (one) => set({ ...value, [name]: one }));
    }
  }
}

it.each(['12'])(
  'verifies the stored proof of version %s of the rules, and repeats it with its frozen engine',
  async (version) => {
    const file = readFileSync(new URL(`../golden/${version}.json`, import.meta.url));
    const { checks } = await verifyProof(file);
    expect(checks.filter(({ result }) => result === 'FAILS')).toEqual([]);
    const { record, facts } = JSON.parse(file.toString()) as { record: JsonObject; facts: JsonObject };
    const again = FROZEN_ENGINES.get(Number(version))?.(record.message as JsonObject, facts, String(record.decided_at));
    expect(record).toMatchObject(again as object);
  },
);

it('has an engine for every version of the rules since 12', () => {
  const newest = Math.max(...ENGINES.keys());
  const versions = Array.from({ length: newest - 11 }, (_, at) => 12 + at);
  expect([...ENGINES.keys()].sort()).toEqual(versions);
});

it('has a frozen engine that decides like the sources, if their version is frozen', () =>
  withSeed(async (random) => {
    const frozen = FROZEN_ENGINES.get(RULE_VERSION);
    for (let index = 0; frozen !== undefined && index < PROOFS; index += 1) {
      const { recorded, facts } = randomDecision(random, index);
      const { message, decided_at: decidedAt } = recorded.record;
      const again = frozen(message as JsonObject, facts, String(decidedAt));
      expect(recorded.record, FREEZE_AGAIN).toMatchObject(again);
    }
  }));
