import { setTimeout as sleep } from 'node:timers/promises';
import type { Cardwright } from '@cardwright/sdk';
import { SandboxError } from '../../output/usage-error.ts';
import { answerDelivery, NOTIFICATIONS } from '../../streams/answer-delivery.ts';
import { openStream } from '../../streams/open-stream.ts';
import { callSandbox } from '../call-sandbox.ts';
import { TOKEN_TRIGGERS } from './token-triggers.ts';
import type { Trigger } from './trigger.ts';

/**
 * The number of failures after which the outbox counts an endpoint as failing:
 * docs/interface/webhooks.md#operational-events.
 */
const FAILURES = 10;
const FAILING_AFTER_SECONDS = 11 * 60;
const POLL_INTERVAL_MS = 100;
const WITHIN_MS = 30_000;
const FINAL = '30';

interface Failing {
  readonly status: number;
  readonly body: string;
  /** The number of failures before the clock moves. */
  readonly times: number;
}

/** Registers an endpoint for this run that answers each notification the same way until the event about it is sent. */
function failing(event: string, { status, body, times }: Failing): Trigger {
  return async (scene) => {
    const { client } = scene;
    const stop = new AbortController();
    const stream = openStream(client, NOTIFICATIONS, stop.signal);
    const { value: opened } = await stream.next();
    const since = await latestOf(client, event);
    const { endpoint } = await client.webhookEndpoints.register({
      url: opened?.data.url,
      description: 'cardwright trigger',
      events: ['TC'],
      ...(body !== '' && { final_codes: [FINAL] }),
    });
    const { endpoint_id: id } = endpoint;
    let answered = 0;
    const answering = (async () => {
      for await (const { event: kind, data } of stream) {
        if (kind !== 'delivery') continue;
        await answerDelivery(client, opened?.data.listener_id, data.delivery_id, { status, body });
        answered += 1;
      }
    })();
    try {
      for (let count = 0; count < times; count += 1) await TOKEN_TRIGGERS.TC(scene);
      await until(event, async () => answered >= times);
      if (times > 1) await callSandbox(scene.url, '/sandbox/clock', { advance_seconds: FAILING_AFTER_SECONDS });
      await until(event, async () => (await latestOf(client, event)) !== since);
    } finally {
      stop.abort();
      await answering;
      await client.webhookEndpoints.delete(id);
    }
    return { about: { endpoint_id: id }, notifications: [...Array<string>(times).fill('TC'), event] };
  };
}

/**
 * Registers an endpoint and changes its events, then deletes it. The endpoint subscribes to rules that go live, so
 * nothing is sent to its URL in the meantime.
 */
function changing(last: 'endpoint.registered' | 'endpoint.changed'): Trigger {
  return async ({ client, url }) => {
    const { endpoint } = await client.webhookEndpoints.register({
      url: new URL('/trigger', url).href,
      description: 'cardwright trigger',
      events: ['rule.live'],
    });
    const { endpoint_id: id } = endpoint;
    try {
      if (last === 'endpoint.changed')
        await client.webhookEndpoints.update(id, { events: ['rule.live', 'limit.reached'] });
    } finally {
      await client.webhookEndpoints.delete(id);
    }
    const notifications = ['endpoint.registered', ...(last === 'endpoint.changed' ? [last] : [])];
    return { about: { endpoint_id: id }, notifications };
  };
}

export const ENDPOINT_TRIGGERS = {
  'endpoint.registered': changing('endpoint.registered'),
  'endpoint.changed': changing('endpoint.changed'),
  'endpoint.failing': failing('endpoint.failing', { status: 500, body: '', times: FAILURES }),
  'endpoint.disabled': failing('endpoint.disabled', { status: 410, body: '', times: 1 }),
  'message.dead': failing('message.dead', {
    status: 200,
    body: JSON.stringify({ type: 'TC', response: { status: { code: FINAL, description: 'Format error' } } }),
    times: 1,
  }),
} satisfies Record<string, Trigger>;

async function latestOf(client: Cardwright, type: string): Promise<string | undefined> {
  const { items } = await client.events.list({ type, limit: '1' });
  return items[0]?.id;
}

async function until(event: string, isSo: () => Promise<boolean>): Promise<void> {
  const ends = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > ends) {
      throw new SandboxError(
        `no ${event} was sent in time: check that an endpoint subscribes to it, such as the one of "cardwright listen"`,
        true,
      );
    }
    await sleep(POLL_INTERVAL_MS);
  }
}
