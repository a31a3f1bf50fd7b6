import { availableParallelism, loadavg } from 'node:os';
import type { Attempt } from '../world/http-client.ts';
import { DEADLINE_MS } from './chaos-servers.ts';
import type { InjectedFault } from './nemesis.ts';

/** Time for the way through proxies. It is multiplied by the number of processes that compete for each core. */
const MARGIN_MS = 1_500;
/**
 * The time to wait for a connection, then for a statement until the driver gives up: docs/reliability.md#time-limits.
 */
const OTHER_MS = 10_000 + 12_000;

/** This request runs all due work before it answers. */
const CLOCK = '/sandbox/clock';
const AUTHORIZATION = '/authorizations/Ecommerce';

/** A period in which the run itself was stalled. Measurements in this period include its own delay. */
interface Lateness {
  readonly beganMs: number;
  readonly endedMs: number;
}

/** How reliable the measured times are. */
export interface DeadlineReport {
  readonly lateness: readonly Lateness[];
  /** Returns the delay of an answer that does not count as a violation. */
  readonly marginMs: () => number;
}

/** Finds approvals after the deadline, and answers that took longer than allowed. */
export function findLateAnswers(
  attempts: readonly Attempt[],
  injectedFaults: readonly InjectedFault[],
  { lateness, marginMs }: DeadlineReport,
  names: readonly string[],
): string[] {
  const margin = marginMs();
  const stops = names.map((name) =>
    injectedFaults.filter(({ name: kind, what }) => kind === 'server stopped' && what.startsWith(`server ${name},`)),
  );
  return attempts.flatMap((attempt) => {
    const { path, server, beganMs, endedMs, status, code } = attempt;
    const ms = endedMs - beganMs;
    if (ms < DEADLINE_MS || path === CLOCK) return [];
    // A stopped server cannot know when a message arrived.
    const ownMs = ms - overlap(attempt, stops[server] ?? []) - overlap(attempt, lateness) - margin;
    const isAuthorization = path.endsWith(AUTHORIZATION);
    const description = `${path} at server ${names[server]}: ${status} ${code} after ${Math.round(ms)} ms`;
    if (isAuthorization && code === '00' && ownMs > DEADLINE_MS) return [`late approval, ${description}`];
    return ownMs > (isAuthorization ? DEADLINE_MS : OTHER_MS) ? [`hung, ${description}`] : [];
  });
}

function overlap({ beganMs, endedMs }: Lateness, spans: readonly Lateness[]): number {
  const common = spans.map((span) => Math.min(span.endedMs, endedMs) - Math.max(span.beganMs, beganMs));
  return common.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0);
}

/** Records when this process itself was late. */
export function watchLateness(): DeadlineReport & { stop(): void } {
  const lateness: Lateness[] = [];
  const everyMs = 50;
  let before = performance.now();
  let maxExpected = 1;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - before > 3 * everyMs) lateness.push({ beganMs: before, endedMs: now });
    before = now;
    maxExpected = Math.max(maxExpected, loadavg()[0]! / availableParallelism());
  }, everyMs);
  return { lateness, marginMs: () => MARGIN_MS * maxExpected, stop: () => clearInterval(timer) };
}
