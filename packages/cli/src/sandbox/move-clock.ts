import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { UsageError } from '../output/usage-error.ts';
import { callSandbox } from './call-sandbox.ts';
import { sandboxUrl } from './sandbox-url.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Prints or moves the clock of a sandbox. */
export async function moveClock(move: string | undefined, options: SharedOptions): Promise<void> {
  const url = await sandboxUrl(options);
  const { now } = await callSandbox<{ now: string }>(
    url,
    '/sandbox/clock',
    move === undefined ? undefined : clockMove(move),
  );
  print(options.json ? JSON.stringify({ now }) : now);
}

/** Parses a duration of several parts, or a time. */
export function clockMove(text: string): { advance_seconds: number } | { to: string } {
  const span = /^\+((?:\d{1,6}[smhdw])+)$/.exec(text)?.[1];
  if (span !== undefined) {
    const parts = [...span.matchAll(/(\d+)([smhdw])/g)];
    return {
      advance_seconds: parts.reduce((sum, [, count, unit]) => sum + Number(count) * (SECONDS[unit ?? ''] ?? 0), 0),
    };
  }
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isTime && !Number.isNaN(time.getTime())) return { to: time.toISOString() };
  throw new UsageError(
    `${JSON.stringify(text)} is neither a duration (+3d, +12h, +1d12h) nor a time (2026-12-01T00:00:00Z)`,
  );
}
