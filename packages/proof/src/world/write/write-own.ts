import { LIMIT_FIELDS, type LimitLevel, PROGRAM_LIMIT_LEVELS, SWITCHES } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import { isOfMany, type ModelOwnLimit } from '../model/model-limits.ts';
import type { ModelOwn, ModelRuleContent, RuleAct } from '../model/model-own.ts';
import type { Patch } from '../model/model-settings.ts';
import type { OwnStep, ProposedOwn } from '../operation.ts';
import { LISTS, MODEL_SHOPS, writeCondition } from './write-condition.ts';

const DAY_MS = 86_400_000;
const MAX_LIMITS = 4;

/** A step of a bank with limits, lists, rules and programs. */
export function writeOwnStep(dice: Random, model: ModelAccount, atMs: number): OwnStep {
  return { atMs, ...dice.pick(WRITERS)(dice, model, atMs) };
}

type Writer = (dice: Random, model: ModelAccount, atMs: number) => OwnAct;
type BankWriter = (dice: Random, model: Pick<ModelAccount, 'own'>, atMs: number) => OwnAct;
type OwnAct = OwnStep extends infer One ? (One extends OwnStep ? Omit<One, 'atMs'> : never) : never;

const writeLimit: Writer = (dice, model) => {
  const limits = model.limits.all;
  // An existing limit, often with only its max changed.
  const existing = limits.length > 0 && (dice.oneIn(3) || limits.length >= MAX_LIMITS) ? dice.pick(limits) : undefined;
  if (existing !== undefined && dice.oneIn(2))
    return { kind: 'limit', limit: { ...existing, ...writeMax(dice, existing) } };
  const limitName = existing ?? {
    id: dice.pick(['FIRST', 'SECOND', 'THIRD']),
    card: dice.pick([undefined, undefined, 0, 1]),
  };
  return { kind: 'limit', limit: writeTerms(dice, limitName.id, limitName.card, model.cards.length) };
};

function writeMax(dice: Random, limit: ModelOwnLimit): { max: number } {
  const { measure, lock, max } = limit;
  // Many accounts share this limit.
  if (isOfMany(limit) && lock === undefined) {
    return { max: measure === 'amount' ? dice.pick([0, 40_000, 90_000, 200_000]) : dice.pick([2, 5, 9, 20]) };
  }
  const isLock = lock !== undefined;
  return {
    max: isLock
      ? max
      : measure === 'amount'
        ? dice.pick([0, 5_000, 20_000, 40_000, 90_000])
        : dice.pick([0, 1, 1, 2, 3, 5, 9]),
  };
}

function writeTerms(dice: Random, id: string, of: number | undefined, cards: number): ModelOwnLimit {
  const card = of === undefined ? undefined : of % cards;
  const where = dice.oneIn(2) ? { where: writeCondition(dice) } : {};
  const locked = { id, card, measure: 'merchants', of: 'approvals', window: 'LIFETIME', max: 1, ...where } as const;
  if (dice.oneIn(12)) return dice.oneIn(2) ? locked : { ...locked, lock: dice.pick(MODEL_SHOPS) };
  const measure = dice.pick(['amount', 'amount', 'count', 'merchants'] as const);
  const limit: ModelOwnLimit = {
    ...{ id, card, measure },
    of: dice.pick(['approvals', 'approvals', 'declines', 'both']),
    window: dice.oneIn(2)
      ? dice.pick(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'LIFETIME'])
      : { slidingMs: dice.pick([60_000, 61_000, 3_600_000, DAY_MS, 31 * DAY_MS]) },
    max: 0,
    ...where,
  };
  return { ...limit, ...writeMax(dice, limit) };
}

const writeEnd: Writer = (dice, model) => {
  const limits = model.limits.all;
  if (limits.length === 0 || dice.oneIn(8)) return { kind: 'end limit', id: 'FIRST', card: undefined };
  const { id, card } = dice.pick(limits);
  return { kind: 'end limit', id, card };
};

/** Names of limits in programs; accounts set some of them themselves. */
const NEW_NAMES = ['SECOND', 'FOURTH', 'FIFTH', 'SIXTH'];

/** The limits of a program: often those of the previous version, with another max or without one of them. */
function writeProgramLimits(
  dice: Random,
  before: readonly ModelOwnLimit[],
  levels: readonly LimitLevel[],
): ModelOwnLimit[] {
  return NEW_NAMES.filter(() => dice.oneIn(2)).map((id) => {
    const same = before.find((limit) => limit.id === id);
    if (before.length > 0 && dice.oneIn(6)) return { ...dice.pick(before), id };
    if (same !== undefined && dice.oneIn(8)) return { ...same, level: levelFor(dice, same, levels) };
    if (same !== undefined && dice.below(3) > 0) {
      return dice.oneIn(2) ? same : { ...same, ...writeMax(dice, same) };
    }
    const terms = writeTerms(dice, id, undefined, 1);
    const limit = { ...terms, level: levelFor(dice, terms, levels) };
    return { ...limit, ...writeMax(dice, limit) };
  });
}

/** Returns the level of a limit. A lock on a merchant is for a card. */
function levelFor(dice: Random, { lock }: ModelOwnLimit, levels: readonly LimitLevel[]): LimitLevel {
  return lock === undefined ? dice.pick(levels) : 'card';
}

const writeOthers: BankWriter = (dice) => ({
  kind: 'others',
  minor: dice.pick([1, 2_500, 5_000, dice.from(1, 30_000)]),
  merchantId: dice.pick(MODEL_SHOPS),
  isApproved: !dice.oneIn(4),
});

/** Proposed rules, limits and program of a bank. */
export function writeProposedOwn(dice: Random, atMs: number, cards: number): ProposedOwn {
  const ids = ['FIRST', 'SECOND', 'FOURTH'].filter(() => dice.oneIn(2));
  const rules = ['NO_THIS', 'NEVER', 'NO_OTHER'].filter(() => dice.oneIn(3));
  return {
    limits: ids.map((id) => {
      const ofEach = dice.oneIn(3);
      return { limit: writeTerms(dice, id, ofEach ? undefined : dice.pick([undefined, 0, 1]), cards), ofEach };
    }),
    rules: rules.map((name) => {
      const { condition, effect } = writeContent(dice, atMs);
      return { name, content: { condition, effect } };
    }),
    program: dice.oneIn(3)
      ? { defaults: writeDefaults(dice), limits: writeProgramLimits(dice, [], ['account', 'card']) }
      : undefined,
  };
}

/** A bank-wide step. */
export function writeBankStep(dice: Random, own: ModelOwn, atMs: number): OwnStep {
  return {
    atMs,
    ...dice.pick([writeList, writeRule, writeRule, writeRule, writeProgram, writeProgram])(dice, { own }, atMs),
  };
}

const writeList: BankWriter = (dice) => {
  const name = dice.pick(['shops', 'kinds'] as const);
  return { kind: 'list', name, entries: LISTS[name].filter(() => dice.oneIn(2)) };
};

const writeRule: BankWriter = (dice, model, atMs) => {
  const name = dice.pick(['NO_THIS', 'NO_THAT', 'NEVER']);
  const versions = model.own?.rules.find((rule) => rule.name === name)?.versions ?? [];
  const newest = versions.at(-1)?.state ?? 'RETIRED';
  const next = { DRAFT: 'shadow', SHADOW: 'propose', PROPOSED: 'approve', LIVE: 'draft', RETIRED: 'draft' } as const;
  const act = dice.oneIn(6) ? dice.pick(['draft', 'shadow', 'propose', 'approve', 'retire'] as const) : next[newest];
  return { kind: 'rule', name, change: act === 'draft' ? { act, ...writeContent(dice, atMs) } : ({ act } as RuleAct) };
};

function writeContent(dice: Random, atMs: number): ModelRuleContent {
  const soon = () => atMs + dice.pick([1, 2, 3, 1 + dice.below(60_000), 1 + dice.below(DAY_MS)]);
  const [fromMs, untilMs] = [dice.oneIn(4) ? soon() : undefined, dice.oneIn(4) ? soon() : undefined];
  return {
    condition: dice.oneIn(2) ? { all: [writeCondition(dice), writeCondition(dice)] } : writeCondition(dice),
    effect: dice.pick(['05', '57', '62']),
    ...(fromMs !== undefined && (untilMs === undefined || fromMs < untilMs) && { fromMs }),
    ...(untilMs !== undefined && { untilMs }),
  };
}

const AMOUNTS = ['50.00', '100', '150.5', '400.00', '75.12', '1500', '0'];

const writeProgram: BankWriter = (dice, { own }, atMs) => ({
  kind: 'program',
  program: {
    fromMs: dice.oneIn(2) ? undefined : atMs + dice.pick([1, 2, 3, 1 + dice.below(60_000), 1 + dice.below(2 * DAY_MS)]),
    defaults: writeDefaults(dice),
    ceilings: Object.fromEntries(
      Array.from({ length: dice.below(3) }, () => [dice.pick(LIMIT_FIELDS), dice.pick(AMOUNTS)]),
    ),
    limits: writeProgramLimits(
      dice,
      own?.programs.at(-1)?.limits.map(({ limit }) => limit) ?? [],
      PROGRAM_LIMIT_LEVELS,
    ),
  },
});

function writeDefaults(dice: Random): Patch {
  const one = (): [string, string] => {
    const rolled = dice.below(10);
    if (rolled < 4) return [dice.pick(LIMIT_FIELDS), dice.pick(AMOUNTS)];
    if (rolled < 6) return [`${dice.pick(SWITCHES)}Status`, dice.pick(['ON', 'OFF'])];
    if (rolled < 7) return [dice.pick(FLAGS), dice.pick(['true', 'false'])];
    if (rolled < 8) return ['cardPresentAllowSpecificForeignCountries', dice.pick(['DE, FR', 'USA', '826'])];
    return ['merchantGroupProfileId', dice.pick(['STAPLES', 'VICES'])];
  };
  return Object.fromEntries(Array.from({ length: dice.below(4) }, one));
}

const FLAGS = ['cardPresentAllowAnyForeign', 'cardPresentAllowBelow', 'cardPresentAllowSpecificForeign'];

const WRITERS: readonly Writer[] = [
  writeLimit,
  writeLimit,
  writeLimit,
  writeLimit,
  writeEnd,
  writeList,
  writeRule,
  writeRule,
  writeRule,
  writeRule,
  writeProgram,
  writeProgram,
  writeOthers,
  writeOthers,
];
