import type { Condition } from '@cardwright/contract';
import { afterAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/random.ts';
import {
  ANALYSIS_NOW,
  ANALYSIS_WORKER,
  analysisContext,
  analyzedRule,
  compareRandomPairs,
  kindOf,
} from '../../../testing/rules/analysis-world.ts';
import { plantedPairs } from '../../../testing/rules/planted-pairs.ts';
import { FIELD_GROUPS, randomCondition } from '../../../testing/rules/random-conditions.ts';
import { createRuleAnalyzer } from './analyzer.ts';
import { prepareQuestion } from './question.ts';
import { createSolver } from './solver-thread.ts';

/** Set ANALYSIS_PAIRS to try more pairs, and ANALYSIS_SEED to try others. */
const PAIRS = Number(process.env.ANALYSIS_PAIRS ?? 2_000);
const SEED = Number(process.env.ANALYSIS_SEED ?? 1);

const solver = createSolver();
afterAll(() => solver.close());

it(`agrees with an exhaustive check on ${PAIRS} random pairs of conditions`, async () => {
  expect(await compareRandomPairs(solver, seededRandom(SEED), PAIRS)).toEqual([]);
});

it('finds the relation of 200 planted pairs', async () => {
  const pairs = plantedPairs(seededRandom(SEED), 200);
  const wrong = [];
  for (const pair of pairs) {
    const kind = await kindOf(solver, pair);
    if (kind !== pair.kind) wrong.push({ kind, pair });
  }
  expect(wrong).toEqual([]);
});

it('decides a question about large rules in at most 2 seconds at the 95th percentile', async ({ annotate }) => {
  const random = seededRandom(SEED);
  const fields = FIELD_GROUPS.authorization.flat() as Parameters<typeof randomCondition>[1];
  const large = (): Condition => ({
    all: Array.from({ length: 8 }, () => ({
      any: Array.from({ length: 4 }, () => randomCondition(random, fields, 1)),
    })),
  });
  const times: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const formula = { every: [{ condition: large() }, { no: { condition: large() } }] };
    const begin = performance.now();
    const question = prepareQuestion(formula, analysisContext());
    const { verdict } = question.read(await solver.solve(question.task, 30_000));
    times.push(performance.now() - begin);
    expect(verdict).not.toBe('UNDECIDED');
  }
  const sorted = times.sort((one, other) => one - other);
  const figure = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  await annotate(
    `a question takes ${figure(0.5)} ms (median), ${figure(0.95)} ms (p95), ${Math.round(sorted.at(-1) ?? 0)} ms (most)`,
  );
  expect(figure(0.95)).toBeLessThan(2_000);
});

it('does not block the thread of the server', async ({ annotate }) => {
  const random = seededRandom(SEED);
  const fields = FIELD_GROUPS.authorization.flat() as Parameters<typeof randomCondition>[1];
  const condition = (): Condition => ({
    all: Array.from({ length: 5 }, () => ({
      any: Array.from({ length: 5 }, () => randomCondition(random, fields, 1)),
    })),
  });
  const others = Array.from({ length: 200 }, (_, at) => analyzedRule(`LIVE_${at}`, condition(), { number: at }));
  const rule = analyzedRule('RULE', condition(), { number: 1_000 });
  const { localTime: _, ...setting } = analysisContext();
  const cpu = () => process.threadCpuUsage().user / 1_000 + process.threadCpuUsage().system / 1_000;
  let [longest, last] = [0, cpu()];
  const watch = setInterval(() => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const begin = performance.now();
  const analysis = await createRuleAnalyzer(ANALYSIS_WORKER).analyze('BANK', {
    subject: { rule, against: others[0], others, live: undefined, promises: [] },
    setting: { ...setting, nowMs: ANALYSIS_NOW, timeZone: 'Asia/Dubai' },
    limits: { questionMs: 2_000, totalMs: 30_000 },
  });
  clearInterval(watch);
  const took = performance.now() - begin;
  await annotate(
    `an analysis among 200 rules takes ${Math.round(took)} ms; the longest use of the server's thread is ${longest.toFixed(1)} ms`,
  );
  expect(analysis.answers.length).toBeGreaterThan(7);
  expect(longest).toBeLessThan(20);
});
