/** What a batch does one after the other: locks and facts, the rules, writes and commit. */
export const BATCH_PHASES = ['facts', 'decide', 'store'] as const;
export type BatchPhase = (typeof BATCH_PHASES)[number];

/** A batch that is on disk. */
export interface MeasuredBatch {
  readonly messages: number;
  readonly seconds: Readonly<Record<BatchPhase, number>>;
  /** One for each message that was decided, repeats included. */
  readonly answers: readonly {
    readonly actionCode: string;
    readonly rule: string;
    readonly replayed: boolean;
  }[];
}

/** Told of every batch, after its messages were answered: nothing is counted for each message on its way. */
export interface BatchMeter {
  note(batch: MeasuredBatch): void;
}
