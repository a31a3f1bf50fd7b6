import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operationPages } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '../../../../server/src/testing/test-server.ts';
import type { DescribedOperation } from '../text/contents.ts';
import type { PageSettings } from '../text/page-settings.ts';
import { bodyText } from './example-text.ts';
import { type ExampleResult, publishedCallerOf, sendExample } from './send-example.ts';

const FOLDER = fileURLToPath(new URL('../../../../contract/examples/', import.meta.url));
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
const pages = operationPages(new Map(files.map((path) => [path, readFileSync(`${FOLDER}${path}`, 'utf8')]))).flatMap(
  ({ operations }) => operations,
);

const server = fileServer();
let base: string;
let settings: PageSettings;
beforeAll(async () => {
  base = await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  settings = (await (await fetch(`${base}/docs/settings.json`)).json()) as PageSettings;
});

const operationNamed = (operationId: string) => pages.find(({ id }) => id === operationId) as DescribedOperation;

/** Sends the first example of an operation, as the button of the page does. */
function send(id: string): Promise<ExampleResult> {
  const operation = operationNamed(id);
  const [example] = operation.examples;
  if (example === undefined) throw new Error(`${id} has no example`);
  const { method, path, headers = {}, body } = example.request;
  const request = { method, path, headers, body: body === undefined ? undefined : bodyText(body, 'Gw') };
  return sendExample({ operation, example, settings, request, server: base });
}

describe('an example that a reader of /docs sends to the sandbox', () => {
  it.each([
    'access.issue-token',
    'access.list-audit',
    'clients.create-client',
    'accounts.enquire-balance',
    'authorization.authorize-ecommerce',
    'authorization.preview-authorization',
    'authorization.backtest-account',
    'card-settings.update-settings',
    'cards.create-card',
    'cards.enquire-card',
    'restrictions.set-restriction',
    'insurance.change-program',
    'merchants.read-merchant',
    'tokens.provision-token',
    'tokens.read-token',
    'receiver.receive-token-notification',
    'webhooks.register-endpoint',
    'webhooks.read-endpoint',
    'people.list-people',
    'services.dispatch',
  ])('%s succeeds without a sign-in, and succeeds again', async (id) => {
    for (const again of [1, 2]) {
      const { answer } = await send(id);
      expect(answer.status, `${again}: ${answer.body}`).toBe(200);
    }
  });

  it('has a new message id each time, so that it is not a repeat', async () => {
    const ids = [await send('clients.create-client'), await send('clients.create-client')].map(
      ({ request }) => /"msg_id": "(\w+)"/.exec(request.body ?? '')?.[1],
    );
    expect(ids[0]).toMatch(/^DOC\d{9}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('is approved as a payment with a card of the sandbox', async () => {
    const { answer, caller } = await send('authorization.authorize-ecommerce');
    expect([caller, JSON.parse(answer.body).Action_Code]).toEqual(['demo-network', '00']);
    expect(answer.headers.map(([name]) => name)).toContain('x-request-id');
  });

  it('shows a refusal unchanged', async () => {
    const { answer } = await send('people.end-session');
    expect([answer.status, JSON.parse(answer.body).error_code]).toEqual([404, '315']);
  });

  it('is sent by a permitted caller: another person for each step of a review', () => {
    const senderOf = (id: string) => {
      const operation = operationNamed(id);
      return publishedCallerOf(operation, operation.examples[0] as never, settings)?.clientId;
    };
    expect(
      [
        'cards.create-card',
        'merchants.onboard-merchants',
        'merchants.review-application',
        'merchants.approve-application',
      ].map(senderOf),
    ).toEqual(['demo-bank', 'demo-acquirer', 'demo-reviewer', 'demo-approver']);
    expect(publishedCallerOf({ scope: 'cards:write' }, { caller: 'demo-bank' }, { callers: [] })).toBeUndefined();
  });
});
