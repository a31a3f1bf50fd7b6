import type { Step } from '../operation.ts';
import type { ModelAccount } from './model-account.ts';
import type { EvaluatedModelLimit } from './model-limits.ts';
import { standInReason } from './model-partner.ts';

type Authorize = Extract<Step, { kind: 'authorize' }>;
export type RuleFacts = Readonly<Record<string, string | number | boolean | null>>;
export type TraceSteps = [rule: string, saw: RuleFacts][];

/** The steps of a trace before anything can decline: the partner's answer, the program, the lists. */
export function ownStepsFirst(account: ModelAccount, { partner, atMs }: Authorize): TraceSteps {
  const { own } = account;
  const steps: TraceSteps = [];
  if (partner !== undefined) {
    const { answer, actionCode = null, reason = null, afterMs, untilMs, approveUpTo, perDay = null } = partner;
    const until = untilMs === undefined ? null : new Date(untilMs).toISOString();
    const standIn = { approve_up_to: approveUpTo, per_day: perDay };
    steps.push(['PARTNER', { answer, action_code: actionCode, reason, after_ms: afterMs, until, ...standIn }]);
  }
  const program = account.program(atMs);
  if (own !== undefined && program !== undefined) {
    steps.push(['PROGRAM', { product: own.product, version: program.version }]);
  }
  if (own !== undefined && account.limits.nameLists(atMs)) steps.push(['LISTS', { edition: own.edition }]);
  return steps;
}

/** The steps of limits and rules, before the funds. */
export function ownSteps(account: ModelAccount, { card, message, atMs }: Authorize): TraceSteps {
  const steps: TraceSteps = [];
  if (account.limits.areAny(atMs)) {
    const evaluated = account.limits.evaluate(account.limited(card, message, atMs), atMs);
    const refusing = evaluated.find(({ isOver }) => isOver)?.limit.id ?? null;
    steps.push(['LIMITS', { refusing, states: evaluated.map((one) => stateOf(one, account, atMs)).join(' ') }]);
  }
  const rules = account.own?.evaluateRules(() => account.facts(card, message, atMs), atMs);
  if (rules !== undefined) {
    const { edition, live, declining, shadow, would, figures } = rules;
    const figuresPart = figures.length === 0 ? {} : { figures: figures.join(' ') };
    const declinedBy = declining === undefined ? null : `${declining.name}:${declining.version}`;
    steps.push([
      'RULES',
      { edition, live, declined_by: declinedBy, shadow, would_decline: would.join(' '), ...figuresPart },
    ]);
  }
  return steps;
}

function stateOf({ limit, before, after }: EvaluatedModelLimit, { days }: ModelAccount, nowMs: number): string {
  const { id, card, level, measure, of, window, max } = limit;
  const end = typeof window === 'string' ? days.window(window, days.dayAt(nowMs)).endMs : undefined;
  return [id, level ?? (card === undefined ? 'account' : 'card'), measure, of, max, before, after, end ?? ''].join(':');
}

/** The final step of the partner decision system or the stand-in. */
export function ownStepsLast(account: ModelAccount, { partner, message, atMs }: Authorize): TraceSteps {
  if (partner === undefined || partner.answer === 'WOULD_BE_ASKED') return [];
  const why = standInReason(partner, atMs);
  if (why === undefined) return [['PARTNER_DECISION', { decision: partner.answer }]];
  const minor = (text: string) => Math.round(Number(text) * 10 ** account.bank.exponent).toString();
  const before = account.standInTotal(atMs);
  return [
    [
      'PARTNER_STAND_IN',
      {
        why,
        amount: `${message.minor}`,
        approve_up_to: minor(partner.approveUpTo),
        stood_in_before: `${before}`,
        stood_in_after: `${before + message.minor}`,
        per_day: partner.perDay === undefined ? null : minor(partner.perDay),
      },
    ],
  ];
}
