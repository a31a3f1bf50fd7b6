import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../server/src/testing/random.ts';
import { attacksOn, attacksOnLog } from './testing/attacks.ts';
import { makeLog, randomDecision } from './testing/proof-fixtures.ts';
import type { verifyProof } from './verify-proof.ts';

/** Faults to plant in the verifier: what it then does, the file, the text to replace, and its replacement. */
const MUTANTS: readonly (readonly [what: string, file: string, text: string, fault: string])[] = [
  ['skips the form of the file', 'verify-proof', 'writeCanonicalJson(proof) !== text', 'false'],
  ['skips the digests', 'verify-proof', '!== digests[part]', '=== 0'],
  ['leaves the facts out of the digests', 'verify-proof', "['record', 'facts', 'log']", "['record', 'log']"],
  ['skips the signature of the file', 'verify-proof', 'await hasValidSignature(signed, signature, proof.key)', 'true'],
  ['accepts every signature', 'cryptography', "await subtle.verify('Ed25519'", "true || await subtle.verify('Ed25519'"],
  ['trusts every key', 'verify-proof', 'key === trusted', 'true'],
  ['skips the openings', 'verify-proof', '=== commitments[name]', '!== undefined'],
  ['skips the root of the path', 'check-log', 'toHex(root) !== head.root', 'false'],
  ['accepts a path of any length', 'inclusion', 'return last === 0 ? hash : undefined', 'return hash'],
  ['accepts a path beyond the root', 'inclusion', '|| last === 0)', '|| false)'],
  ['skips the signature of the head', 'check-log', 'await hasValidSignature(head, place.head_signature, key)', 'true'],
  ['skips the bank of the head', 'check-log', 'head.log !== record.bank_id', 'false'],
  ['skips the chain of the audit row', 'check-log', '!== hash)', '=== 0)'],
  ['skips the head of the audit row', 'check-log', 'size !== head.size || root !== head.root', 'false'],
  ['skips forks', 'check-log', 'root !== head.root)) {', 'false)) {'],
  ['skips truncation', 'check-log', 'newest > Number(head.size)', 'false'],
  ['skips the path of a proof of the log', 'inclusion', 'toHex(earlier) === first.root', 'true'],
  ['skips the newer root of a proof of the log', 'inclusion', 'toHex(later) === second.root', 'true'],
  ['accepts a log that does not continue', 'outside-heads', 'results.includes(false)', 'false'],
  ['skips forks of a proof of the log', 'check-log', 'fork !== undefined', 'false'],
  ['skips the decision', 'check-decision', 'difference === undefined', 'true'],
  ['skips the trace', 'check-decision', 'writeCanonicalJson(made) !== writeCanonicalJson(stored)', 'false'],
];

const dist = new URL('../dist/', import.meta.url);
const place = new URL(`mutants-${process.pid}/`, dist);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const random = seededRandom(7);
const log = makeLog(
  Array.from({ length: 20 }, (_, index) => randomDecision(random, index)),
  3,
);
const attacks = [
  ...[1, 4, 9].flatMap((index) => attacksOn(log, index, random)),
  ...[2, 3, 6].flatMap((since) => attacksOnLog(log, since, random)),
];

/** The attacks that a verifier misses, or attributes to another check. */
async function missedBy(verify: typeof verifyProof): Promise<string[]> {
  const missed: string[] = [];
  for (const { what, file, evidence, check, message } of attacks) {
    const { checks } = await verify(file, evidence).catch(() => ({ checks: [] }));
    const named = checks.filter(({ name, result }) => result === 'FAILS' && name === (check ?? name));
    if (!named.some(({ text }) => message.test(text))) missed.push(what);
  }
  return missed;
}

async function loadMutant(at: number, [, file, text, fault]: (typeof MUTANTS)[number]): Promise<typeof verifyProof> {
  const folder = new URL(`${at}/`, place);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(dist).filter((one) => one.endsWith('.js'))) {
    const code = readFileSync(new URL(name, dist), 'utf8').replace("'../engines/", "'../../../engines/");
    if (name === `${file}.js`) expect(code.split(text).length, `${file}: ${text}`).toBeGreaterThan(1);
    writeFileSync(new URL(name, folder), name === `${file}.js` ? code.replaceAll(text, fault) : code);
  }
  return (await import(/* @vite-ignore */ pathToFileURL(`${folder.pathname}verify-proof.js`).href)).verifyProof;
}

it('misses no attack without a planted fault', async () => {
  const { verifyProof: verify } = await import('./verify-proof.ts');
  expect(await missedBy(verify)).toEqual([]);
});

it.each(MUTANTS.map((mutant, at) => ({ what: mutant[0], mutant, at })))(
  'finds a verifier that $what',
  async ({ mutant, at }) => {
    expect(await missedBy(await loadMutant(at, mutant))).not.toEqual([]);
  },
);
