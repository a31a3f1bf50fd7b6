import { availableParallelism, loadavg } from 'node:os';
import type { Attempt } from './chaos-client.ts';
import { DEADLINE_MS } from './chaos-servers.ts';
import type { Harm } from './nemesis.ts';

/** For the way through proxies; as many times longer as there are processes that want each core. */
const MARGIN_MS = 1_500;
/** A connection is waited for, then a statement, then the driver gives up: docs/reliability.md#time-limits. */
const OTHER_MS = 10_000 + 12_000;

/** Does all that falls due before it answers. */
const CLOCK = '/sandbox/clock';
const AUTHORIZATION = '/authorizations/Ecommerce';

/** Times in which the run itself could not look: what is measured then is its own lateness. */
interface Lateness {
  readonly beganMs: number;
  readonly endedMs: number;
}

/** How far times can be trusted. */
export interface TimeKeeping {
  readonly lateness: readonly Lateness[];
  /** What an answer may be late without anybody being to blame. */
  readonly marginMs: () => number;
}

/** Approvals after the deadline, and answers that took longer than anything may. */
export function findLateAnswers(
  attempts: readonly Attempt[],
  harms: readonly Harm[],
  { lateness, marginMs }: TimeKeeping,
  names: readonly string[],
): string[] {
  const margin = marginMs();
  const stops = names.map((name) =>
    harms.filter(({ name: kind, what }) => kind === 'server stopped' && what.startsWith(`server ${name},`)),
  );
  return attempts.flatMap((attempt) => {
    const { path, server, beganMs, endedMs, status, code } = attempt;
    const ms = endedMs - beganMs;
    if (ms < DEADLINE_MS || path === CLOCK) return [];
    // a server that stands still cannot know when a message came to it
    const ownMs = ms - overlap(attempt, stops[server] ?? []) - overlap(attempt, lateness) - margin;
    const isAuthorization = path.endsWith(AUTHORIZATION);
    const said = `${path} at server ${names[server]}: ${status} ${code} after ${Math.round(ms)} ms`;
    if (isAuthorization && code === '00' && ownMs > DEADLINE_MS) return [`late approval, ${said}`];
    return ownMs > (isAuthorization ? DEADLINE_MS : OTHER_MS) ? [`hung, ${said}`] : [];
  });
}

function overlap({ beganMs, endedMs }: Lateness, spans: readonly Lateness[]): number {
  const common = spans.map((span) => Math.min(span.endedMs, endedMs) - Math.max(span.beganMs, beganMs));
  return common.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0);
}

/** Notes when this process itself came late. */
export function watchLateness(): TimeKeeping & { stop(): void } {
  const lateness: Lateness[] = [];
  const everyMs = 50;
  let before = performance.now();
  let mostWanted = 1;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - before > 3 * everyMs) lateness.push({ beganMs: before, endedMs: now });
    before = now;
    mostWanted = Math.max(mostWanted, loadavg()[0]! / availableParallelism());
  }, everyMs);
  return { lateness, marginMs: () => MARGIN_MS * mostWanted, stop: () => clearInterval(timer) };
}
