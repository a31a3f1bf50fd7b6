import type { Attempt } from './chaos-client.ts';
import { DEADLINE_MS } from './chaos-servers.ts';
import type { Harm } from './nemesis.ts';

/** For the way through proxies, and a machine that does something else as well. */
const MARGIN_MS = 1_500;
/** A connection is waited for, then a statement, then the driver gives up: docs/reliability.md#time-limits. */
const OTHER_MS = 10_000 + 12_000;

/** Does all that falls due before it answers. */
const CLOCK = '/sandbox/clock';
const AUTHORIZATION = '/authorizations/Ecommerce';

/** Times in which the run itself could not look: what is measured then is its own lateness. */
export interface Lateness {
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Approvals after the deadline, and answers that took longer than anything may. */
export function findLateAnswers(
  attempts: readonly Attempt[],
  harms: readonly Harm[],
  lateness: readonly Lateness[],
  names: readonly string[],
): string[] {
  const stops = names.map((name) =>
    harms.filter(({ name: kind, what }) => kind === 'server stopped' && what.startsWith(`server ${name},`)),
  );
  return attempts.flatMap((attempt) => {
    const { path, server, beganMs, endedMs, status, code } = attempt;
    const ms = endedMs - beganMs;
    if (ms < DEADLINE_MS || path === CLOCK) return [];
    // a server that stands still cannot know when a message came to it
    const ownMs = ms - overlap(attempt, stops[server] ?? []) - overlap(attempt, lateness) - MARGIN_MS;
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
export function watchLateness(): { readonly lateness: Lateness[]; stop(): void } {
  const lateness: Lateness[] = [];
  const everyMs = 50;
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - before > 3 * everyMs) lateness.push({ beganMs: before, endedMs: now });
    before = now;
  }, everyMs);
  return { lateness, stop: () => clearInterval(timer) };
}
