import { RESTRICTION_TYPES } from '@cardwright/contract';
import type { Dice } from './dice.ts';
import { ModelAccount } from './model-account.ts';
import type { ModelBank } from './model-banks.ts';
import { daysOf } from './model-calendar.ts';
import type { RestrictionRequest } from './model-card.ts';
import { updateFaults } from './model-faults.ts';
import type { AccountLife, ProposedStep, Step } from './operation.ts';
import type { Uses } from './uses.ts';
import { nextInstant, someInstant } from './write-instants.ts';
import { writeMessage } from './write-message.ts';
import { COUNTRY_LISTS, writePatch } from './write-patch.ts';

const DAY_MS = 86_400_000;
const PLENTY = 100_000_000;
const LITTLE = 30_000;
const LEAST_STEPS = 100;
const MOST_STEPS = 600;

/** Of this many lives one is asked about its past at its end. */
const HAS_PROPOSAL = 24;

export interface OpenLife extends Omit<AccountLife, 'steps'> {
  readonly steps: number;
  readonly beginsMs: number;
  /** Its settings change again and again, and are looked at after each change. */
  readonly isRestless: boolean;
}

/** An account to begin with, and how many steps its life has. */
export function beginLife(dice: Dice, bank: ModelBank, restlessEach: number): OpenLife {
  const beginsMs = someInstant(dice, bank);
  const days = daysOf(bank.zone);
  const month = (ahead: number) =>
    days
      .date(days.dayAt(beginsMs) + ahead)
      .slice(2, 7)
      .replace('-', '');
  return {
    bank,
    availableMinor: dice.oneIn(4) ? LITTLE : PLENTY,
    fundsCheck: !dice.oneIn(8),
    // the second card expires soon, or has expired
    expiries: dice.oneIn(2) ? ['3112'] : ['3112', month(dice.pick([-40, 0, 0, 28, 31]))],
    steps: dice.from(LEAST_STEPS, MOST_STEPS),
    beginsMs,
    isRestless: dice.oneIn(restlessEach),
    proposal: dice.oneIn(HAS_PROPOSAL) ? writeProposal(dice, bank, beginsMs) : undefined,
  };
}

/** Other controls, in force from the beginning of a life or from some time later. */
function writeProposal(dice: Dice, bank: ModelBank, beginsMs: number): ProposedStep | undefined {
  const fresh = new ModelAccount(bank, 0, ['3112']);
  const fromMs = beginsMs + dice.pick([0, 0, 1, dice.below(DAY_MS), dice.below(9 * DAY_MS)]);
  const patch = writePatch(dice, fresh, fromMs);
  if (updateFaults(fresh.settings, patch, fromMs, bank).length > 0) return undefined;
  const restrictions = Array.from({ length: dice.below(3) }, () => ({
    card: dice.pick([undefined, 0, 1]),
    request: writeRestriction(dice, fresh, fromMs),
  })).filter(({ request }) => fresh.card(0).restrict(request, fromMs));
  return { fromMs, patch, restrictions };
}

/** What comes next, of ten thousand. Most are messages: a change of settings takes as long as fifty of them. */
const AUTHORIZE = 9_500;
const OF_ALL = 10_000;
const KINDS: readonly (readonly [until: number, kind: Exclude<Step['kind'], 'authorize' | 'expire'>])[] = [
  [9_520, 'update'],
  [9_550, 'restrict'],
  [9_770, 'reverse'],
  [9_860, 'complete'],
  [9_880, 'status'],
  [9_887, 'renew'],
  [9_960, 'credit'],
  [9_990, 'reload'],
  [9_998, 'enquire'],
  [OF_ALL, 'calendar'],
];

/** The next step of a life, by what the model knows of its account. */
export function nextStep(
  dice: Dice,
  uses: Uses,
  model: ModelAccount,
  steps: readonly Step[],
  { beginsMs, isRestless }: OpenLife,
): Step {
  const before = steps.at(-1);
  if (before === undefined) return { kind: 'update', atMs: beginsMs, patch: writePatch(dice, model, beginsMs) };
  const atMs = nextInstant(dice, model, before.atMs);
  if (atMs > before.atMs && model.isDue(atMs)) return { kind: 'expire', atMs };
  if (isRestless && before.kind === 'update') return { kind: 'enquire', atMs };
  if (isRestless && dice.oneIn(3)) return { kind: 'update', atMs, patch: writePatch(dice, model, atMs) };
  // the beginning of a life sets more than the rest of it
  const rolled = steps.length < 12 && dice.oneIn(8) ? dice.from(AUTHORIZE, 9_549) : dice.below(OF_ALL);
  if (rolled < AUTHORIZE) return writeMessage(dice, uses, model, atMs);
  const kind = KINDS.find(([until]) => rolled < until)?.[1] ?? 'calendar';
  const card = dice.below(model.cards.length);
  switch (kind) {
    case 'update':
      return { kind, atMs, patch: writePatch(dice, model, atMs) };
    case 'restrict':
      return { kind, atMs, card, request: writeRestriction(dice, model, atMs) };
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
      return { kind, atMs, card, months: dice.pick([36, 13, 1, 0, 12]) };
    case 'credit':
      return { kind, atMs, minor: dice.from(-20_000, 40_000) };
    default:
      return { kind, atMs };
  }
}

const FINAL_STATUSES = ['LOST', 'STOLEN', 'CLOSED'] as const;

function writeEnding(dice: Dice, model: ModelAccount, kind: 'reverse' | 'complete', atMs: number): Step {
  const { authorizations } = model;
  if (authorizations.length === 0) return { kind: 'reload', atMs };
  // mostly what is still reserved, if there is such a one near
  let number = dice.below(authorizations.length);
  while (dice.below(8) > 0 && authorizations[number]?.reservedMinor === 0) {
    number = (number + 1) % authorizations.length;
  }
  const reserved = authorizations[number]?.reservedMinor ?? 0;
  const amounts = [undefined, undefined, reserved, reserved + 1, Math.ceil(reserved / 3), Math.ceil(reserved / 3)];
  const minor = dice.pick(kind === 'complete' ? [...amounts, 0, reserved * 2] : amounts);
  // a reversal of nothing is no reversal
  return { kind, atMs, number, minor: minor === 0 && kind === 'reverse' ? undefined : minor };
}

function writeRestriction(dice: Dice, model: ModelAccount, atMs: number): RestrictionRequest {
  const type = dice.pick([...RESTRICTION_TYPES, 'INTERNATIONAL', ...LISTS, ...LISTS] as const);
  const hasList = type === 'INTERNATIONAL_SPECIFIC_COUNTRIES';
  const usual = hasList ? dice.pick([...COUNTRY_LISTS, ...COUNTRY_LISTS, undefined, '', ' ']) : undefined;
  // a list where none belongs, and one with a country that is none
  const countries = dice.oneIn(15) ? dice.pick(['DE,XX', 'FR', 'de']) : usual;
  const isAllowed = dice.pick([undefined, undefined, false, false, hasList || dice.oneIn(2)]);
  const { days } = model;
  const endDate = dice.below(3) > 0 ? days.date(days.dayAt(atMs) + dice.pick([0, 0, 0, 1, 1, 2, 7, -1])) : undefined;
  return {
    type,
    ...(isAllowed !== undefined && { isAllowed }),
    ...(endDate !== undefined && { endDate }),
    ...(countries !== undefined && { countries }),
  };
}

const LISTS = ['INTERNATIONAL_SPECIFIC_COUNTRIES', 'INTERNATIONAL_SPECIFIC_COUNTRIES'] as const;
