import { ALL_CHANGES, WEBHOOK_EVENTS, type WebhookEvent } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { checkAddress } from '../connection/choose-profile.ts';
import { chosenProfile } from '../connection/open-client.ts';
import { bold, faint, paint } from '../output/paint.ts';
import { print, printMessage } from '../output/print.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { sandboxClient } from '../sandbox/sandbox-client.ts';
import { answerDelivery, NOTIFICATIONS } from './answer-delivery.ts';
import { type ForwardDelivery, type ForwardResult, forward, memberOf } from './forward.ts';
import { openStream } from './open-stream.ts';
import type { ListenOptions } from './stream-options.ts';

const CHANGES: ReadonlySet<string> = new Set(ALL_CHANGES);

/** Forwards notifications until the command is interrupted. */
export async function listen(options: ListenOptions): Promise<void> {
  const target = options.forwardTo === undefined ? undefined : checkAddress(options.forwardTo);
  const { client, fixtures } = await sandboxClient(options);
  const { client_id: caller } = await chosenProfile(options);
  const events = options.events ?? eventsOf(fixtures.oauth.find(({ client_id }) => client_id === caller)?.kind);
  const stopped = untilInterrupted();
  const inFlight = new Set<Promise<void>>();
  let endpointId: string | undefined;
  let listenerId = '';
  try {
    for await (const { event, data } of openStream(client, NOTIFICATIONS, stopped)) {
      if (event === 'open') {
        listenerId = data.listener_id;
        endpointId = await register(client, data.url, target, { ...options, events });
      }
      if (event !== 'delivery') continue;
      const one = handle(client, listenerId, data, target, options.json === true)
        .catch((error: Error) => printMessage(`failed to answer: ${error.message}`))
        .finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
    await Promise.all(inFlight);
  } finally {
    if (endpointId !== undefined) await remove(client, endpointId);
  }
}

/**
 * Returns all events that the caller's tenant can subscribe to, except those of changes, because every request of an
 * integrator changes something. A caller that is not in the fixtures belongs to a bank.
 */
function eventsOf(kind: string | undefined): readonly WebhookEvent[] {
  const { all } = WEBHOOK_EVENTS[kind === 'acquirer' ? 'acquirer' : 'bank'];
  // A type covers all of its indicators, and a prefix covers types, so each is subscribed to once.
  return all.filter((event) => !/^TD:|\.\*$/.test(event) && !CHANGES.has(event));
}

async function register(
  client: Cardwright,
  url: string,
  target: string | undefined,
  { since, json, events }: ListenOptions & { readonly events: readonly string[] },
): Promise<string> {
  const { endpoint, secret } = await client.webhookEndpoints.register({
    url,
    description: 'cardwright listen',
    events: events as WebhookEvent[],
    ...(since !== undefined && { backfill: { since } }),
  });
  if (json) print(JSON.stringify({ event: 'listening', endpoint_id: endpoint.endpoint_id, secret }));
  else {
    printMessage(`Listening${target === undefined ? '' : `, and forwarding to ${target}`}. Press Ctrl-C to stop.`);
    printMessage(`Webhook secret of this run: ${bold(secret)}`);
  }
  return endpoint.endpoint_id;
}

async function handle(
  client: Cardwright,
  listenerId: string,
  delivery: ForwardDelivery,
  target: string | undefined,
  asJson: boolean,
): Promise<void> {
  const beganAt = performance.now();
  const answer = await forward(delivery, target);
  const ms = Math.round(performance.now() - beganAt);
  printDelivery(delivery, answer, ms, asJson);
  const confirmation = await answerDelivery(client, listenerId, delivery.delivery_id, answer);
  if (!confirmation.ok)
    printMessage(
      `the sandbox no longer waits for this response (HTTP ${confirmation.status}), and sends the notification again`,
    );
}

function printDelivery(
  delivery: ForwardDelivery,
  { status, body, problem }: ForwardResult,
  ms: number,
  asJson: boolean,
): void {
  const id = delivery.headers['webhook-id'];
  const type = memberOf(delivery.body, 'type') || memberOf(delivery.body, 'event');
  const code = memberOf(body, 'response', 'status', 'code');
  if (asJson) {
    const { headers, body: bodyText } = delivery;
    const event = { event: 'delivery', id, type, headers, body: bodyText, status, answer: body, code, ms, problem };
    print(JSON.stringify(event));
    return;
  }
  const isAccepted = status >= 200 && status < 300 && (code === '' || code === '00');
  const verdict = paint(isAccepted ? 'green' : 'red', `${status}${code === '' ? '' : ` code ${code}`}`);
  print(`${faint(new Date().toISOString().slice(11, 19))}  ${type}  ${id}  ${verdict}  ${ms} ms`);
  if (problem !== undefined) printMessage(problem);
}

/** Removes the endpoint, even after a failure, so that nothing more is sent to it. */
async function remove(client: Cardwright, endpointId: string): Promise<void> {
  await client.webhookEndpoints.delete(endpointId).catch((error: Error) => {
    printMessage(`Failed to delete the endpoint ${endpointId}: ${error.message}`);
    printMessage(`To delete it, run: cardwright call webhooks.delete-endpoint endpoint_id=${endpointId}`);
  });
}
