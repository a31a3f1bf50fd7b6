/** The durations of the parts of a start. */
export interface StartTimes {
  /** Records a part that took the time since the last call, or since the process began. */
  record(what: string): void;
  /** Returns one line with the total and each part, in seconds. */
  summary(): string;
}

/** The performance mark of a process that starts in advance. It marks the time when the process is needed. */
const NEEDED = 'cardwright.start';

/** Measures from the beginning of the process, which includes the time before this program. */
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
