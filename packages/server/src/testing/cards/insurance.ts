import { expect } from 'vitest';
import type { Answer, TestServer } from '../test-server.ts';
import { type IssuedCard, issueCard } from './issued-cards.ts';

/** The three headers of every insurance request. */
export const INSURANCE_HEADERS = {
  'Unique-Reference-Code': 'URC000000001',
  'Channel-Id': 'MOBILE',
  'Financial-Id': 'DEMO',
};

export interface InsuranceRequest {
  as?: string;
  /** Replaces or adds headers; undefined omits one. */
  headers?: Record<string, string | undefined>;
  /** The path prefix: /V2, /V1 or nothing. */
  version?: string;
}

/** Sends a request to a path such as `/cards/{id}/insurances/01`. */
export function insurance(
  server: Pick<TestServer, 'request'>,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { as = 'demo-bank', headers = {}, version = '', body }: InsuranceRequest & { body?: object } = {},
): Promise<Answer> {
  const bank = { 'Financial-Id': as === 'other-bank' ? 'OTHR' : 'DEMO' };
  const all = Object.entries({ ...INSURANCE_HEADERS, ...bank, ...headers });
  const fields = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Record<string, string>;
  return server.request({
    method,
    url: `${version}${path}`,
    as,
    headers: fields,
    ...(body !== undefined && { payload: body }),
  });
}

export interface InsuranceChange {
  is_active: string;
  requested_by?: string | null;
}

export const ACTIVE: InsuranceChange = { is_active: 'ACTIVE' };
export const BY_CARDHOLDER: InsuranceChange = { is_active: 'CANCELLED', requested_by: 'CARDHOLDER' };
export const BY_UNDERWRITER: InsuranceChange = { is_active: 'CANCELLED', requested_by: 'UNDERWRITER' };

export function listInsurance(server: TestServer, id: string, more: InsuranceRequest & { query?: string } = {}) {
  return insurance(server, 'GET', `/cards/${id}/insurances${more.query ?? ''}`, more);
}

export function changeInsurance(
  server: TestServer,
  id: string,
  code: string,
  requested: InsuranceChange,
  more: InsuranceRequest = {},
) {
  return insurance(server, 'PATCH', `/cards/${id}/insurances/${code}`, { ...more, body: requested });
}

/** Issues a card with the programs 01 and 03 in force, and with 02 cancelled by its holder. */
export async function issueInsuredCard(server: TestServer): Promise<IssuedCard> {
  const card = await issueCard(server);
  const changed = async (code: string, requested: InsuranceChange) =>
    expect((await changeInsurance(server, card.exid, code, requested)).status).toBe(200);
  // not in the order of their codes
  for (const code of ['03', '01', '02']) await changed(code, ACTIVE);
  await changed('02', BY_CARDHOLDER);
  return card;
}

/** Returns the codes of the programs in an answer. */
export function codesOf({ json }: Answer): string[] {
  return (json.insurance_products as { code: string }[]).map(({ code }) => code);
}

export function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.json.error_code, answer.headers['content-type']]).toEqual([
    status,
    code,
    'application/problem+json; charset=utf-8',
  ]);
}
