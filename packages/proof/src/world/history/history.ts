/**
 * An operation of one caller. It took effect once, at some instant between its beginning and its end. With an unknown
 * outcome it has no end: it may have taken effect at any time after its beginning, or not at all.
 */
export interface OperationRecord<Input = unknown> {
  readonly input: Input;
  /** The answer as text; undefined if the outcome is unknown. */
  readonly output: string | undefined;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** All operations of all callers on one account or one token. */
export interface History<Input> {
  readonly operations: readonly OperationRecord<Input>[];
  /** The number of operations with an unknown outcome. */
  readonly open: number;
  note(operation: OperationRecord<Input>): void;
}

export function createHistory<Input>(): History<Input> {
  const operations: OperationRecord<Input>[] = [];
  let open = 0;
  return {
    operations,
    get open() {
      return open;
    },
    note(operation) {
      operations.push(operation);
      if (operation.output === undefined) open++;
    },
  };
}
