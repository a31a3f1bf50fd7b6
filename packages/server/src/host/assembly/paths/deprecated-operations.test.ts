import { createClient, listRules } from '@cardwright/contract';
import { beforeAll, expect, it } from 'vitest';
import { clientBody } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { type Answer, testServer } from '../../../testing/test-server.ts';
import { buildServer } from '../server.ts';

/**
 * The contract has no deprecated operation, so a plain JSON operation and one of the envelope are marked here, before
 * the server starts.
 */
const DEPRECATED = [listRules, createClient] as { deprecation?: unknown }[];
beforeAll(() => {
  for (const operation of DEPRECATED) {
    operation.deprecation = { since: '2027-01-31', sunset: '2027-08-01', replacement: 'docs/interface/rules.md#list' };
  }
});
const server = fileResource(() => testServer({}, { program: buildServer }));

const ENDING = {
  deprecation: '@1801353600',
  sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
  link: '</docs/guide/interface/rules#list>; rel="deprecation"; type="text/html"',
};
function announced({ headers: { deprecation, sunset, link } }: Answer) {
  return { deprecation, sunset, link };
}

it('a deprecated operation announces its end in every answer, and in the OpenAPI document', async () => {
  for (const [url, as, status] of [
    ['/V2/rules', 'demo-bank', 200],
    ['/V1/rules?state=NONE', 'demo-bank', 400],
    ['/V2/rules', 'demo-network', 403],
    ['/V2/rules', undefined, 401],
  ] as const) {
    const answer = await server.request({ method: 'GET', url, ...(as && { as }) });
    expect([answer.status, announced(answer)], url).toEqual([status, ENDING]);
  }
  const document = (await server.request({ method: 'GET', url: '/openapi.json' })).json;
  expect(JSON.stringify(document)).toContain('"deprecated":true');
});

it('so does an operation of the envelope at its path, but not at /services, nor does another method of a path', async () => {
  const created = await server.envelope('clients.create-client', clientBody('CIF-DEPRECATED-1'));
  expect([created.exception.error_code, announced(created.http)]).toEqual(['000', ENDING]);
  const none = { deprecation: undefined, sunset: undefined, link: undefined };
  const dispatched = await server.envelope('clients.create-client', clientBody('CIF-DEPRECATED-2'), {
    path: '/V2/services',
  });
  expect([dispatched.exception.error_code, announced(dispatched.http)]).toEqual(['000', none]);
  const written = await server.request({ method: 'POST', url: '/V2/rules', as: 'demo-bank', payload: {} });
  expect([written.status, announced(written)]).toEqual([400, none]);
});
