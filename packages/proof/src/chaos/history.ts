/**
 * What one caller did: it took effect once, at some instant from its beginning to its end. Where the outcome is not known,
 * it ends never: it may have taken effect at any time after its beginning, or not at all.
 */
export interface LivedOperation<Input = unknown> {
  readonly input: Input;
  /** What was answered, as text; undefined where nobody knows. */
  readonly output: string | undefined;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Everything that happened to one account or one token, by whomever. */
export interface History<Input> {
  readonly operations: readonly LivedOperation<Input>[];
  /** Operations whose outcome is not known. */
  readonly open: number;
  note(operation: LivedOperation<Input>): void;
}

export function createHistory<Input>(): History<Input> {
  const operations: LivedOperation<Input>[] = [];
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
