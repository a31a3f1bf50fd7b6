import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
} from '../../../server/src/testing/cards/issued-cards.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import { noteSettled } from '../world/client/known-answers.ts';
import { reportedByAuthorization, reportedByRest, type ToldOutcome } from '../world/client/told-outcome.ts';
import { createHistory, type History } from '../world/history/history.ts';
import { inMajor } from './account-model.ts';
import type { ChaosWorld } from './chaos-world.ts';
import { POT_LIMIT, type PotInput } from './pot-model.ts';

/** One limit on the payments of all accounts of the bank at one merchant. */
export interface LivingPot {
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
const MOST_OPERATIONS = 120;
const MOST_OPEN = 5;
const THINKING_MS = [60, 260] as const;

export function openPot(number: number, maxMinor: number): LivingPot {
  return { shop: `POT${String(number).padStart(5, '0')}`, maxMinor, history: createHistory(), references: [] };
}

export function isFull({ history }: LivingPot): boolean {
  return history.operations.length >= MOST_OPERATIONS || history.open >= MOST_OPEN;
}

/** The limit in the form of the program: for the whole bank, at one merchant, with a lifetime window. */
export function limitOfPot({ shop }: LivingPot, maxMinor: number) {
  return {
    ...{ id: POT_LIMIT, level: 'bank', measure: 'amount', window: { calendar: 'lifetime' } },
    ...{ max: inMajor(maxMinor), where: { field: 'merchantId', op: 'eq', value: shop } },
  };
}

/** Several callers pay with the cards of several accounts at the merchant of the current pot, and reverse payments. */
export async function livePots(world: ChaosWorld, now: () => LivingPot | undefined): Promise<void> {
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

async function call(world: ChaosWorld, random: Random, pot: LivingPot, card: IssuedCard): Promise<void> {
  const { references: sent, history } = pot;
  const isNew = sent.length === 0 || random.from(1, 100) <= 65;
  const reference = isNew ? String(++references) : random.pick(sent.slice(-8));
  const input: PotInput = isNew
    ? { kind: 'pay', reference, minor: random.from(1, 4_000) }
    : { kind: 'reverse', reference };
  if (isNew) sent.push(reference);
  const send = input.kind === 'pay' ? pay(world, pot, card, input) : reverse(world, reference);
  const what = `${pot.shop} ${JSON.stringify(input)}`;
  noteSettled(history, input, await world.known.settle(random, what, send, world.patience));
}

function pay({ sender }: ChaosWorld, { shop }: LivingPot, card: IssuedCard, input: PotInput & { kind: 'pay' }) {
  const amount = String(input.minor).padStart(12, '0');
  const message = ecommerceMessage(card, {
    Retrieval_Reference_Number: input.reference,
    Transaction_Amount: amount,
    Transaction_Amount_Cardholder_Billing: amount,
    Card_Acceptor_Identification_Code: shop.padEnd(15),
  });
  return async (): Promise<ToldOutcome> => reportedByAuthorization(await authorize(sender, message));
}

function reverse({ sender }: ChaosWorld, reference: string) {
  const headers = { 'idempotency-key': randomUUID() };
  const url = `/V2/authorizations/${reference}/reversal`;
  const request = { method: 'POST', url, as: 'demo-network', headers, payload: {} } as const;
  return async (): Promise<ToldOutcome> =>
    reportedByRest(await sender.request(request), ({ json }) => `200 ${json.state}`);
}
