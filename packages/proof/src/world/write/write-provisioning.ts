import type { Condition } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type {
  ModelTokenLimit,
  ModelTokenPartner,
  ModelTokenPolicy,
  ModelTokenRequest,
} from '../model/model-provisioning.ts';
import type { Step } from '../operation.ts';

/** A request for a token, often for a device that has tokens already, often with a value that a rule compares. */
export function writeProvisioning(dice: Random, atMs: number, cards: number): Step {
  return {
    kind: 'provision',
    atMs,
    card: dice.oneIn(24) ? undefined : dice.below(cards),
    request: writeRequest(dice),
    ...(dice.oneIn(2) && { partner: writeTokenPartner(dice, atMs) }),
  };
}

function writeRequest(dice: Random): ModelTokenRequest {
  const some = <T>(values: readonly T[]) => (dice.oneIn(3) ? undefined : dice.pick(values));
  return {
    tokenType: some(['DEVICE', 'CLOUD', 'CARD_ON_FILE']),
    deviceId: some(['D-1', 'D-2', 'D-3']),
    deviceType: some(['PHONE', 'WATCH']),
    deviceCountry: some(['AE', 'DE', 'GB']),
    accountScore: some([1, 2, 3, 5]),
    deviceScore: some([1, 2, 3, 5]),
    panSource: some(['ON_FILE', 'MANUAL', 'APP']),
    walletAccountAgeDays: some([0, 9, 10, 11]),
    phoneMatches: some([true, false]),
  };
}

function writeTokenPartner(dice: Random, atMs: number): ModelTokenPartner {
  return {
    answer: dice.pick(['APPROVE', 'APPROVE', 'REQUIRE_CODE', 'DECLINE', 'LATE', 'UNREACHABLE']),
    untilMs: dice.oneIn(3) ? atMs + dice.pick([-1, 0, 1]) : undefined,
    standIn: dice.pick(['approve', 'require_code', 'decline']),
  };
}

const DAY_MS = 86_400_000;
const MET_BY_ALL: Condition = { field: 'requestor', op: 'eq', value: 'R-1' } as never;
const OUTCOMES_OF_SCORES = ['APPROVED', 'APPROVED_WITH_CODE'] as const;

/** Policies often have rules that several requests meet, so that a later one makes the outcome stricter. */
export function writePolicy(dice: Random, beginsMs: number): ModelTokenPolicy {
  return {
    tokensOfCard: dice.pick([0, 1, 2, 3, 3, 10, 10]),
    cardsOfDevice: dice.pick([1, 1, 5]),
    declinesIn24h: dice.pick([1, 2, 5, 5]),
    lowScores: dice.pick(OUTCOMES_OF_SCORES),
    unknownScores: dice.pick(OUTCOMES_OF_SCORES),
    rules: Array.from({ length: dice.below(5) }, (_, at) => ({
      name: `RULE_${at}`,
      condition: dice.oneIn(3) ? MET_BY_ALL : writeTokenCondition(dice),
      ...(dice.oneIn(4) && { fromMs: beginsMs + dice.below(DAY_MS) }),
      ...(dice.oneIn(4) && { untilMs: beginsMs + dice.below(DAY_MS) }),
      effect: dice.pick(['approve', 'require_code', 'decline']),
      isLive: !dice.oneIn(4),
    })),
    limits: Array.from({ length: dice.below(3) }, (_, at) => writeTokenLimit(dice, `LIMIT_${at}`)),
  };
}

function writeTokenLimit(dice: Random, id: string): ModelTokenLimit {
  return {
    id,
    card: dice.pick([undefined, 0]),
    of: dice.pick(['approvals', 'approvals', 'declines', 'both']),
    window: dice.pick(['DAILY', 'LIFETIME', { slidingMs: 60_000 }, { slidingMs: 3_600_000 }]),
    max: dice.pick([0, 1, 2, 2, 3]),
    ...(dice.oneIn(3) && { where: writeTokenCondition(dice) }),
  };
}

/** A condition that some requests meet and others do not. */
function writeTokenCondition(dice: Random, depth = 1): Condition {
  const parts = () => [writeTokenCondition(dice, depth - 1), writeTokenCondition(dice, depth - 1)];
  const rolled = depth === 0 ? 9 : dice.below(10);
  if (rolled < 2) return { all: parts() };
  if (rolled < 4) return { any: parts() };
  if (rolled < 5) return { not: writeTokenCondition(dice, depth - 1) };
  const [field, kind, values] = dice.pick(FIELDS);
  const ops = {
    flag: ['eq', 'ne'],
    choice: ['eq', 'ne', 'in', 'notIn'],
    whole: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'],
  };
  const op = dice.pick(ops[kind]);
  const value = op === 'in' || op === 'notIn' ? [dice.pick(values)] : dice.pick(values);
  // Conditions on both subjects are compiled in the same way.
  return { field, op, value } as unknown as Condition;
}

const FIELDS: readonly (readonly [string, 'flag' | 'choice' | 'whole', readonly (string | number | boolean)[]])[] = [
  ['requestor', 'choice', ['R-1', 'R-2']],
  ['tokenType', 'choice', ['DEVICE', 'CLOUD', 'CARD_ON_FILE']],
  ['deviceType', 'choice', ['PHONE', 'WATCH']],
  ['deviceCountry', 'choice', ['AE', 'DE', 'GB']],
  ['isForeignDevice', 'flag', [true, false]],
  ['accountScore', 'whole', [1, 2, 3]],
  ['deviceScore', 'whole', [2, 3, 5]],
  ['panSource', 'choice', ['ON_FILE', 'MANUAL', 'APP']],
  ['walletAccountAgeDays', 'whole', [0, 10]],
  ['tokensOfCard', 'whole', [0, 1, 2]],
  ['tokensOfDevice', 'whole', [0, 1, 2]],
  ['provisioningDeclines24h', 'whole', [0, 1, 2]],
  ['phoneMatches', 'flag', [true, false]],
  ['localHour', 'whole', [0, 6, 12, 23]],
  ['localWeekday', 'whole', [1, 5, 7]],
  ['cardAgeDays', 'whole', [0, 1, 9]],
  ['product', 'choice', ['OWN-DEBIT', '']],
  ['cardRole', 'choice', ['P', 'S']],
];
