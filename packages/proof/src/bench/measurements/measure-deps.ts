import type { BenchDatabase } from '../bench-database.ts';
import type { Flags } from '../flags.ts';

/** What a measurement with a database of its own is given. */
export interface MeasureDeps {
  readonly bench: BenchDatabase;
  readonly flags: Flags;
  /** Stops what was started at the end, as on Ctrl-C. */
  undone<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T>;
  say(line: string): void;
}
