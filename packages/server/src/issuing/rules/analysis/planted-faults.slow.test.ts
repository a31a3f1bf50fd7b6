// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are those of template strings
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/random.ts';
import { type Analysis, compareRandomPairs, kindOf } from '../../../testing/rules/analysis-world.ts';
import { plantedPairs } from '../../../testing/rules/planted-pairs.ts';
import { compareLiveRules } from '../../../testing/rules/planted-rules.ts';
import { createSolver } from './solver-thread.ts';

const BUILT = fileURLToPath(new URL('../../../../dist/issuing/rules/analysis/', import.meta.url));
/** Modules in this folder can import the packages of the repository. */
const CACHE = fileURLToPath(new URL('../../../../../../node_modules/.cache/', import.meta.url));
const MAX_PAIRS = 400;

/** Faults of the translator and of the questions: the built file, the text that a fault replaces, and its replacement. */
const FAULTS: readonly (readonly [file: string, text: string, fault: string])[] = [
  ['smt-text', "lt: '<',", "lt: '<=',"],
  ['smt-text', "lte: '<='", "lte: '<'"],
  ['smt-text', "gt: '>',", "gt: '>=',"],
  ['smt-text', "gte: '>='", "gte: '>'"],
  ['smt-text', "lt: '<',", "lt: '>',"],
  [
    'smt-text',
    'return `(not ${conditionTerm(condition.not, vocabulary)})`',
    'return conditionTerm(condition.not, vocabulary)',
  ],
  ['smt-text', 'return allOf(condition.all', 'return anyOf(condition.all'],
  ['smt-text', 'return anyOf(condition.any', 'return allOf(condition.any'],
  ['smt-text', 'return isNegated ? `(not ${positive})` : positive', 'return positive'],
  ['smt-text', "isNegated = op === 'ne' || op === 'notIn'", "isNegated = op === 'ne'"],
  ['smt-text', "op === 'inList' ? isIn", "op !== 'inList' ? isIn"],
  ['smt-text', 'text.startsWith(String(value))', 'text === String(value)'],
  ['smt-text', "padEnd(4, '9')", "padEnd(4, '8')"],
  ['smt-text', "(<= ${BigInt(digits.padEnd(4, '0'))} ${name}", "(< ${BigInt(digits.padEnd(4, '0'))} ${name}"],
  ['smt-text', 'last[1] === at - 1', 'last[1] < at'],
  ['smt-text', 'return allOf([presenceOf(variable), compared]);\n', 'return compared;\n'],
  ['smt-text', "isNegative = condition.op === 'ne' || condition.op === 'notIn'", 'isNegative = false'],
  ['smt-text', 'value === true', 'value === false'],
  ['smt-text', '(= ${foreign.name} (not ${isHome(country)}))', '(= ${foreign.name} ${isHome(country)})'],
  [
    'smt-text',
    '(= ${presenceOf(foreignDevice)} ${presenceOf(device)})',
    '(=> ${presenceOf(foreignDevice)} ${presenceOf(device)})',
  ],
  ['vocabulary', "sort: 'text', values: kind.values", "sort: 'text', values: kind.values.slice(1)"],
  ['vocabulary', 'most: BigInt(kind.most)', 'most: BigInt(kind.most) - 1n'],
  ['vocabulary', 'least: BigInt(kind.least)', 'least: BigInt(kind.least) + 1n'],
  ['vocabulary', 'return limit === undefined ? field', 'return limit !== undefined ? field'],
  ['text-domain', 'return [...others, ...constants]', 'return [...constants]'],
  ['text-domain', 'return [...others, ...constants]', 'return [...others]'],
  [
    'question',
    'return `(not ${formulaTerm(formula.no, termOf, periods)})`',
    'return formulaTerm(formula.no, termOf, periods)',
  ],
  ['question', 'fromMs <= atMs && atMs < untilMs', 'fromMs <= atMs && atMs <= untilMs'],
  ['analyzed-rule', 'one.number < other.number', 'one.number > other.number'],
  ['analyzed-rule', 'return difference > 0', 'return difference < 0'],
  ['analyzed-rule', "effect !== 'approve' && effect", 'effect'],
  ['change-questions', "outcome === 'NEVER_DECLINED'", "outcome === 'ALWAYS_DECLINED'"],
  ['change-questions', 'every(known, after, not(before))', 'every(known, before, not(after))'],
  ['change-questions', 'every(known, before, not(after))', 'every(known, after, not(before))'],
  ['change-questions', 'rules.filter(declines)', 'rules'],
  ['change-questions', "(promise.by ?? 'RULES') === by", "(promise.by ?? 'RULES') !== by"],
  ['analyze', 'every({ rule: other }, not(own))', 'every(own, not({ rule: other }))'],
  ['analyze', "return 'WEAKER'", "return 'STRONGER'"],
];

const solver = createSolver();
const folders: string[] = [];
afterAll(async () => {
  await solver.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Loads a copy of the analysis modules with a fault. */
async function planted([file, text, fault]: (typeof FAULTS)[number], at: number): Promise<Analysis> {
  const folder = `${CACHE}analysis-faults-${process.pid}-${at}/`;
  folders.push(folder);
  await mkdir(folder, { recursive: true });
  await cp(BUILT, folder, { recursive: true, filter: (name) => !/\.d\.ts(\.map)?$/.test(name) });
  const source = await readFile(`${folder}${file}.js`, 'utf8');
  expect(source, `${file} contains it`).toContain(text);
  await writeFile(
    `${folder}${file}.js`,
    source.replace(text, () => fault),
  );
  const [{ prepareQuestion }, { analyze }] = await Promise.all([
    import(/* @vite-ignore */ `${folder}question.js`),
    import(/* @vite-ignore */ `${folder}analyze.js`),
  ]);
  return { prepareQuestion, analyze };
}

/** Describes what finds the fault; undefined if nothing does. A question that the analysis cannot decide counts too. */
async function findFault(analysis: Analysis): Promise<string | undefined> {
  try {
    const rules = await compareLiveRules(solver, analysis);
    if (rules !== undefined) return `planted rules ${rules}`;
    for (const pair of plantedPairs(seededRandom(7), 30)) {
      const kind = await kindOf(solver, pair, analysis);
      if (kind !== pair.kind) return `planted pair: ${kind} instead of ${pair.kind}`;
    }
    for (let seed = 1; seed <= MAX_PAIRS / 4; seed += 1) {
      const [different] = await compareRandomPairs(solver, seededRandom(seed), 4, analysis);
      if (different !== undefined) return `random pair: ${different}`;
    }
  } catch (error) {
    return String(error);
  }
  return undefined;
}

it('finds no fault in the analysis itself', async () => {
  expect(await findFault(await planted(['smt-text', "lt: '<',", "lt: '<',"], -1))).toBe(undefined);
});

it.each(FAULTS.map((fault, at) => [at, ...fault] as const))('finds fault %i: %s, %s', async (at, ...fault) => {
  expect(await findFault(await planted(fault, at))).toBeDefined();
});
