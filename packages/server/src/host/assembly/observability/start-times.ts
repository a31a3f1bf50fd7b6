/** What a start spends its time on. */
export interface StartTimes {
  /** What was done since the last call, or since the process began. */
  record(what: string): void;
  /** One line: all of it, and each part, in seconds. */
  summary(): string;
}

/** A process that was started before it was needed marks when it is. */
const NEEDED = 'cardwright.start';

/** Counts from the beginning of the process, so that what came before this program is told as well. */
export function createStartTimes(): StartTimes {
  const parts: string[] = [];
  const beganAt = performance.getEntriesByName(NEEDED)[0]?.startTime ?? 0;
  let since = beganAt;
  return {
    record(what) {
      const now = performance.now();
      parts.push(`${what} ${seconds(now - since)}`);
      since = now;
    },
    summary: () => `started in ${seconds(since - beganAt)} s: ${parts.join(', ')}`,
  };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
