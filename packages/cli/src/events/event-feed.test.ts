import type { OutboxEvent } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { createEventFeed } from './event-feed.ts';

const event = (id: string, at: string, type = 'card.created'): OutboxEvent => ({
  id,
  type,
  indicator: null,
  stream: 'update:card:1',
  created_at: `2026-11-20T08:${at}.000Z`,
  expires_at: null,
});
const idsOf = (events: readonly OutboxEvent[]) => events.map(({ id }) => id);

describe('the feed of events', () => {
  it('returns each event once, oldest first, even if it is listed late', () => {
    const feed = createEventFeed('2026-11-20T08:00:00.000Z');
    expect(feed.from()).toBe('2026-11-20T08:00:00.000Z');
    expect(idsOf(feed.add([event('b', '05:10'), event('a', '05:00')]))).toEqual(['a', 'b']);
    expect(feed.from()).toBe('2026-11-20T08:04:10.000Z');
    const late = event('late', '04:40');
    expect(idsOf(feed.add([event('c', '05:20'), event('b', '05:10'), event('a', '05:00'), late]))).toEqual([
      'late',
      'c',
    ]);
    expect(idsOf(feed.add([event('c', '05:20'), event('b', '05:10'), event('a', '05:00'), late]))).toEqual([]);
  });

  it('returns the events of a type or a prefix only', () => {
    const all = [event('b', '00:02', 'settings.updated'), event('a', '00:01')];
    expect(idsOf(createEventFeed('2026-11-20T08:00:00.000Z', 'card.*').add(all))).toEqual(['a']);
    expect(idsOf(createEventFeed('2026-11-20T08:00:00.000Z', 'settings.updated').add(all))).toEqual(['b']);
    expect(idsOf(createEventFeed('2026-11-20T08:00:00.000Z', 'card').add(all))).toEqual([]);
  });
});
