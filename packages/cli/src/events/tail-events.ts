import { setTimeout as wait } from 'node:timers/promises';
import type { OutboxEvent } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { bold, faint } from '../output/paint.ts';
import { print, printMessage } from '../output/print.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { createEventFeed } from './event-feed.ts';

export interface TailEventsOptions extends SharedOptions {
  readonly type?: string;
  readonly since?: string;
}

/** Each request adds a row to the audit log, so the list is not read more often. */
const EVERY_MS = 5_000;

/** Prints events as they are published, until the command is interrupted. */
export async function tailEvents({ type, since, ...options }: TailEventsOptions): Promise<void> {
  const client = await openClient(options);
  const stopped = untilInterrupted();
  const feed = createEventFeed(since ?? (await newestTime(client)), type);
  if (!options.json) printMessage('Waiting for events. Press Ctrl-C to stop.');
  // Skips the events that were listed before the command started.
  if (since === undefined) feed.add(await listSince(client, feed.from()));
  while (!stopped.aborted) {
    for (const event of feed.add(await listSince(client, feed.from()))) {
      print(options.json ? JSON.stringify(event) : lineOf(event));
    }
    await wait(EVERY_MS, undefined, { signal: stopped }).catch(() => {});
  }
}

/** The time of the newest event, by the clock of the server. */
async function newestTime(client: Cardwright): Promise<string> {
  const [newest] = await client.events.list({ limit: '1' }).take(1);
  return newest?.created_at ?? '1970-01-01T00:00:00.000Z';
}

async function listSince(client: Cardwright, from: string): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  for await (const event of client.events.list({ from })) events.push(event);
  return events;
}

function lineOf({ created_at: at, type, indicator, stream, id }: OutboxEvent): string {
  return `${faint(at)}  ${bold(indicator === null ? type : `${type}:${indicator}`)}  ${stream}  ${faint(id)}`;
}
