import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../../server/src/testing/test-server.ts';
import type { ChaosWorld } from './chaos-world.ts';
import { type ActivePot, isFull, limitOfPot, livePots, openPot } from './pot-life.ts';

/** The changes that the bank made in a run, as far as it got answers. */
export interface OwnHistory {
  lists: number;
  programs: number;
  shadows: number;
  live: number;
  readonly pots: ActivePot[];
}

const LIST = 'chaos-shops';
const PRODUCT = 'DEBIT-CLASSIC';
const THINKING_MS = [300, 1_200] as const;
/** The condition is evaluated for every message; none of the accounts' messages meets it. */
const CONDITION = {
  all: [
    { field: 'merchantId', op: 'inList', value: LIST },
    { field: 'mcc', op: 'eq', value: '7995' },
  ],
};

/**
 * Changes the bank's merchant list and its program repeatedly, and moves versions of a rule from the shadow to live.
 * This changes no decision. The backtest at the end repeats the decisions with the editions and versions that they
 * name.
 */
export async function liveOwn(world: ChaosWorld, lived: OwnHistory): Promise<void> {
  const { insistent, isOver } = world;
  const random = world.random();
  const request = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = 'demo-bank'): Promise<Answer> =>
    insistent.request({ method, url: `/V2/${url}`, as, ...(payload !== undefined && { payload }) });
  // A repeat of a change that took effect is refused. The next round continues from there.
  const isDone = ({ status }: Answer) => status === 200;
  const setList = async () => {
    const entries = ['SHOP00000000001', 'KIOSK', 'BAR 17'].filter(() => random.from(1, 2) === 1);
    const change = { kind: 'merchantId', entries, reason: 'Chaos' };
    const answer = await request('PUT', `merchant-lists/${LIST}`, change);
    // The sandbox requires a second person once a live rule reads the list.
    const approval = `change-requests/${answer.json.change_request_id}/approve`;
    const changed = answer.status === 202 ? await request('POST', approval, {}, 'demo-checker') : answer;
    if (isDone(changed)) lived.lists += 1;
  };
  // The shared limit continues to count with another max. The key makes a repeated request take effect once.
  const setProgram = async () => {
    const defaults = { fallbackStatus: random.pick(['ON', 'OFF']), cashTransactionLimit: `${random.from(1, 900)}.00` };
    const before = lived.pots.at(-1);
    const maxMinor = random.from(50, 500) * 100;
    const pot = before === undefined || isFull(before) ? openPot(lived.pots.length + 1, maxMinor) : before;
    const headers = { 'idempotency-key': randomUUID() };
    const payload = { defaults, limits: [limitOfPot(pot, maxMinor)] };
    const beganMs = performance.now();
    const url = `/V2/programs/${PRODUCT}`;
    const done = isDone(await insistent.request({ method: 'PUT', url, as: 'demo-bank', headers, payload }));
    if (done) lived.programs += 1;
    const isKnown = done || isOver();
    if (!isKnown) throw new Error('a program was refused');
    const output = done ? '200' : undefined;
    const endedMs = done ? performance.now() : Number.POSITIVE_INFINITY;
    if (pot === before) pot.history.note({ input: { kind: 'max', maxMinor }, output, beganMs, endedMs });
    else if (done) lived.pots.push(pot);
  };
  await setList();
  await setProgram();
  const paying = livePots(world, () => lived.pots.at(-1));
  let id: string | undefined;
  while (!isOver()) {
    await delay(random.from(...THINKING_MS));
    const act = random.from(1, 3);
    if (act === 1) await setList();
    else if (act === 2) await setProgram();
    else id = await moveRule(request, id, lived);
  }
  await paying;
}

type SendRequest = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as?: string) => Promise<Answer>;

/**
 * Takes the next step of the rule: a draft, its shadow, its proposal, its approval by another person, and a later
 * draft.
 */
async function moveRule(
  request: SendRequest,
  ruleId: string | undefined,
  lived: OwnHistory,
): Promise<string | undefined> {
  const rule = { effect: '57', condition: CONDITION };
  if (ruleId === undefined) {
    const { json } = await request('POST', 'rules', { name: 'CHAOS_SHOPS', ...rule });
    if (json.rule_id !== undefined) return String(json.rule_id);
    const { items } = (await request('GET', 'rules')).json as { items?: { rule_id: string; name: string }[] };
    return items?.find(({ name }) => name === 'CHAOS_SHOPS')?.rule_id;
  }
  const { versions } = (await request('GET', `rules/${ruleId}`)).json as {
    versions?: { version: number; state: string }[];
  };
  const newest = versions?.[0];
  if (newest === undefined) return ruleId;
  const { version, state } = newest;
  if (state === 'DRAFT') {
    if ((await request('POST', `rules/${ruleId}/shadow`, { version })).status === 200) lived.shadows += 1;
  } else if (state === 'SHADOW') await request('POST', `rules/${ruleId}/propose`, { version });
  else if (state === 'PROPOSED') {
    const approved = await request('POST', `rules/${ruleId}/approve`, { version }, 'demo-checker');
    if (approved.status === 200) lived.live += 1;
  } else await request('PUT', `rules/${ruleId}`, rule);
  return ruleId;
}
