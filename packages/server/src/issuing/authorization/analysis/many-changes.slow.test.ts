// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are those of template strings
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { seededRandom } from '../../../testing/random.ts';
import { ANALYSIS_WORKER, analysisContext } from '../../../testing/rules/analysis-world.ts';
import {
  compareRandomChanges,
  compareRandomProducts,
  type DecisionAnalysis,
} from '../../../testing/rules/compare-decisions.ts';
import { randomChange } from '../../../testing/rules/random-accounts.ts';
import { createRuleAnalyzer } from '../../rules/analysis/analyzer.ts';
import { createSolver } from '../../rules/analysis/solver-thread.ts';
import { toInput } from './analyzed-account.ts';

/** Set ANALYSIS_CHANGES to try more changes, and ANALYSIS_SEED to try others. */
const CHANGES = Number(process.env.ANALYSIS_CHANGES ?? 500);
const SEED = Number(process.env.ANALYSIS_SEED ?? 1);
const MAX_CHANGES = 240;

const BUILT = fileURLToPath(new URL('../../../../dist/issuing/', import.meta.url));
/** Modules in this folder can import the packages of the repository. */
const CACHE = fileURLToPath(new URL('../../../../../../node_modules/.cache/', import.meta.url));

/** Faults of the translator: the built file, the text that a fault replaces, and its replacement. */
const FAULTS: readonly (readonly [file: string, text: string, fault: string])[] = [
  ['decision-steps', "'6010', '6011'", "'6010'"],
  ['decision-steps', 'when(card.status === status)', 'when(card.status !== status)'],
  ['decision-steps', 'hasValue(MINOR, 0n)', 'hasValue(MINOR, 1n)'],
  [
    'decision-steps',
    'every(IS_PRESENT, IS_FOREIGN, not(controls.allowsAbroad))',
    'every(IS_FOREIGN, not(controls.allowsAbroad))',
  ],
  ['decision-steps', 'not(controls.allowsAbroad)', 'controls.allowsAbroad'],
  [
    'decision-steps',
    "every(IS_PRESENT, controls.isOver('cardPresentTransactionLimit'))",
    "controls.isOver('cardPresentTransactionLimit')",
  ],
  [
    'decision-steps',
    "every(IS_CASH, controls.isOver('cashTransactionLimit'))",
    "controls.isOver('cashTransactionLimit')",
  ],
  ['decision-steps', 'controls.isOver(field, counterOf(at))', 'controls.isOver(field)'],
  ['decision-steps', 'account.fundsCheck ?', '!account.fundsCheck ?'],
  ['decision-steps', 'every(one.declines, not(exception))', 'one.declines'],
  ['decision-steps', 'PASSED_BY_EXCEPTION.has(one.rule) ?', 'true ?'],
  ['decision-steps', 'every(IS_FOREIGN, refuses, not(names))', 'every(IS_FOREIGN, refuses)'],
  ['decision-steps', "every(isEntry('CONTACTLESS'), not(IS_CASH))", "isEntry('CONTACTLESS')"],
  ['decision-steps', "name === 'cardPresent' ? every(isOff(name), not(passesBelow)) : isOff(name)", 'isOff(name)'],
  ['decision-steps', 'length === 1 ?', 'length > 0 ?'],
  ['decision-steps', 'one.number - other.number', 'other.number - one.number'],
  ['decision-steps', 'over: maxMinor', 'over: maxMinor + 1n'],
  ['controls', 'return since(setting.onUntilMs)', 'return NEVER'],
  ['controls', "=== 'OFF');", "=== 'ON');"],
  ['controls', 'allowBelow && below !== undefined', 'below !== undefined'],
  ['controls', "group?.effect === 'ALLOW'", "group?.effect === 'REFUSE'"],
  ['controls', '!foreign.isSet || foreign.any', 'foreign.any'],
  ['controls', '[MINOR, counter], over: max', '[MINOR, counter], over: max - 1n'],
  ['controls', 'every(...newer, inForce)', 'inForce'],
  ['controls', 'isAllowed ? not(isNamedOrAll) : isNamedOrAll', 'isAllowed ? isNamedOrAll : not(isNamedOrAll)'],
  ['controls', 'if (isAllowed)', 'if (!isAllowed)'],
  ['controls', 'newer.push(not(inForce))', 'newer.push(inForce)'],
  ['limit-steps', 'limit.where === undefined ? when(true) : cardCondition(limit.where, of, card)', 'when(true)'],
  ['limit-steps', "counted === 'declines'", "counted === 'approvals'"],
  ['limit-steps', 'sum: [usage, MINOR], over: max', 'sum: [MINOR], over: max'],
  ['limit-steps', 'sum: [usage], over: max - 1n };\n    return', 'sum: [usage], over: max };\n    return'],
  ['limit-steps', '[usage, newMerchantOf(limit, card)]', '[usage]'],
  ['limit-steps', "not(compare('merchantId', 'eq', onlyMerchant))", "compare('merchantId', 'eq', onlyMerchant)"],
  [
    'analyzed-account',
    'cardId !== undefined && cardId !== card.cardId',
    'cardId !== undefined && cardId === card.cardId',
  ],
  [
    'card-condition',
    'return not(cardCondition(condition.not, of, card))',
    'return cardCondition(condition.not, of, card)',
  ],
  ['card-condition', 'atLeast(first + 1n);\n        case', 'atLeast(first);\n        case'],
  ['card-condition', 'over: (least - 1n) / unit', 'over: least / unit'],
  ['card-condition', 'return not(equal)', 'return equal'],
  ['card-condition', 'Number(days) * DAY_MS', 'Number(days - 1n) * DAY_MS'],
  ['product-controls', 'hasValue(own(name), OFF)', 'hasValue(own(name), ON)'],
  ['product-controls', 'every(unset(field), when(byDefault))', 'when(byDefault)'],
  ['product-controls', 'chooses(specific, OFF,', 'chooses(specific, ON,'],
  ['product-controls', 'hasValue(own(WINDOW), ON)', 'hasValue(own(WINDOW), OFF)'],
  ['product-controls', 'less: [valueName(field)]', 'less: []'],
  ['product-controls', "{ present: 'country' }", 'every()'],
  ['product-controls', 'isOver(sum, amountOf(program.ceilings, field, currency.exponent))', 'NEVER'],
  ['product-controls', 'was > is ? old : product', 'product'],
  ['product-controls', 'hasValue(own(field), RETAINED)', 'hasValue(own(field), 3n)'],
  ['product-controls', 'isOver(sum, amountOf(program.retained ?? {}, field, currency.exponent))', 'every()'],
  ['product-controls', 'ceilings, retained: old.retained', 'ceilings'],
];

const solver = createSolver();
const folders: string[] = [];
afterAll(async () => {
  await solver.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it(`agrees with an exhaustive check of decisions on ${CHANGES} random changes of accounts`, async () => {
  expect(await compareRandomChanges(solver, seededRandom(SEED), CHANGES)).toEqual([]);
});

it('agrees with an exhaustive check on random changes of programs', async () => {
  expect(await compareRandomProducts(solver, seededRandom(SEED), CHANGES / 5)).toEqual([]);
});

it('answers questions about decisions in at most 2 seconds at the 95th percentile, on other threads', async ({
  annotate,
}) => {
  const random = seededRandom(SEED);
  const analyzer = createRuleAnalyzer(ANALYSIS_WORKER);
  const changes = Array.from({ length: 60 }, () => randomChange(random));
  const { localTime: _, ...setting } = analysisContext();
  const cpu = () => process.threadCpuUsage().user / 1_000 + process.threadCpuUsage().system / 1_000;
  const times: number[] = [];
  let [longest, last] = [0, cpu()];
  const watch = setInterval(() => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  for (const [before, after] of changes) {
    const begin = performance.now();
    const { answers } = await analyzer.analyze('BANK', {
      subject: {
        rule: after.rules[0],
        against: undefined,
        others: after.rules.slice(1),
        live: undefined,
        promises: [],
      },
      whole: toInput(after.of.bank as Bank, [before.of, after.of]),
      setting: { ...setting, timeZone: 'Asia/Dubai' },
      limits: { questionMs: 30_000, totalMs: 60_000 },
    });
    times.push((performance.now() - begin) / answers.length);
    expect(answers.filter(({ verdict }) => verdict === 'UNDECIDED')).toEqual([]);
  }
  clearInterval(watch);
  const sorted = times.sort((one, other) => one - other);
  const figure = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  await annotate(
    `a question takes ${figure(0.5)} ms (median), ${figure(0.95)} ms (p95); the longest use of the server's thread is ${longest.toFixed(1)} ms`,
  );
  expect(figure(0.95)).toBeLessThan(2_000);
  expect(longest).toBeLessThan(20);
});

/** Loads a copy of the translator's modules with a fault. */
async function planted([file, text, fault]: (typeof FAULTS)[number], at: number): Promise<DecisionAnalysis> {
  const folder = `${CACHE}decision-faults-${process.pid}-${at}/`;
  folders.push(folder);
  await mkdir(folder, { recursive: true });
  await cp(`${BUILT}../`, folder, { recursive: true, filter: (name) => !/\.(map|d\.ts)$/.test(name) });
  const path = `${folder}issuing/authorization/analysis/${file}.js`;
  const source = await readFile(path, 'utf8');
  expect(source, `${file} contains it`).toContain(text);
  await writeFile(
    path,
    source.replace(text, () => fault),
  );
  const [reader, question] = await Promise.all([
    import(/* @vite-ignore */ `${folder}issuing/authorization/analysis/analyzed-decision.js`),
    import(/* @vite-ignore */ `${folder}issuing/rules/analysis/question.js`),
  ]);
  return { toDecision: reader.toDecision, prepareQuestion: question.prepareQuestion };
}

/** The number of seeds for the translator without a fault. The tests above compare it on many more changes. */
const CONTROL_SEEDS = 8;

/**
 * Describes what finds the fault; undefined if nothing does. Only changes of programs find a fault in the controls of
 * products.
 */
async function findFault(of: DecisionAnalysis, file?: string, seeds = MAX_CHANGES / 4): Promise<string | undefined> {
  const comparesAccounts = file !== 'product-controls';
  const comparesProducts = file === 'product-controls' || file === undefined;
  try {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const [different] = [
        ...(comparesAccounts ? await compareRandomChanges(solver, seededRandom(seed), 4, of) : []),
        ...(comparesProducts ? await compareRandomProducts(solver, seededRandom(seed), 2, of) : []),
      ];
      if (different !== undefined) return different;
    }
  } catch (error) {
    return String(error);
  }
  return undefined;
}

it('finds no fault in the translator itself', async () => {
  const translator = await planted(['controls', 'isAllowed', 'isAllowed'], -1);
  expect(await findFault(translator, undefined, CONTROL_SEEDS)).toBe(undefined);
});

it.each(FAULTS.map((fault, at) => [at, ...fault] as const))('finds fault %i: %s, %s', async (at, ...fault) => {
  expect(await findFault(await planted(fault, at), fault[0])).toBeDefined();
});
