import type { Cardwright } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { UsageError } from '../output/usage-error.ts';

export interface ResendOptions extends SharedOptions {
  readonly endpoint?: string;
  readonly since?: string;
}

interface Resent {
  readonly endpoint_id: string;
  readonly replayed: number;
}

/** Sends one event again, or all events since a time (docs/interface/webhooks.md#replay). */
export async function resendEvents(id: string | undefined, options: ResendOptions): Promise<void> {
  const { endpoint, since, json } = options;
  if ((id === undefined) === (since === undefined))
    throw new UsageError('specify either the ID of an event or --since');
  const client = await openClient(options);
  const endpoints = endpoint === undefined ? await endpointsFor(client, id) : [endpoint];
  const resent: Resent[] = [];
  for (const to of endpoints) {
    const replayed = id === undefined ? await resendSince(client, to, since ?? '') : await resendOne(client, to, id);
    resent.push({ endpoint_id: to, replayed });
  }
  if (json) return print(JSON.stringify({ resent }));
  if (resent.length === 0) print('Nothing to resend: the event was sent to no endpoint, or it is still pending.');
  for (const { endpoint_id: to, replayed } of resent) {
    print(`${replayed} ${replayed === 1 ? 'notification' : 'notifications'} will be resent to endpoint ${to}.`);
  }
}

/** Returns the endpoints that have settled an event, or all endpoints if the replay starts from a time. */
async function endpointsFor(client: Cardwright, id: string | undefined): Promise<string[]> {
  if (id === undefined) {
    const { endpoints } = await client.webhookEndpoints.list();
    return endpoints.map(({ endpoint_id }) => endpoint_id);
  }
  const { messages } = await client.events.retrieve(id);
  return messages.filter(({ state }) => state !== 'PENDING').map(({ endpoint_id }) => endpoint_id);
}

async function resendOne(client: Cardwright, endpoint: string, id: string): Promise<number> {
  const { replayed } = await client.webhookEndpoints.replay(endpoint, { notification_id: id });
  return replayed;
}

/** Repeats the call until all messages are pending again. One call covers a limited number of messages. */
async function resendSince(client: Cardwright, endpoint: string, since: string): Promise<number> {
  let replayed = 0;
  for (let from: string | null = since; from !== null; ) {
    const answer: { replayed: number; continue_since: string | null } = await client.webhookEndpoints.replay(endpoint, {
      since: from,
    });
    replayed += answer.replayed;
    from = answer.continue_since;
  }
  return replayed;
}
