import type { AnyRuleEffect, Condition, ConditionSubject, PromiseOutcome } from '@cardwright/contract';
import type { Solver } from '../../issuing/rules/analysis/solver-thread.ts';
import { ANALYSIS_NOW, type Analysis, analysisContext, analyzedRule } from './analysis-world.ts';

const mcc = (op: string, value: string) => ({ field: 'mcc', op, value }) as Condition;
const country = (op: string) => ({ field: 'country', op, value: 'AE' }) as Condition;
const score = (op: string, value: number) => ({ field: 'deviceScore', op, value }) as unknown as Condition;

/** Live rules around an analyzed one, and the expected result of the analysis. */
interface PlantedRules {
  readonly on: ConditionSubject;
  /** Number, condition, effect, and the time until which it is in force. */
  readonly rule: readonly [number, Condition, AnyRuleEffect?, number?];
  readonly other?: readonly [number, Condition, AnyRuleEffect?, number?];
  readonly live?: Condition;
  readonly promise?: readonly [Condition, PromiseOutcome];
  /** The statements that are proved. All others are refuted or not evaluated. */
  readonly proved: readonly string[];
}

const PLANTED: readonly PlantedRules[] = [
  // a message without a country meets both
  {
    on: 'authorization',
    rule: [1, country('ne')],
    live: { not: country('eq') },
    proved: ['DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW'],
  },
  {
    on: 'authorization',
    rule: [2, mcc('eq', '5411')],
    other: [1, mcc('prefix', '54')],
    proved: ['ADDS_NOTHING', 'SHADOWED_BY', 'DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW'],
  },
  {
    on: 'authorization',
    rule: [1, mcc('prefix', '54')],
    other: [2, mcc('eq', '5411')],
    proved: ['APPROVES_NOTHING_NEW', 'SHADOWS'],
  },
  { on: 'authorization', rule: [1, mcc('eq', '5411')], live: mcc('prefix', '54'), proved: ['DECLINES_NOTHING_NEW'] },
  { on: 'authorization', rule: [1, mcc('prefix', '54')], live: mcc('eq', '5411'), proved: ['APPROVES_NOTHING_NEW'] },
  {
    on: 'authorization',
    rule: [1, mcc('eq', '5411')],
    promise: [mcc('prefix', '82'), 'NEVER_DECLINED'],
    proved: ['APPROVES_NOTHING_NEW', 'KEEPS_PROMISE'],
  },
  {
    on: 'authorization',
    rule: [1, mcc('prefix', '54')],
    promise: [mcc('eq', '5411'), 'ALWAYS_DECLINED'],
    proved: ['APPROVES_NOTHING_NEW', 'KEEPS_PROMISE'],
  },
  {
    on: 'authorization',
    rule: [1, mcc('eq', '5411'), '57', ANALYSIS_NOW],
    proved: ['MATCHES_NOTHING', 'DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW'],
  },
  {
    on: 'provisioning',
    rule: [2, score('lt', 3), 'decline'],
    other: [1, score('lt', 2), 'require_code'],
    proved: ['APPROVES_NOTHING_NEW', 'SHADOWS'],
  },
  {
    on: 'provisioning',
    rule: [1, score('lt', 3), 'approve'],
    promise: [score('lt', 3), 'NEVER_DECLINED'],
    proved: ['DECLINES_NOTHING_NEW', 'APPROVES_NOTHING_NEW', 'KEEPS_PROMISE'],
  },
];

/** Compares the results of an analysis of live rules with the expected ones. Returns the first difference. */
export async function compareLiveRules(solver: Solver, { analyze }: Analysis): Promise<string | undefined> {
  const limits = { questionMs: 60_000, totalMs: 600_000 };
  for (const [at, { on, rule, other, live, promise, proved }] of PLANTED.entries()) {
    const of = (
      name: string,
      [number, condition, effect = '57', untilMs = Number.POSITIVE_INFINITY]: PlantedRules['rule'],
    ) => analyzedRule(name, condition, { number, effect, untilMs });
    const subject = {
      rule: of('RULE', rule),
      against: undefined,
      others: other === undefined ? [] : [of('OTHER', other)],
      live: live === undefined ? undefined : of('RULE', [1, live]),
      promises: promise === undefined ? [] : [{ name: 'PROMISE', condition: promise[0], outcome: promise[1] }],
    };
    const { answers } = await analyze(solver, subject, analysisContext(on), limits);
    if (answers.some(({ verdict }) => verdict === 'UNDECIDED')) return `${at}: undecided`;
    const found = answers.filter(({ verdict }) => verdict === 'PROVED').map(({ question }) => question);
    if (found.sort().join() !== [...proved].sort().join()) return `${at}: ${found.join()} instead of ${proved.join()}`;
  }
  return undefined;
}
