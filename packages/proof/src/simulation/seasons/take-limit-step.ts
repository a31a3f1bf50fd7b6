import { seededRandom } from '../../../../server/src/testing/random.ts';
import type { Answer, TestServer } from '../../../../server/src/testing/test-server.ts';
import type { ModelAccount } from '../../world/model/model-account.ts';
import type { ModelOwnLimit } from '../../world/model/model-limits.ts';
import type { ModelTokenLimit } from '../../world/model/model-provisioning.ts';
import { writeCondition } from '../../world/write/write-condition.ts';
import { reportLimit } from '../report-limit.ts';
import {
  type EndLimitAction,
  type LimitAction,
  OWN_LIMITS,
  type OwnLimitName,
  type OwnLimitTerms,
} from './generate-limits.ts';
import { seasonBank } from './season-banks.ts';
import type { Tally } from './tally.ts';

/** The parts of a run that a step on limits uses. */
interface LimitRun {
  readonly server: TestServer;
  readonly tally: Tally;
  readonly account: ModelAccount;
  readonly cards: readonly { readonly exid: string }[];
  readonly accountNumber: string;
}

const WINDOWS = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY', lifetime: 'LIFETIME' } as const;

const request = (
  { server, account }: Pick<LimitRun, 'server' | 'account'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) =>
  server.request({
    method,
    url: `/V2/limits${path}`,
    as: seasonBank(account.bank).caller,
    ...(payload !== undefined && { payload }),
  });

/** Sets the limit on the server and in the model, and compares the use of all limits. */
export async function setOwnLimit(
  run: LimitRun,
  { nowMs }: { nowMs: number },
  { card: target, name, terms }: LimitAction,
) {
  const { isOfCard } = OWN_LIMITS[name];
  const card = isOfCard ? target % run.cards.length : undefined;
  const owner =
    card === undefined
      ? { level: 'account', account_number: run.accountNumber }
      : { level: 'card', card_identifier_id: run.cards[card]?.exid };
  const limit = limitOf(name, card, terms);
  const limitReport = terms.lock === 'first' ? { id: name, lockMerchant: 'first' } : reportLimit(limit, 2);
  const where = limit.where === undefined ? {} : { where: limit.where };
  const payload = { ...owner, ...limitReport, ...where };
  const answer = await request(run, 'POST', '', payload);
  run.account.limits.set(limit);
  run.tally.note('limit');
  return {
    step: `limit ${JSON.stringify(payload)}`,
    expected: `200: ${run.account.limits.used(nowMs).sort().join(', ')}`,
    answered: `${answer.status}: ${await usedOf(run)}`,
  };
}

/** Sets limits of requests for tokens on the server. The model of the tokens has them from the start. */
export async function setTokenLimits(run: Omit<LimitRun, 'tally'>, limits: readonly ModelTokenLimit[]): Promise<void> {
  for (const limit of limits) {
    const owner =
      limit.card === undefined
        ? { level: 'account', account_number: run.accountNumber }
        : { level: 'card', card_identifier_id: run.cards[limit.card]?.exid };
    const reported = reportLimit({ ...limit, measure: 'count' }, 0);
    const payload = { ...owner, ...reported, measure: 'provisionings' };
    const { status, text } = await request(run, 'POST', '', payload);
    if (status !== 200) throw new Error(`cannot set up: ${text}`);
  }
}

/** The limit in the form of the model. */
function limitOf(id: OwnLimitName, card: number | undefined, terms: OwnLimitTerms): ModelOwnLimit {
  const { window, of, max, where, lock } = terms;
  const { measure } = OWN_LIMITS[id];
  const condition = where === undefined ? {} : { where: writeCondition(seededRandom(where)) };
  if (lock === 'first') {
    return { id, card, measure, of: 'approvals', window: 'LIFETIME', max: 1, ...condition };
  }
  if (lock !== undefined) return { id, card, measure, of: 'approvals', window: 'LIFETIME', max: 1, lock, ...condition };
  const counted: ModelOwnLimit['window'] = typeof window === 'number' ? { slidingMs: window * 1_000 } : WINDOWS[window];
  return { ...{ id, card, measure, of, max }, window: counted, ...condition };
}

export async function endOwnLimit(run: LimitRun, { nowMs }: { nowMs: number }, { card: target, name }: EndLimitAction) {
  const card = OWN_LIMITS[name].isOfCard ? target % run.cards.length : undefined;
  const owner =
    card === undefined ? `account_number=${run.accountNumber}` : `card_identifier_id=${run.cards[card]?.exid}`;
  const answer = await request(run, 'DELETE', `/${name}?${owner}`);
  const isDone = run.account.limits.end(name, card);
  return {
    step: `end limit ${name} of ${card ?? 'the account'}`,
    expected: `${isDone ? 200 : 404}: ${run.account.limits.used(nowMs).sort().join(', ')}`,
    answered: `${answer.status}: ${await usedOf(run)}`,
  };
}

/** The use of the limits of an account according to the server: those of payments, or of requests for tokens. */
export async function usedOf(run: Omit<LimitRun, 'tally'>, ofTokens = false): Promise<string> {
  const { json }: Answer = await request(run, 'GET', `?account_number=${run.accountNumber}`);
  return (json.items as unknown as ReportedLimit[])
    .filter(({ measure }) => (measure === 'provisionings') === ofTokens)
    .map((limit) => {
      const { id, card_identifier_id: exid } = limit;
      const card = exid === null ? '-' : run.cards.findIndex((one) => one.exid === exid);
      return `${id} ${card} ${usageText(limit)}`;
    })
    .sort()
    .join(', ');
}

interface ReportedLimit {
  readonly id: string;
  readonly level: string;
  readonly card_identifier_id: string | null;
  readonly product_code?: string;
  readonly measure: string;
  readonly used: string;
  readonly since: string;
}

function usageText({ measure, used, since, product_code: product }: ReportedLimit): string {
  const count = measure === 'amount' ? String(Math.round(Number(used) * 100)) : used;
  return product === undefined ? count : `${count} since ${Date.parse(since)}`;
}

/** The use of the limits that the accounts of a bank share, according to the server. */
export async function usedTogether({ server, account }: Pick<LimitRun, 'server' | 'account'>): Promise<string> {
  const { caller, product } = seasonBank(account.bank);
  const { json } = await server.request({ url: `/V2/limits?product_code=${product}`, as: caller });
  const items = json.items as unknown as ReportedLimit[];
  return items
    .map((limit) => `${limit.id} ${limit.level} ${usageText(limit)}`)
    .sort()
    .join(', ');
}
