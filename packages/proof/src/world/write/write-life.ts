import type { Random } from '@cardwright/server/internal/testing/random';
import { ModelAccount } from '../model/model-account.ts';
import type { ModelBank } from '../model/model-banks.ts';
import { daysOf } from '../model/model-calendar.ts';
import { updateFaults } from '../model/model-faults.ts';
import type { AccountLife, ProposedStep } from '../operation.ts';
import { someInstant } from './write-instants.ts';
import { writeProposedOwn } from './write-own.ts';
import { THEMES, type Theme, writePatch } from './write-patch.ts';
import { writePolicy } from './write-provisioning.ts';
import { writeRestriction } from './write-restriction.ts';
import { writeStoredSettings } from './write-stored.ts';

const DAY_MS = 86_400_000;
const PLENTY = 100_000_000;
const LITTLE = 30_000;
const LEAST_STEPS = 100;
const MAX_STEPS = 600;

export interface OpenLife extends Omit<AccountLife, 'steps'> {
  readonly steps: number;
  readonly beginsMs: number;
  /** The subject of repeated changes, in a restless life. Its settings are compared after each change. */
  readonly theme: Theme | undefined;
  /** In a life with bank controls, one in this number of steps changes them. */
  readonly ownEach: number;
  /** Whether the partner decision system is called. */
  readonly hasPartner: boolean;
}

/** The frequency of each kind of life. */
export interface LifeKinds {
  /** The number of restless lives among 32, in which something changes repeatedly. */
  readonly restless: number;
  /** One in this number of lives has a backtest at its end. */
  readonly proposalEach: number;
  /** One in this number of lives has a bank with limits, lists, rules and programs. */
  readonly ownEach: number;
}

/** Creates a new account, and decides how many steps its life has. */
export function beginLife(dice: Random, bank: ModelBank, { restless, proposalEach, ownEach }: LifeKinds): OpenLife {
  const beginsMs = someInstant(dice, bank);
  const days = daysOf(bank.zone);
  const month = (ahead: number) =>
    days
      .date(days.dayAt(beginsMs) + ahead)
      .slice(2, 7)
      .replace('-', '');
  const hasOwn = dice.oneIn(ownEach);
  const isRestless = dice.below(32) < restless;
  // Most controls of the bank are evaluated last, so earlier rules would hide them.
  const theme = isRestless && (!hasOwn || dice.oneIn(4)) ? dice.pick(THEMES) : undefined;
  return {
    bank,
    availableMinor: dice.oneIn(4) ? LITTLE : PLENTY,
    fundsCheck: !dice.oneIn(8),
    // The second card expires soon or has expired, unless the life tests the controls of two cards.
    expiries: dice.oneIn(2)
      ? ['3112']
      : ['3112', theme === 'restrictions' || hasOwn ? '3111' : month(dice.pick([-40, 0, 0, 28, 31]))],
    sequence: dice.oneIn(8) ? '997' : '001',
    settings: dice.oneIn(theme === undefined ? 16 : 2) ? writeStoredSettings(dice, beginsMs, theme === 'group') : {},
    hasOwn,
    tokenPolicy: writePolicy(dice, beginsMs),
    ownEach: isRestless ? 5 : 16,
    hasPartner: hasOwn && dice.oneIn(2),
    cardsSinceMs: beginsMs - dice.pick([0, 1, 9 * DAY_MS, dice.below(40 * DAY_MS)]),
    steps: dice.from(LEAST_STEPS, isRestless ? LEAST_STEPS : MAX_STEPS),
    beginsMs,
    theme,
    proposal: dice.oneIn(proposalEach) ? writeProposal(dice, bank, beginsMs, { theme, hasOwn }) : undefined,
  };
}

/** Proposes other controls, in force from the beginning of a life or from a later time. */
function writeProposal(
  dice: Random,
  bank: ModelBank,
  beginsMs: number,
  { theme, hasOwn }: { theme: Theme | undefined; hasOwn: boolean },
): ProposedStep | undefined {
  const fresh = new ModelAccount(bank, 0, ['3112']);
  const fromMs = beginsMs + dice.pick([0, 0, 1, dice.below(DAY_MS), dice.below(9 * DAY_MS)]);
  const patch = writePatch(dice, fresh, fromMs, theme);
  if (updateFaults(fresh.settings, patch, fromMs, bank).length > 0) return undefined;
  const restrictions = Array.from({ length: dice.below(theme === 'restrictions' ? 5 : 3) }, () => ({
    card: dice.pick([undefined, 0, 1]),
    request: writeRestriction(dice, fresh, fromMs, theme),
  })).filter(({ request }) => fresh.card(0).restrict(request, fromMs));
  return { fromMs, patch, restrictions, ...(hasOwn && { own: writeProposedOwn(dice, fromMs, 1) }) };
}
