import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import type { OwnStep, Step } from '../operation.ts';
import type { Uses } from '../uses.ts';
import { nextInstant } from './write-instants.ts';
import type { OpenLife } from './write-life.ts';
import { writeMessage } from './write-message.ts';
import { writeOwnStep } from './write-own.ts';
import { type Theme, writePatch } from './write-patch.ts';
import { writeProvisioning } from './write-provisioning.ts';
import { writeQuestion } from './write-question.ts';
import { writeRestriction } from './write-restriction.ts';

/**
 * The share of messages among ten thousand steps. Most steps are messages, because a change of settings takes as long
 * as fifty of them.
 */
const AUTHORIZE = 9_500;
const OF_ALL = 10_000;
type Kind = Exclude<Step['kind'], 'authorize' | 'expire' | OwnStep['kind']>;
const KINDS: readonly (readonly [until: number, kind: Kind])[] = [
  [9_520, 'update'],
  [9_550, 'restrict'],
  [9_770, 'reverse'],
  [9_860, 'complete'],
  [9_872, 'provision'],
  [9_880, 'status'],
  [9_887, 'renew'],
  [9_960, 'credit'],
  [9_988, 'reload'],
  [9_995, 'enquire'],
  [9_996, 'calendar'],
  [OF_ALL, 'ask'],
];

/** The repeated changes of a restless life. */
const THEME_KINDS: Readonly<Record<Theme, readonly Kind[]>> = {
  all: ['update'],
  switch: ['update'],
  limits: ['update'],
  abroad: ['update'],
  group: ['update'],
  restrictions: ['restrict'],
  cards: ['status', 'renew', 'renew', 'reverse', 'reverse', 'complete', 'reload'],
  tokens: ['provision', 'provision', 'provision', 'provision', 'provision', 'status', 'restrict'],
  questions: ['ask', 'ask', 'ask', 'ask', 'ask', 'ask', 'ask', 'calendar'],
};

/** The next step of a life, based on the model's account. */
export function nextStep(
  dice: Random,
  uses: Uses,
  model: ModelAccount,
  steps: readonly Step[],
  { beginsMs, theme, hasOwn, ownEach, hasPartner }: OpenLife,
): Step {
  const before = steps.at(-1);
  if (before === undefined) return { kind: 'update', atMs: beginsMs, patch: writePatch(dice, model, beginsMs, theme) };
  const atMs = nextInstant(dice, model, before.atMs, theme);
  if (atMs > before.atMs && model.isDue(atMs)) return { kind: 'expire', atMs };
  if (hasOwn && dice.oneIn(ownEach)) return writeOwnStep(dice, model, atMs);
  if (theme !== undefined && before.kind === 'update') return { kind: 'enquire', atMs };
  if (theme === 'tokens' || (theme !== undefined && dice.oneIn(theme === 'questions' ? 2 : 3))) {
    return stepOf(dice.pick(THEME_KINDS[theme]), dice, model, atMs, theme);
  }
  // The beginning of a life has more changes than the rest.
  const rolled = steps.length < 12 && dice.oneIn(8) ? dice.from(AUTHORIZE, 9_549) : dice.below(OF_ALL);
  if (rolled < AUTHORIZE) return writeMessage(dice, uses, model, atMs, hasPartner);
  return stepOf(KINDS.find(([until]) => rolled < until)?.[1] ?? 'ask', dice, model, atMs, theme);
}

function stepOf(kind: Kind, dice: Random, model: ModelAccount, atMs: number, theme: Theme | undefined): Step {
  const card = dice.below(model.cards.length);
  switch (kind) {
    case 'update':
      return { kind, atMs, patch: writePatch(dice, model, atMs, theme) };
    case 'restrict':
      return { kind, atMs, card, request: writeRestriction(dice, model, atMs, theme) };
    case 'reverse':
    case 'complete':
      return writeEnding(dice, model, kind, atMs);
    case 'status':
      return {
        kind,
        atMs,
        card,
        status: dice.oneIn(6) ? dice.pick(FINAL_STATUSES) : dice.pick(['ACTIVE', 'ACTIVE', 'BLOCKED']),
      };
    case 'renew':
      return { kind, atMs, card, months: dice.pick([36, 13, 1, 0, 12]), isReplaced: dice.oneIn(4) };
    case 'provision':
      return writeProvisioning(dice, atMs, model.cards.length);
    case 'credit':
      return { kind, atMs, minor: dice.from(-20_000, 40_000) };
    case 'ask':
      return { kind, atMs, questions: Array.from({ length: 8 }, () => writeQuestion(dice, model, atMs)) };
    default:
      return { kind, atMs };
  }
}

const FINAL_STATUSES = ['LOST', 'STOLEN', 'CLOSED'] as const;

function writeEnding(dice: Random, model: ModelAccount, kind: 'reverse' | 'complete', atMs: number): Step {
  const { authorizations } = model;
  if (authorizations.length === 0) return { kind: 'reload', atMs };
  // Mostly an authorization that is still reserved, if there is one nearby.
  let number = dice.below(authorizations.length);
  while (dice.below(8) > 0 && authorizations[number]?.reservedMinor === 0) {
    number = (number + 1) % authorizations.length;
  }
  const reserved = authorizations[number]?.reservedMinor ?? 0;
  const amounts = [undefined, undefined, reserved, reserved + 1, Math.ceil(reserved / 3), Math.ceil(reserved / 3)];
  const minor = dice.pick(kind === 'complete' ? [...amounts, 0, reserved * 2] : amounts);
  // A reversal of 0 is not sent.
  return { kind, atMs, number, minor: minor === 0 && kind === 'reverse' ? undefined : minor };
}
