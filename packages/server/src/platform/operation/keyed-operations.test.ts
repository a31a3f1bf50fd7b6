import { OPERATIONS, type Operation } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { queueNotifications } from '../../testing/cards/tokens.ts';
import { type KeyedWorld, keyedRequests } from '../../testing/requests/keyed-requests.ts';
import type { TestRequest } from '../../testing/requests/test-requests.ts';
import { type Answer, testServer } from '../../testing/test-server.ts';

const world = {} as KeyedWorld;
const KEYED = keyedRequests(world);
beforeAll(async () => {
  world.server = await testServer();
  world.card = await issueCard(world.server, { available: '10000.00' });
  await queueNotifications(world.server);
});
afterAll(() => world.server?.close());

function send({ headers, ...request }: TestRequest, as: string, key: string): Promise<Answer> {
  return world.server.request({ ...request, as, headers: { ...headers, 'idempotency-key': key } });
}

/** The transactions that wrote the rows of a table: an update that keeps the number of rows changes this text. */
const VERSIONS = "count(*) || ' ' || md5(coalesce(string_agg(one.xmin::text, ' ' order by one.xmin::text), ''))";

/** The relay updates their rows at any time. */
const DELIVERED = ['outbox_messages', 'webhook_endpoints'];

/** The versions of the rows of all tables that a change writes, except the audit log and the keys. */
async function written(): Promise<unknown> {
  const tables = ['account_changes', 'outbox_events', 'token_history', 'webhook_keys', 'tokens'];
  const more = [
    'merchant_events',
    'authorization_events',
    'merchant_deny_list',
    'edition_times',
    'rule_versions',
    'programs',
    'change_requests',
    'payment_requests',
    'task_assignments',
    'task_comments',
    'authorization_views',
    'exports',
  ];
  const versions = [...tables, ...more].map((table) => `(select ${VERSIONS} from ${table} as one) as ${table}`);
  const counts = DELIVERED.map((table) => `(select count(*) from ${table}) as ${table}`);
  return await world.server.db.sql(`select ${[...versions, ...counts].join(', ')}`);
}

const operations: readonly Operation[] = OPERATIONS;

describe('an operation that changes something and has no message id', () => {
  it('accepts an Idempotency-Key, and this test covers all such operations of the contract', () => {
    const keyed = operations.filter((operation) => 'takesIdempotencyKey' in operation).map(({ id }) => id);
    expect(Object.keys(KEYED).sort()).toEqual([...keyed].sort());
    expect(keyed).toHaveLength(62);
  });

  it('is every operation but these, which change nothing or recognize a repeat by an id in their body', () => {
    const others = operations.filter(
      (operation) =>
        operation.surface === 'rest' && operation.method !== 'GET' && operation.takesIdempotencyKey === undefined,
    );
    expect(others.map(({ id }) => id).sort()).toEqual([
      'authorization.backtest-account',
      'authorization.preview-authorization',
      'configuration.plan-configuration',
      'insurance.list-programs-by-number',
      'merchants.delete-draft',
      'merchants.onboard-merchants',
      'merchants.replace-onboarding-rules',
      'merchants.save-draft',
      'rules.analyze-rule',
      'tokens.preview-provisioning',
      'tokens.request-provisioning',
      'webhooks.test-endpoint',
    ]);
  });

  it.each(Object.keys(KEYED))('%s gives a repeat the first answer and changes nothing again', async (id) => {
    const { as = 'demo-bank', setUp, toRequest } = KEYED[id]!;
    const request = await toRequest(await setUp());
    const other = await toRequest(await setUp());
    const key = crypto.randomUUID();
    const first = await send(request, as, key);
    const done = ['backtests.start-backtest', 'rules.delete-promise'].includes(id) ? 202 : 200;
    expect([first.status, first.headers['idempotent-replayed']], first.text).toEqual([done, undefined]);
    const before = await written();
    const again = await send(request, as, key);
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([done, 'true', first.text]);
    const reused = await send(other, as, key);
    expect([reused.status, reused.json.error_code], reused.text).toEqual([422, '110']);
    expect(await written()).toEqual(before);
    const fresh = await send(other, as, crypto.randomUUID());
    expect([fresh.status, fresh.headers['idempotent-replayed']], fresh.text).toEqual([done, undefined]);
  });
});
