/** The phases of a batch, in order: locks and facts, the rules, writes and commit. */
export const BATCH_PHASES = ['facts', 'decide', 'store'] as const;
export type BatchPhase = (typeof BATCH_PHASES)[number];

/** A batch that is on disk. */
export interface MeasuredBatch {
  readonly messages: number;
  readonly seconds: Readonly<Record<BatchPhase, number>>;
  /** One answer for each decided message, repeats included. */
  readonly answers: readonly {
    readonly actionCode: string;
    readonly rule: string;
    readonly replayed: boolean;
  }[];
}

/** Measures each batch after its responses were sent, so that no message waits for its measurement. */
export interface BatchMeter {
  note(batch: MeasuredBatch): void;
}
