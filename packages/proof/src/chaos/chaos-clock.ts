import type { ChaosClient } from '../world/client/chaos-client.ts';

/** The offset of the sandbox bank's time zone, Asia/Dubai, which has no summer time. */
const OFFSET_MS = 4 * 3_600_000;
const DAY_MS = 86_400_000;
const AFTER_MIDNIGHT_S = 300;
/** The time that the run itself takes, in addition to its minutes. */
const RESERVE_MS = 30 * 60_000;

/**
 * Returns a function that moves the clock of one server, but never into the next day: the counters of windows would
 * restart at midnight, at which the two clocks may disagree. A run that would reach midnight by itself starts after
 * midnight.
 */
export async function moveWithinDay(
  client: ChaosClient,
  minutes: number,
): Promise<(server: number, seconds: number) => Promise<boolean>> {
  const sender = client.of(0);
  const { json } = await sender.request({ url: '/sandbox/clock' });
  const leftMs = untilMidnightMs(Date.parse(String(json.now)));
  let budgetMs = leftMs - minutes * 60_000 - RESERVE_MS;
  if (budgetMs < 3_600_000) {
    for (const server of [0, 1]) await move(client, server, server === 0 ? leftMs / 1_000 + AFTER_MIDNIGHT_S : 1);
    budgetMs = DAY_MS - 2 * RESERVE_MS - minutes * 60_000;
  }
  return async (server, seconds) => {
    if (seconds * 1_000 > budgetMs) return false;
    budgetMs -= seconds * 1_000;
    return await move(client, server, seconds);
  };
}

function untilMidnightMs(nowMs: number): number {
  return DAY_MS - ((nowMs + OFFSET_MS) % DAY_MS);
}

/**
 * Moves the clock of a server. The database stores the offset: a server that moves after another one starts from its
 * time.
 */
export async function move(client: ChaosClient, server: number, seconds: number): Promise<boolean> {
  const payload = { advance_seconds: Math.ceil(seconds) };
  const { status } = await client.of(server).request({ method: 'POST', url: '/sandbox/clock', payload });
  return status === 200;
}
