import { Dice } from '../../simulation/dice.ts';
import type { ModelAccount } from '../../simulation/model-account.ts';
import type { ModelOwnLimit } from '../../simulation/model-limits.ts';
import { writeCondition } from '../../simulation/write-condition.ts';
import type { Answer, TestServer } from '../test-server.ts';
import {
  type EndLimitAction,
  type LimitAction,
  OWN_LIMITS,
  type OwnLimitName,
  type OwnLimitTerms,
} from './generate-limits.ts';
import { seasonBank } from './season-banks.ts';
import type { Tally } from './tally.ts';

/** What a step on limits needs of a run. */
interface LimitRun {
  readonly server: TestServer;
  readonly tally: Tally;
  readonly account: ModelAccount;
  readonly cards: readonly { readonly exid: string }[];
  readonly accountNumber: string;
}

const WINDOWS = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY', lifetime: 'LIFETIME' } as const;

const ask = ({ server, account }: LimitRun, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.request({
    method,
    url: `/V2/limits${path}`,
    as: seasonBank(account.bank).caller,
    ...(payload !== undefined && { payload }),
  });

/** The limit, on the server and in the model; then both have the same used of all limits. */
export async function setOwnLimit(
  run: LimitRun,
  { nowMs }: { nowMs: number },
  { card: asked, name, terms }: LimitAction,
) {
  const { isOfCard } = OWN_LIMITS[name];
  const card = isOfCard ? asked % run.cards.length : undefined;
  const owner =
    card === undefined
      ? { level: 'account', account_number: run.accountNumber }
      : { level: 'card', card_identifier_id: run.cards[card]?.exid };
  const { told, limit } = limitOf(name, terms);
  const payload = { id: name, ...owner, ...told };
  const answer = await ask(run, 'POST', '', payload);
  run.account.limits.set({ id: name, card, ...limit });
  run.tally.note('limit');
  return {
    asked: `limit ${JSON.stringify(payload)}`,
    expected: `200: ${run.account.limits.used(nowMs).sort().join(', ')}`,
    answered: `${answer.status}: ${await usedOf(run)}`,
  };
}

/** As it is sent, and as the model has it. */
function limitOf(name: OwnLimitName, { window, of, max, where, lock }: OwnLimitTerms) {
  const { measure } = OWN_LIMITS[name];
  const condition = where === undefined ? {} : { where: writeCondition(new Dice(where)) };
  if (lock !== undefined) {
    const limit = { measure, of: 'approvals', window: 'LIFETIME', max: 1, ...condition } as const;
    return { told: { lockMerchant: lock, ...condition }, limit: lock === 'first' ? limit : { ...limit, lock } };
  }
  const counted: ModelOwnLimit['window'] = typeof window === 'number' ? { slidingMs: window * 1_000 } : WINDOWS[window];
  const told = {
    ...{ measure, of },
    window: typeof window === 'number' ? { sliding: window } : { calendar: window },
    max: measure === 'amount' ? (max / 100).toFixed(2) : String(max),
    ...condition,
  };
  return { told, limit: { ...{ measure, of, max }, window: counted, ...condition } };
}

export async function endOwnLimit(run: LimitRun, { nowMs }: { nowMs: number }, { card: asked, name }: EndLimitAction) {
  const card = OWN_LIMITS[name].isOfCard ? asked % run.cards.length : undefined;
  const owner =
    card === undefined ? `account_number=${run.accountNumber}` : `card_identifier_id=${run.cards[card]?.exid}`;
  const answer = await ask(run, 'DELETE', `/${name}?${owner}`);
  const isDone = run.account.limits.end(name, card);
  return {
    asked: `end limit ${name} of ${card ?? 'the account'}`,
    expected: `${isDone ? 200 : 404}: ${run.account.limits.used(nowMs).sort().join(', ')}`,
    answered: `${answer.status}: ${await usedOf(run)}`,
  };
}

async function usedOf(run: LimitRun): Promise<string> {
  const { json }: Answer = await ask(run, 'GET', `?account_number=${run.accountNumber}`);
  const items = json.items as unknown as {
    id: string;
    card_identifier_id: string | null;
    measure: string;
    used: string;
  }[];
  return items
    .map(({ id, card_identifier_id: exid, measure, used }) => {
      const card = exid === null ? '-' : run.cards.findIndex((one) => one.exid === exid);
      return `${id} ${card} ${measure === 'amount' ? Math.round(Number(used) * 100) : used}`;
    })
    .sort()
    .join(', ');
}
