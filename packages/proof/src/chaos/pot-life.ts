import { setTimeout as delay } from 'node:timers/promises';
import { type IssuedCard, issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import { accountRequest } from '../world/client/account-requests.ts';
import { recordOutcome } from '../world/client/known-answers.ts';
import type { ReportedOutcome } from '../world/client/reported-outcome.ts';
import { type AccountInput, major, POT_LIMIT, type PotInput, withoutFunds } from '../world/history/account-history.ts';
import { createHistory, type History } from '../world/history/history.ts';
import type { ChaosWorld } from './chaos-world.ts';

/** One limit on the payments of all accounts of the bank at one merchant. */
export interface ActivePot {
  readonly shop: string;
  readonly maxMinor: number;
  readonly history: History<PotInput>;
  /** References of payments, with or without an answer. */
  readonly references: string[];
}

const CALLERS = 3;
const ACCOUNTS = 4;
/**
 * After this number of operations, another merchant replaces this one, so that its history can be searched in
 * reasonable time.
 */
const MAX_OPERATIONS = 120;
const MAX_OPEN = 5;
const THINKING_MS = [60, 260] as const;

export function openPot(number: number, maxMinor: number): ActivePot {
  return { shop: `POT${String(number).padStart(5, '0')}`, maxMinor, history: createHistory(), references: [] };
}

export function isFull({ history }: ActivePot): boolean {
  return history.operations.length >= MAX_OPERATIONS || history.open >= MAX_OPEN;
}

/** The limit in the form of the program: for the whole bank, at one merchant, with a lifetime window. */
export function limitOfPot({ shop }: ActivePot, maxMinor: number) {
  return {
    ...{ id: POT_LIMIT, level: 'bank', measure: 'amount', window: { calendar: 'lifetime' } },
    ...{ max: major(maxMinor), where: { field: 'merchantId', op: 'eq', value: shop } },
  };
}

/** Several callers pay with the cards of several accounts at the merchant of the current pot, and reverse payments. */
export async function livePots(world: ChaosWorld, now: () => ActivePot | undefined): Promise<void> {
  const cards: IssuedCard[] = [];
  while (cards.length < ACCOUNTS && !world.isOver()) {
    const card = await issueCard(world.insistent, { available: '900000.00' }).catch(() => undefined);
    if (card !== undefined) cards.push(card);
  }
  const callers = Array.from({ length: CALLERS }, async () => {
    const random = world.random();
    while (!world.isOver()) {
      const pot = now();
      if (pot !== undefined && !isFull(pot)) await call(world, random, pot, random.pick(cards));
      await delay(random.from(...THINKING_MS));
    }
  });
  await Promise.all(callers);
}

let references = 790_000_000_000;

async function call(world: ChaosWorld, random: Random, pot: ActivePot, card: IssuedCard): Promise<void> {
  const { references: sent, history, shop } = pot;
  const isNew = sent.length === 0 || random.from(1, 100) <= 65;
  const reference = isNew ? String(++references) : random.pick(sent.slice(-8));
  const input: AccountInput = isNew
    ? { kind: 'authorize', reference, card: 0, channel: 'ECOM', minor: random.from(1, 4_000), shop }
    : { kind: 'reverse', reference };
  if (isNew) sent.push(reference);
  const { send } = accountRequest(world.sender, { accountNumber: card.accountNumber, cards: [card] }, input);
  const what = `${shop} ${JSON.stringify(input)}`;
  const outcome = await world.known.settle(random, what, async () => ofPot(await send()), world.retryPolicy);
  recordOutcome(history, input, outcome);
}

/** Removes the amounts of a reversal from an answer, because the history does not name the account. */
function ofPot(outcome: ReportedOutcome): ReportedOutcome {
  return outcome.kind === 'done' ? { ...outcome, output: withoutFunds(outcome.output) } : outcome;
}
