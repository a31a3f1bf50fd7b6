import { isAbsolute, relative, resolve } from 'node:path';
import { WEBHOOK_EVENTS } from '@cardwright/contract';

/**
 * The types and prefixes that a feed can include: all of a bank, except the token notifications of the interface, which
 * contain activation codes and contact data.
 */
export const FEED_EVENTS = WEBHOOK_EVENTS.bank.all.filter((type) => type.includes('.'));
export const USUAL_INTERVAL_SECONDS = 60;
const MAX_INTERVAL_SECONDS = 600;

/** The feed of a bank in the configuration file. */
export interface FeedSettings {
  readonly folder: string;
  readonly events: readonly string[];
  readonly interval_seconds?: unknown;
}

/**
 * Returns every problem of the feeds of all banks. Two feeds must not share a folder: a reader of one would get the events of
 * the other bank.
 */
export function findFeedProblems(banks: readonly { readonly event_feed?: FeedSettings }[]): string[] {
  const folders = banks.map(({ event_feed: feed }) => feed?.folder);
  return banks.flatMap(({ event_feed: feed }, at) => {
    if (feed === undefined) return [];
    const { folder, events, interval_seconds: interval = USUAL_INTERVAL_SECONDS } = feed;
    const path = `banks[${at}].event_feed`;
    const isShared = folders.some((other, index) => index < at && other !== undefined && overlaps(folder, other));
    const isInterval = Number(interval) >= 1 && Number(interval) <= MAX_INTERVAL_SECONDS;
    return [
      ...(isAbsolute(folder) ? [] : [`${path}.folder must be an absolute path`]),
      ...(isShared ? [`${path}.folder must not contain the folder of another bank's feed, or lie in it`] : []),
      ...(isInterval ? [] : [`${path}.interval_seconds must be 1 to ${MAX_INTERVAL_SECONDS}`]),
      ...events.flatMap((event, index) =>
        events.indexOf(event) < index ? [`${path}.events[${index}] appears twice`] : [],
      ),
    ];
  });
}

function overlaps(one: string, other: string): boolean {
  const isInside = (from: string, to: string) => !/^\.\.(\/|$)/.test(relative(resolve(from), resolve(to)));
  return isInside(one, other) || isInside(other, one);
}
