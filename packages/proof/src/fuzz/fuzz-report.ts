import type { FuzzInput } from './fuzz-input.ts';
import type { NoAnswer, RawAnswer } from './raw-connection.ts';

interface Slowest {
  readonly ms: number;
  readonly input: FuzzInput | undefined;
}

/** Counts of inputs and their answers. */
export interface FuzzTally {
  count(input: FuzzInput, answer: RawAnswer | NoAnswer): void;
  /** Returns a progress line about the time since the last call. */
  progress(): string;
  readonly inputs: () => number;
  lines(): string[];
}

export function createFuzzTally(): FuzzTally {
  const began = performance.now();
  const byStatus = new Map<string, number>();
  const byOperation = new Map<string, number>();
  const latencies = new Uint32Array(10_001);
  let slowest: Slowest = { ms: 0, input: undefined };
  let inputs = 0;
  let previous = { at: began, inputs: 0 };
  const rate = (count: number, ms: number) => ((count / Math.max(1, ms)) * 1_000).toFixed(0);
  return {
    inputs: () => inputs,
    count(input, answer) {
      inputs++;
      const status = answer.why ?? String(answer.status);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      byOperation.set(input.operation, (byOperation.get(input.operation) ?? 0) + 1);
      const at = Math.min(latencies.length - 1, Math.round(answer.ms));
      latencies[at] = (latencies[at] ?? 0) + 1;
      if (answer.why === undefined && answer.ms > slowest.ms) slowest = { ms: answer.ms, input };
    },
    progress() {
      const now = performance.now();
      const line = `${inputs.toLocaleString('en-US')} inputs, ${rate(inputs - previous.inputs, now - previous.at)}/s`;
      previous = { at: now, inputs };
      return line;
    },
    lines() {
      const ms = performance.now() - began;
      const counts = (map: Map<string, number>) =>
        [...map]
          .sort((one, other) => other[1] - one[1])
          .map(([name, count]) => `${count.toLocaleString('en-US').padStart(12)}  ${name}`);
      return [
        `${inputs.toLocaleString('en-US')} inputs in ${(ms / 60_000).toFixed(1)} minutes, ${rate(inputs, ms)}/s`,
        `answered within: median ${quantile(latencies, inputs, 0.5)} ms, 99th percentile ${quantile(latencies, inputs, 0.99)} ms; slowest under load ${slowest.ms.toFixed(0)} ms (${slowest.input?.operation ?? '-'})`,
        '',
        'by HTTP status',
        ...counts(byStatus),
        '',
        'by operation or path',
        ...counts(byOperation),
      ];
    },
  };
}

function quantile(latencies: Uint32Array, total: number, share: number): number {
  let covered = 0;
  return latencies.findIndex((count) => {
    covered += count;
    return covered >= total * share;
  });
}
