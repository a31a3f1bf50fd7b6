import type { OperationRecord } from './history.ts';

/** The rules of operations that run one after the other. */
export interface SequentialModel<State, Input> {
  readonly initial: State;
  /** Returns the answer of the operation in this state, and the state after it. Does not change the given state. */
  apply(state: State, input: Input): { readonly state: State; readonly output: string };
  /** Returns the same text for states that cannot be distinguished. */
  keyOf(state: State): string;
}

export type HistoryVerdict<Input> =
  | { readonly kind: 'linearizable' }
  /** The search reached its budget of orders. */
  | { readonly kind: 'undecided' }
  | {
      readonly kind: 'violation';
      /** The longest order that the model explains. */
      readonly explained: readonly OperationRecord<Input>[];
      readonly state: string;
      /** The operations that could come next, with the answers that the model expects. */
      readonly unexplained: readonly { readonly operation: OperationRecord<Input>; readonly expected: string }[];
    };

/** The largest number of orders that are tried for one history. */
const BUDGET = 2_000_000;

/**
 * The beginning or the end of an operation, in a list by time from which operations are removed and into which they are
 * put back.
 */
interface Entry<Input> {
  readonly id: number;
  readonly operation: OperationRecord<Input>;
  readonly atMs: number;
  readonly isEnd: boolean;
  end: Entry<Input> | undefined;
  previous: Entry<Input> | undefined;
  next: Entry<Input> | undefined;
}

interface Position<State, Input> {
  readonly entry: Entry<Input>;
  readonly stateBefore: State;
  readonly highestBefore: number;
}

/**
 * Checks whether an order of all operations exists that is possible in time and in which the model gives the recorded
 * answers. The search is the one of Wing and Gong, with the cache of Lowe: it skips a set of placed operations with a
 * state that it has already tried.
 */
export function checkLinearizable<State, Input>(
  model: SequentialModel<State, Input>,
  operations: readonly OperationRecord<Input>[],
  budget = BUDGET,
): HistoryVerdict<Input> {
  const head = listOf(operations);
  const order: Position<State, Input>[] = [];
  const visited = new Set<string>();
  let longest: { order: readonly Position<State, Input>[]; state: State } = { order: [], state: model.initial };
  let left = operations.filter(isKnown).length;
  let state = model.initial;
  let highest = -1;
  let entry = head.next;
  while (left > 0) {
    if (visited.size > budget) return { kind: 'undecided' };
    if (entry !== undefined && !entry.isEnd) {
      const after = place(model, state, entry.operation);
      const nextHighest = Math.max(highest, entry.id);
      const key = after === undefined ? '' : `${orderKey(head, nextHighest, entry.id)}|${model.keyOf(after)}`;
      if (after === undefined || visited.has(key)) {
        entry = entry.next;
        continue;
      }
      visited.add(key);
      order.push({ entry, stateBefore: state, highestBefore: highest });
      takeOut(entry);
      if (isKnown(entry.operation)) left--;
      state = after;
      highest = nextHighest;
      if (order.length > longest.order.length) longest = { order: [...order], state };
      entry = head.next;
      continue;
    }
    // An operation ended here without being placed. It must come earlier, so the last placement was wrong.
    const last = order.pop();
    if (last === undefined) return explain(model, operations, longest);
    putBack(last.entry);
    if (isKnown(last.entry.operation)) left++;
    state = last.stateBefore;
    highest = last.highestBefore;
    entry = last.entry.next;
  }
  return { kind: 'linearizable' };
}

function isKnown({ output }: OperationRecord): boolean {
  return output !== undefined;
}

/**
 * Returns the state after the operation; undefined if the model answers differently, or if the outcome is unknown and
 * the state would not change.
 */
function place<State, Input>(model: SequentialModel<State, Input>, state: State, operation: OperationRecord<Input>) {
  const { state: after, output } = model.apply(state, operation.input);
  if (operation.output !== undefined) return output === operation.output ? after : undefined;
  return model.keyOf(after) === model.keyOf(state) ? undefined : after;
}

/** A key of the placed operations: all up to the highest, except those that are still in the list. */
function orderKey<Input>(head: Entry<Input>, highest: number, placing: number): string {
  const missingPlaces: number[] = [];
  for (let entry = head.next; entry !== undefined; entry = entry.next) {
    if (entry.isEnd) continue;
    if (entry.id > highest) break;
    if (entry.id !== placing) missingPlaces.push(entry.id);
  }
  return `${highest}-${missingPlaces.join()}`;
}

function listOf<Input>(operations: readonly OperationRecord<Input>[]): Entry<Input> {
  const entries = [...operations]
    .sort((one, other) => one.beganMs - other.beganMs)
    .flatMap((operation, id) => {
      const entry = { id, operation, end: undefined, previous: undefined, next: undefined };
      const begin: Entry<Input> = { ...entry, atMs: operation.beganMs, isEnd: false };
      if (!isKnown(operation)) return [begin];
      const end: Entry<Input> = { ...entry, atMs: operation.endedMs, isEnd: true };
      begin.end = end;
      return [begin, end];
    })
    // Operations overlap if one begins at the instant at which the other ends.
    .sort((one, other) => one.atMs - other.atMs || Number(one.isEnd) - Number(other.isEnd) || one.id - other.id);
  const head = { ...entries[0]!, id: -1, isEnd: false, end: undefined, next: undefined } as Entry<Input>;
  let last = head;
  for (const entry of entries) {
    last.next = entry;
    entry.previous = last;
    last = entry;
  }
  return head;
}

function takeOut<Input>(begin: Entry<Input>): void {
  for (const entry of [begin, begin.end]) {
    if (entry === undefined) continue;
    entry.previous!.next = entry.next;
    if (entry.next !== undefined) entry.next.previous = entry.previous;
  }
}

/** Puts an operation back. In the reverse order of removal, each entry still has its neighbors. */
function putBack<Input>(begin: Entry<Input>): void {
  for (const entry of [begin.end, begin]) {
    if (entry === undefined) continue;
    entry.previous!.next = entry;
    if (entry.next !== undefined) entry.next.previous = entry;
  }
}

function explain<State, Input>(
  model: SequentialModel<State, Input>,
  operations: readonly OperationRecord<Input>[],
  { order, state }: { order: readonly Position<State, Input>[]; state: State },
): HistoryVerdict<Input> {
  const explained = order.map(({ entry }) => entry.operation);
  const rest = operations.filter((operation) => isKnown(operation) && !explained.includes(operation));
  const firstEnd = Math.min(...rest.map(({ endedMs }) => endedMs));
  const unexplained = rest
    .filter(({ beganMs }) => beganMs <= firstEnd)
    .map((operation) => ({ operation, expected: model.apply(state, operation.input).output }));
  return { kind: 'violation', explained, state: model.keyOf(state), unexplained };
}
