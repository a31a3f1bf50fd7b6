import { setTimeout as delay } from 'node:timers/promises';
import { addCard, issueAccount, type Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import { type ActiveAccount, accountRequest } from '../world/client/account-requests.ts';
import { recordOutcome } from '../world/client/known-answers.ts';
import {
  type AccountInput,
  HISTORY_LIMITS,
  HISTORY_SWITCHES,
  major,
  ONLINE_LIMIT,
} from '../world/history/account-history.ts';
import { createHistory } from '../world/history/history.ts';
import type { ChaosWorld } from './chaos-world.ts';

const CALLERS = 3;
const CARDS = 2;
/**
 * After this number of operations, another account replaces this one, so that its history can be searched in reasonable
 * time.
 */
const MAX_OPERATIONS = 150;
const MAX_OPEN = 5;
const THINKING_MS = [40, 220] as const;

/** Uses one account after the other until the end of the run. */
export async function liveAccounts(world: ChaosWorld, accounts: ActiveAccount[]): Promise<void> {
  while (!world.isOver()) {
    const account = await openAccount(world);
    if (account === undefined) continue;
    accounts.push(account);
    await Promise.all(Array.from({ length: CALLERS }, () => call(world, account)));
    await readAtEnd(world, account);
  }
}

async function openAccount({ insistent: sender, random }: ChaosWorld): Promise<ActiveAccount | undefined> {
  const openingMinor = random().from(10_000, 60_000);
  try {
    const account = await issueAccount(sender, { available: major(openingMinor) });
    const cards = [];
    for (let count = 0; count < CARDS; count++) cards.push(await addCard(sender, account));
    const { accountNumber } = account;
    await limitOnline(sender, accountNumber);
    return { accountNumber, cards, openingMinor, history: createHistory(), references: [] };
  } catch {
    // A fault interrupted this step. An account without a history does no harm.
    await delay(200);
    return undefined;
  }
}

/** Sets a custom limit on online payments. */
async function limitOnline(sender: Sender, accountNumber: string): Promise<void> {
  const { id, maxMinor } = ONLINE_LIMIT;
  const { status, text } = await sender.request({
    method: 'POST',
    url: '/V2/limits',
    as: 'demo-bank',
    payload: {
      ...{ id, level: 'account', account_number: accountNumber, measure: 'amount' },
      ...{ window: { calendar: 'lifetime' }, max: major(maxMinor) },
      where: { field: 'channel', op: 'eq', value: 'ECOM' },
    },
  });
  if (status !== 200) throw new Error(text);
}

async function call(world: ChaosWorld, account: ActiveAccount): Promise<void> {
  const random = world.random();
  const { history } = account;
  while (!world.isOver() && history.operations.length < MAX_OPERATIONS && history.open < MAX_OPEN) {
    await perform(world, random, account, draw(random, account));
    await delay(random.from(...THINKING_MS));
  }
}

/** Records the final state of the account when it no longer changes: money, counters, switches. */
async function readAtEnd(world: ChaosWorld, account: ActiveAccount): Promise<void> {
  const patient = { ...world, retryPolicy: { ...world.retryPolicy, losingPercent: 0 } };
  for (const kind of ['balance', 'settings', 'limits'] as const)
    await perform(patient, world.random(), account, { kind });
}

async function perform(world: ChaosWorld, random: Random, account: ActiveAccount, input: AccountInput): Promise<void> {
  const { history } = account;
  const { send, isQuestion } = accountRequest(world.sender, account, input);
  const what = `${account.accountNumber} ${JSON.stringify(input)}`;
  const outcome = await world.known.settle(random, what, send, world.retryPolicy);
  if (!isQuestion) recordOutcome(history, input, outcome);
  else if (outcome.answer !== undefined) {
    // The last attempt got this answer.
    const { lastBeganMs: beganMs, endedMs, answer } = outcome;
    history.note({ input, output: answer.output, beganMs, endedMs });
  }
}

function everythingOn(): AccountInput {
  const switches = Object.fromEntries(HISTORY_SWITCHES.map((name) => [name, 'ON']));
  return { kind: 'set', switches, limits: {} };
}

let references = 700_000_000_000;

/** Draws the next request of a caller. */
function draw(random: Random, { references: sent }: ActiveAccount): AccountInput {
  const what = random.from(1, 100);
  const card = random.from(0, CARDS - 1);
  if (what <= 46 || sent.length === 0) {
    const reference = String(++references);
    sent.push(reference);
    const channel = random.pick(['ECOM', 'ECOM', 'CHIP'] as const);
    return { kind: 'authorize', reference, card, channel, minor: random.from(1, 6_000) };
  }
  // Picks one of the newest references, including those without an answer yet.
  const reference = random.pick(sent.slice(-6));
  if (what <= 54) {
    const minor = random.from(1, 3_000);
    return random.from(1, 2) === 1 ? { kind: 'reverse', reference } : { kind: 'reverse', reference, minor };
  }
  if (what <= 61) return { kind: 'complete', reference, minor: random.from(1, 6_000) };
  if (what <= 69)
    return { kind: 'post', code: random.pick(['CREDIT', 'CREDIT', 'DEBIT']), minor: random.from(1, 9_000) };
  if (what <= 78) {
    const status = random.pick(['ON', 'ON', 'OFF', 'ON_FOR_ONE', 'ON_FOR_ONE'] as const);
    return { kind: 'set', switches: { [random.pick(HISTORY_SWITCHES)]: status }, limits: {} };
  }
  if (what <= 82)
    return { kind: 'set', switches: {}, limits: { [random.pick(HISTORY_LIMITS)]: random.from(20, 1_200) * 100 } };
  if (what <= 85) {
    return { kind: 'restrict', card, type: random.pick(['ECOM', 'PURCHASE']), isAllowed: random.from(1, 4) > 1 };
  }
  if (what <= 88) return { kind: 'status', card, value: random.pick(['ACTIVE', 'ACTIVE', 'BLOCKED']) };
  if (what <= 90) return everythingOn();
  return random.pick([
    { kind: 'balance' },
    { kind: 'settings' },
    { kind: 'limits' },
    { kind: 'reservation', reference },
  ] as const);
}
