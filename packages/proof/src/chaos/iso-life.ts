import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@cardwright/iso8583';
import { type IssuedCard, issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import { isoAuthorization, originalOf, variant } from '../../../server/src/testing/networks/iso-client.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import { major } from '../world/history/account-history.ts';
import type { ChaosWorld } from './chaos-world.ts';
import { IsoLine, repeatOf, responseCodeOf } from './iso-line.ts';

/** The reversal or completion that a network sent after its authorization. */
interface IsoEnding {
  readonly kind: 'reversal' | 'completion';
  /** The amount that remains reserved, or is debited. */
  readonly minor: number;
  isAcknowledged: boolean;
}

/** An authorization of a network, with the known facts about it. */
export interface IsoPayment {
  readonly request: Message;
  readonly minor: number;
  /** The bytes of the first response. */
  response: Buffer | undefined;
  ending: IsoEnding | undefined;
}

export interface IsoAccount {
  readonly card: IssuedCard;
  readonly openingMinor: number;
  readonly payments: IsoPayment[];
}

const OPENING_MINOR = 2_000_000;
const PAYMENTS = 60;
const THINKING_MS = [20, 200] as const;

/** A network pays with one account after the other until the end of the run, over connections that break. */
export async function liveIso(world: ChaosWorld, accounts: IsoAccount[], ports: readonly number[]): Promise<void> {
  const random = world.random();
  const lines = [new IsoLine(ports, random), new IsoLine(ports, random)] as const;
  while (!world.isOver()) {
    const card = await issueCard(world.insistent, { available: major(OPENING_MINOR) }).catch(() => undefined);
    if (card === undefined) continue;
    const account: IsoAccount = { card, openingMinor: OPENING_MINOR, payments: [] };
    accounts.push(account);
    while (!world.isOver() && account.payments.length < PAYMENTS) {
      await pay(world, random, account, lines);
      await delay(random.from(...THINKING_MS));
    }
  }
  for (const line of lines) line.close();
}

async function pay(
  world: ChaosWorld,
  random: Random,
  { card, payments }: IsoAccount,
  [line, other]: readonly [IsoLine, IsoLine],
): Promise<void> {
  const minor = random.from(100, 20_000);
  const payment: IsoPayment = {
    request: isoAuthorization(card, { 4: digits(minor), 32: random.pick(['123456', '00012345678']) }),
    minor,
    response: undefined,
    ending: undefined,
  };
  payments.push(payment);
  if (random.oneIn(5)) {
    // The reversal overtakes its original.
    await Promise.all([end(world, other, payment, reversal(payment, 0)), settle(world, line, payment, random)]);
    return;
  }
  await settle(world, line, payment, random);
  // A network that got no response in time reverses the payment.
  if (payment.response === undefined) return await end(world, line, payment, reversal(payment, 0));
  const what = random.from(1, 10);
  if (what <= 3) await end(world, line, payment, reversal(payment, 0));
  else if (what <= 5) await end(world, line, payment, reversal(payment, random.from(1, minor - 1)));
  else if (what <= 7 && isApproved(payment))
    await end(world, line, payment, completion(payment, random.from(1, minor)));
}

/** Sends an authorization until it is answered, or until the network gives up. */
async function settle(world: ChaosWorld, line: IsoLine, payment: IsoPayment, random: Random): Promise<void> {
  payment.response = responseOf(await line.exchange(payment.request));
  while (payment.response === undefined && !world.retryPolicy.isOver() && !random.oneIn(4)) {
    await delay(100);
    payment.response = responseOf(await line.exchange(repeatOf(payment.request)));
  }
}

/** With 91, nothing was decided and nothing is stored. */
function responseOf(response: Buffer | undefined): Buffer | undefined {
  return responseCodeOf(response) === '91' ? undefined : response;
}

type Sent = readonly [IsoEnding, Message];

function reversal({ request }: IsoPayment, minor: number): Sent {
  const replacement = minor > 0 && { 95: `${digits(minor)}${'0'.repeat(12)}C00000000C00000000` };
  const message = variant(request, '0420', { 90: originalOf(request), ...replacement });
  return [{ kind: 'reversal', minor, isAcknowledged: false }, message];
}

function completion({ request }: IsoPayment, minor: number): Sent {
  const message = variant(request, '0220', { 4: digits(minor), 90: originalOf(request) });
  return [{ kind: 'completion', minor, isAcknowledged: false }, message];
}

/** Repeats a reversal or a completion until it is acknowledged. */
async function end(world: ChaosWorld, line: IsoLine, payment: IsoPayment, [ending, message]: Sent): Promise<void> {
  payment.ending = ending;
  let response = await line.exchange(message);
  while (response === undefined && !world.retryPolicy.isOver()) {
    await delay(100);
    response = await line.exchange(repeatOf(message));
  }
  ending.isAcknowledged = response !== undefined;
}

function isApproved({ response }: IsoPayment): boolean {
  return responseCodeOf(response) === '00';
}

function digits(minor: number): string {
  return String(minor).padStart(12, '0');
}
