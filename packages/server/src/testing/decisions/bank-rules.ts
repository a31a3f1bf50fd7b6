import { expect } from 'vitest';
import type { Answer, TestServer } from '../test-server.ts';

type RequestServer = Pick<TestServer, 'request' | 'server'>;

/** The client that may approve demo-bank's proposals. */
const CHECKER = 'demo-checker';
let ruleCount = 0;

export const rules = (
  server: Pick<TestServer, 'request'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  as = 'demo-bank',
): Promise<Answer> => server.request({ method, url: `/V2/rules${path}`, as, ...(payload && { payload }) });

/** Returns a unique rule name. */
export function aRuleName(): string {
  ruleCount += 1;
  return `RULE_${process.pid}_${ruleCount}`;
}

export const atMerchant = (merchantId: string) => ({ field: 'merchantId', op: 'eq', value: merchantId });

/** Creates a rule, and returns its id. */
export async function writeRule(
  server: Pick<TestServer, 'request'>,
  condition: object,
  { name = aRuleName(), effect = '57', as, ...more }: Record<string, unknown> & { as?: string } = {},
): Promise<{ id: string; name: string }> {
  const { status, text, json } = await rules(server, 'POST', '', { name, effect, condition, ...more }, as);
  expect(status, text).toBe(200);
  return { id: String(json.rule_id), name: String(name) };
}

export async function moveOwnRule(
  server: Pick<TestServer, 'request'>,
  id: string,
  move: 'shadow' | 'propose' | 'retire',
  body: object = {},
): Promise<Answer> {
  const answer = await rules(server, 'POST', `/${id}/${move}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

export const approve = (
  server: Pick<TestServer, 'request'>,
  id: string,
  version = 1,
  { as = CHECKER, reason }: { as?: string; reason?: string | undefined } = {},
) => rules(server, 'POST', `/${id}/approve`, { version, ...(reason !== undefined && { reason }) }, as);

/** Takes a draft through shadow, proposal and backtest until it is live. */
export async function putInForce(server: RequestServer, id: string, version = 1, reason?: string): Promise<void> {
  await moveOwnRule(server, id, 'shadow', { version });
  await moveOwnRule(server, id, 'propose', { version });
  await server.server.backtestsIdle();
  const answer = await approve(server, id, version, { reason });
  expect(answer.status, answer.text).toBe(200);
}

/** A promise about requests for tokens, which rules for authorizations cannot break. */
export const A_PROMISE = {
  on: 'provisioning',
  condition: { field: 'requestor', op: 'eq', value: 'WALLET0001' },
  outcome: 'ALWAYS_DECLINED',
  reason: 'This wallet is not offered',
};

export async function storePromise(server: Pick<TestServer, 'request'>, name: string): Promise<Answer> {
  const url = `/V2/promises/${name}`;
  const answer = await server.request({ method: 'PUT', url, as: 'demo-bank', payload: A_PROMISE });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** Requests the end of a promise, which another person approves. Returns the id of the request. */
export async function requestDeletion(server: Pick<TestServer, 'request'>, name: string): Promise<string> {
  const url = `/V2/promises/${name}?reason=Done`;
  return String((await server.request({ method: 'DELETE', url, as: 'demo-bank' })).json.change_request_id);
}

export const approveDeletion = (server: Pick<TestServer, 'request'>, id: string) =>
  server.request({ method: 'POST', url: `/V2/change-requests/${id}/approve`, as: 'demo-checker', payload: {} });

/** Deletes promises of DEMO, all of them by default. */
export async function deletePromises(server: Pick<TestServer, 'request'>, names?: readonly string[]): Promise<void> {
  const { json } = await server.request({ method: 'GET', url: '/V2/promises', as: 'demo-bank' });
  for (const { name } of json.items as unknown as { name: string }[]) {
    if (names?.includes(name) === false) continue;
    const approved = await approveDeletion(server, await requestDeletion(server, name));
    expect(approved.status, approved.text).toBe(200);
  }
}

/** Proposes a rule that breaks a promise. Returns its id and that of its check. */
export async function brokenProposal(server: RequestServer): Promise<string> {
  await storePromise(server, 'WALLET');
  const condition = { field: 'requestor', op: 'eq', value: 'WALLET0002' };
  const { id } = await writeRule(server, condition, { on: 'provisioning', effect: 'decline' });
  await moveOwnRule(server, id, 'shadow');
  await moveOwnRule(server, id, 'propose');
  await server.server.backtestsIdle();
  const { check_id } = (await rules(server, 'GET', `/${id}/promise-check`)).json;
  return `${id} ${check_id}`;
}

/** Returns the request that overrides a check, by both ids. */
export function overrideOf(ids: string): { path: string; payload: object } {
  const [id, check_id] = ids.split(' ');
  return { path: `/${id}/promise-check/override`, payload: { version: 1, check_id, reason: 'The wallet is new' } };
}
