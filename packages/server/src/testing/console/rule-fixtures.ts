import { expect } from 'vitest';
import { waitForIndex } from '../background-work.ts';
import { type DemoSession, signInDemo } from '../callers/demo-sessions.ts';
import { use } from '../cards/card-control.ts';
import type { IssuedCard } from '../cards/issued-cards.ts';
import type { TestServer } from '../test-server.ts';

/** A live rule with a draft of its next version, a rule that waits for approval, a rule that is only a draft, and a list. */
export interface RuleFixtures {
  readonly live: string;
  readonly proposed: string;
  readonly draft: string;
  readonly list: string;
}

/**
 * Creates rules: Noor writes and proposes them, Salim approves. The live rule declines one payment, and the proposed rule would
 * decline it.
 */
export async function makeOwnRules(server: TestServer, card: IssuedCard): Promise<RuleFixtures> {
  const noor = await signInDemo(server, 'noor');
  const salim = await signInDemo(server, 'salim');
  const send = async (person: DemoSession, method: 'POST' | 'PUT', path: string, body: object) => {
    const { status, json, text } = await person.send(method, path, body);
    expect(status, text).toBe(200);
    return json;
  };
  const list = 'gambling';
  await send(noor, 'PUT', `/V2/merchant-lists/${list}`, { kind: 'mcc', entries: ['7995', '7800', '7801'] });
  const write = async (name: string, condition: object, more = {}) =>
    String((await send(noor, 'POST', '/V2/rules', { name, effect: '57', condition, ...more })).rule_id);
  const gambling = { field: 'mcc', op: 'inList', value: list };
  const live = await write('NO_GAMBLING', gambling, { description: 'Asked for by the risk committee.' });
  await send(noor, 'POST', `/V2/rules/${live}/shadow`, {});
  await use(server, card, { Merchant_Type: '7995' });
  await send(noor, 'POST', `/V2/rules/${live}/propose`, {});
  await server.server.backtestsIdle();
  await send(salim, 'POST', `/V2/rules/${live}/approve`, { version: 1 });
  const proposed = await write('NIGHT_SHOPS', {
    all: [
      { field: 'channel', op: 'eq', value: 'ECOM' },
      { not: { field: 'mcc', op: 'inList', value: list } },
      {
        any: [
          { field: 'amount', op: 'gt', value: '10.00' },
          { field: 'localHour', op: 'gte', value: 22 },
        ],
      },
    ],
  });
  await send(noor, 'POST', `/V2/rules/${proposed}/shadow`, {});
  await use(server, card, { Merchant_Type: '7995' });
  await use(server, card, { Merchant_Type: '5411' });
  await waitForIndex(server);
  await send(noor, 'POST', `/V2/rules/${proposed}/propose`, {});
  await server.server.backtestsIdle();
  await send(noor, 'PUT', `/V2/rules/${live}`, {
    effect: '62',
    condition: { any: [gambling, { field: 'isForeign', op: 'eq', value: true }] },
  });
  const draft = await write(
    'FAR_AWAY',
    { field: 'country', op: 'notIn', value: ['AE', 'SA'] },
    { until: '2027-01-01T00:00:00Z' },
  );
  return { live, proposed, draft, list };
}
