import type { BenchDatabase } from '../bench-database.ts';
import type { Flags } from '../flags.ts';

/** The dependencies of a measurement that has its own database. */
export interface MeasureDeps {
  readonly bench: BenchDatabase;
  readonly flags: Flags;
  /** Registers something to stop at the end and on Ctrl-C. */
  undone<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T>;
  print(line: string): void;
}
