import { setTimeout as delay } from 'node:timers/promises';
import { balances, type Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import { seededRandom } from '../../../server/src/testing/random.ts';
import { major } from '../world/history/account-history.ts';
import { inParallel } from './in-parallel.ts';
import type { IsoAccount, IsoPayment } from './iso-life.ts';
import { IsoLine, repeatOf, responseCodeOf } from './iso-line.ts';
import type { RunHistory } from './run-history.ts';

const LINES = 3;
const MAX_TRIES = 100;

/** Checks the payments over ISO 8583. Returns what was checked, how many, and the violations. */
export async function checkIso(
  sender: Sender,
  { isoAccounts, servers }: Pick<RunHistory, 'isoAccounts' | 'servers'>,
): Promise<(readonly [string, number, readonly string[]])[]> {
  const payments = isoAccounts.flatMap((account) => account.payments);
  const ports = servers.map(({ isoProxy }) => isoProxy.port);
  const reversals = payments.filter(({ ending }) => ending?.kind === 'reversal' && ending.isAcknowledged);
  const [answered, others] = await repeatIsoPayments(payments, ports);
  return [
    ['ISO 8583 payments', payments.length, []],
    ['of these answered, and repeated with the same bytes', answered, others],
    ['of these reversed, and acknowledged', reversals.length, []],
    [
      'accounts whose money agrees with what was acknowledged over ISO 8583',
      isoAccounts.length,
      await findWrongIsoAccounts(sender, isoAccounts),
    ],
  ];
}

/** Repeats every payment that was answered, and finds those whose answer has other bytes. */
async function repeatIsoPayments(
  payments: readonly IsoPayment[],
  ports: readonly number[],
): Promise<[answered: number, violations: string[]]> {
  const violations: string[] = [];
  const answered = payments.filter(({ response }) => response !== undefined);
  const lines = Array.from({ length: LINES }, (_, at) => new IsoLine(ports, seededRandom(at)));
  await inParallel(LINES, answered, async ({ request, response }) => {
    const line = lines.pop()!;
    let again: Buffer | undefined;
    for (let tries = 0; again === undefined && tries < MAX_TRIES; tries++) {
      again = await line.exchange(repeatOf(request), 'whole');
      if (again === undefined) await delay(100);
    }
    lines.push(line);
    if (again?.equals(response!) !== true)
      violations.push(
        `ISO 8583 payment ${request.get(37)}: ${responseCodeOf(response)}, then ${responseCodeOf(again)}`,
      );
  });
  for (const line of lines) line.close();
  return [answered.length, violations];
}

interface Stored {
  /** Undefined if the payment is not stored. */
  readonly state: string | undefined;
  readonly reservedMinor: number;
  readonly debitedMinor: number;
}

/**
 * Finds payments whose state contradicts an acknowledged message, and accounts whose money is not that of their
 * payments.
 */
async function findWrongIsoAccounts(sender: Sender, accounts: readonly IsoAccount[]): Promise<string[]> {
  const violations: string[] = [];
  await inParallel(4, accounts, async ({ card, openingMinor, payments }) => {
    let reserved = 0;
    let debited = 0;
    for (const payment of payments) {
      const stored = await read(sender, payment);
      reserved += stored.reservedMinor;
      debited += stored.debitedMinor;
      const problem = contradiction(payment, stored);
      if (problem !== undefined)
        violations.push(`ISO 8583 payment ${payment.request.get(37)} of ${card.accountNumber}: ${problem}`);
    }
    const expected = [openingMinor - reserved - debited, reserved].map(major).join(' ');
    const actual = (await balances(sender, card.accountNumber)).split(' ').slice(0, 2).join(' ');
    if (actual !== expected) violations.push(`account ${card.accountNumber}: ${actual}, by its payments ${expected}`);
  });
  return violations;
}

async function read(sender: Sender, { request }: IsoPayment): Promise<Stored> {
  const url = `/V2/authorizations/${request.get(37)}`;
  const { status, json, text } = await sender.request({ url, as: 'demo-bank' });
  if (status === 404) return { state: undefined, reservedMinor: 0, debitedMinor: 0 };
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
  const { state, reserved_amount: reserved, events } = json as Record<string, unknown>;
  const completed = (events as { kind: string; amount: string }[]).find(({ kind }) => kind === 'COMPLETION');
  return { state: String(state), reservedMinor: minorOf(reserved), debitedMinor: minorOf(completed?.amount) };
}

function minorOf(amount: unknown): number {
  return Math.round(Number(amount ?? 0) * 100);
}

function contradiction({ response, minor, ending }: IsoPayment, stored: Stored): string | undefined {
  const code = responseCodeOf(response);
  const actual = `is ${stored.state ?? 'absent'} with ${stored.reservedMinor}, answered ${code}`;
  const isOpen = ending !== undefined && !ending.isAcknowledged;
  if (code !== undefined && stored.state === undefined) return actual;
  if (code !== undefined && (code === '00') === (stored.state === 'DECLINED')) return actual;
  if (ending === undefined || stored.state === undefined || stored.state === 'DECLINED') return undefined;
  if (isOpen) return undefined;
  const isRight =
    ending.kind === 'completion'
      ? stored.state === 'COMPLETED' && stored.debitedMinor === ending.minor
      : stored.reservedMinor === ending.minor;
  return isRight ? undefined : `${actual}, of ${minor} after ${ending.kind} to ${ending.minor}`;
}
