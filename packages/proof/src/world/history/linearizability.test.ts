import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountInput, accountHistory } from './account-history.ts';
import type { OperationRecord } from './history.ts';
import { checkLinearizable, type SequentialModel } from './linearizability.ts';

type RegisterInput = { readonly write: number } | 'read';

/** A register: one number that is written and read. */
const register: SequentialModel<number, RegisterInput> = {
  initial: 0,
  apply: (state, input) =>
    input === 'read' ? { state, output: String(state) } : { state: input.write, output: 'done' },
  keyOf: String,
};

const op = <Input>(input: Input, beganMs: number, endedMs: number, output: string): OperationRecord<Input> => ({
  input,
  output,
  beganMs,
  endedMs,
});
const unknown = <Input>(input: Input, beganMs: number): OperationRecord<Input> => ({
  input,
  output: undefined,
  beganMs,
  endedMs: Number.POSITIVE_INFINITY,
});
const verdictOf = (...operations: OperationRecord<RegisterInput>[]) => checkLinearizable(register, operations).kind;

describe('a history', () => {
  it('of one caller is linearizable if every response follows from the previous ones', () => {
    expect(verdictOf(op({ write: 1 }, 0, 1, 'done'), op('read', 2, 3, '1'))).toBe('linearizable');
    expect(verdictOf(op({ write: 1 }, 0, 1, 'done'), op('read', 2, 3, '0'))).toBe('violation');
  });

  it('may contain either value during a write, but not the old value after the new one was read', () => {
    const write = op({ write: 1 }, 0, 10, 'done');
    expect(verdictOf(write, op('read', 1, 2, '0'), op('read', 3, 4, '1'))).toBe('linearizable');
    expect(verdictOf(write, op('read', 1, 2, '1'), op('read', 3, 4, '0'))).toBe('violation');
    // Overlapping reads can have either order.
    expect(verdictOf(write, op('read', 1, 3, '1'), op('read', 2, 4, '0'))).toBe('linearizable');
  });

  it('treats operations that touch at one instant as concurrent', () => {
    expect(verdictOf(op({ write: 1 }, 0, 5, 'done'), op('read', 5, 6, '0'))).toBe('linearizable');
  });

  it('lets an operation without a response take effect at any later time, or never, but not before it began', () => {
    expect(verdictOf(unknown({ write: 1 }, 0), op('read', 1, 2, '0'), op('read', 9, 10, '1'))).toBe('linearizable');
    expect(verdictOf(unknown({ write: 1 }, 0), op('read', 9, 10, '0'))).toBe('linearizable');
    expect(verdictOf(op('read', 1, 2, '1'), unknown({ write: 1 }, 3))).toBe('violation');
  });

  it('lets an operation without a response take effect once, not twice', () => {
    const twice = [
      op<RegisterInput>('read', 1, 2, '1'),
      op<RegisterInput>({ write: 0 }, 3, 4, 'done'),
      op<RegisterInput>('read', 5, 6, '1'),
    ];
    expect(verdictOf(unknown({ write: 1 }, 0), ...twice)).toBe('violation');
    expect(verdictOf(unknown({ write: 1 }, 0), unknown({ write: 1 }, 0), ...twice)).toBe('linearizable');
  });

  it('is undecided, not valid, if it needs more orders than allowed', () => {
    const writes = Array.from({ length: 9 }, (_, at) => op<RegisterInput>({ write: at }, 0, 100, 'done'));
    const history = [...writes, op<RegisterInput>('read', 200, 201, '99')];
    expect(checkLinearizable(register, history, 100).kind).toBe('undecided');
    expect(checkLinearizable(register, history).kind).toBe('violation');
  });

  it('is reported, if it is not linearizable, with the part that can be explained and the operations that cannot', () => {
    const write = op<RegisterInput>({ write: 1 }, 0, 1, 'done');
    const read = op<RegisterInput>('read', 2, 3, '7');
    expect(checkLinearizable(register, [write, read])).toEqual({
      kind: 'violation',
      explained: [write],
      state: '1',
      unexplained: [{ operation: read, expected: '1' }],
    });
  });
});

const account = accountHistory(10_000, 1);
const authorize = (reference: string, minor: number): AccountInput => {
  return { kind: 'authorize', reference, card: 0, channel: 'ECOM', minor };
};
const accountVerdict = (...operations: OperationRecord<AccountInput>[]) => checkLinearizable(account, operations).kind;

describe('the history of an account', () => {
  it('is refused if two concurrent approvals spent the same money', () => {
    const both = [op(authorize('1', 6_000), 0, 10, '00 APPROVED'), op(authorize('2', 6_000), 0, 10, '00 APPROVED')];
    expect(accountVerdict(...both)).toBe('violation');
    expect(accountVerdict(both[0]!, op(authorize('2', 6_000), 0, 10, '51 INSUFFICIENT_FUNDS'))).toBe('linearizable');
  });

  it('is refused if a switch that was ON for one approval approved two', () => {
    const reads =
      'master=ON cardPresent=ON cardNotPresent=ON ecom=ON_FOR_ONE purchase=ON cardPresentTransactionLimit= ' +
      'cardNotPresentTransactionLimit= dailyLimit= limit3= dailyCounter=0.00 counter3=0.00';
    const set = op<AccountInput>({ kind: 'set', switches: { ecom: 'ON_FOR_ONE' }, limits: {} }, 0, 1, reads);
    const one = op(authorize('1', 100), 2, 9, '00 APPROVED');
    expect(accountVerdict(set, one, op(authorize('2', 100), 2, 9, '57 ECOM_OFF'))).toBe('linearizable');
    expect(accountVerdict(set, one, op(authorize('2', 100), 2, 9, '00 APPROVED'))).toBe('violation');
  });

  it('is refused if a daily limit was exceeded, or counted a reversed amount', () => {
    const reads =
      'master=ON cardPresent=ON cardNotPresent=ON ecom=ON purchase=ON cardPresentTransactionLimit= ' +
      'cardNotPresentTransactionLimit= dailyLimit=50.00 limit3= dailyCounter=0.00 counter3=0.00';
    const set = op<AccountInput>({ kind: 'set', switches: {}, limits: { dailyLimit: 5_000 } }, 0, 1, reads);
    const first = op(authorize('1', 4_000), 2, 3, '00 APPROVED');
    expect(accountVerdict(set, first, op(authorize('2', 2_000), 4, 5, '61 DAILY_LIMIT'))).toBe('linearizable');
    expect(accountVerdict(set, first, op(authorize('2', 2_000), 4, 5, '00 APPROVED'))).toBe('violation');
    const back = op<AccountInput>({ kind: 'reverse', reference: '1' }, 4, 5, '200 REVERSED 40.00 0.00 100.00');
    expect(accountVerdict(set, first, back, op(authorize('2', 2_000), 6, 7, '00 APPROVED'))).toBe('linearizable');
    expect(accountVerdict(set, first, back, op(authorize('2', 2_000), 6, 7, '61 DAILY_LIMIT'))).toBe('violation');
  });

  it('is refused if an approval without a response is in the balance before it was requested', () => {
    const less = op<AccountInput>({ kind: 'balance' }, 5, 6, '40.00 60.00 100.00');
    expect(accountVerdict(unknown(authorize('1', 6_000), 0), less)).toBe('linearizable');
    expect(accountVerdict(unknown(authorize('1', 6_000), 7), less)).toBe('violation');
  });

  it('of more than a hundred operations with many callers is decided, and so is the same one with one wrong response', () => {
    const operations = simulated(120);
    expect(accountVerdict(...operations)).toBe('linearizable');
    const at = 90;
    const wrong = operations.with(at, { ...operations[at]!, output: '00 NEVER' });
    expect(accountVerdict(...wrong)).toBe('violation');
  });
});

/** A history of the model's own answers, as if callers had seen them with delays. A tenth of the answers is lost. */
function simulated(count: number): OperationRecord<AccountInput>[] {
  let state = account.initial;
  return Array.from({ length: count }, (_, at) => {
    const spread = (at * 7_919) % 40;
    const input: AccountInput =
      at % 5 === 0 ? { kind: 'post', code: 'CREDIT', minor: 1 + at } : authorize(String(at), 100 + ((at * 31) % 900));
    const applied = account.apply(state, input);
    state = applied.state;
    if (at % 97 === 3) return unknown(input, at * 10 - spread);
    return op(input, at * 10 - spread, at * 10 + 40 - spread, applied.output);
  });
}

const operation = fc
  .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 2 }), fc.boolean())
  .chain(([beganMs, lengthMs, value, isRead]) => {
    const known = op<RegisterInput>(
      isRead ? 'read' : { write: value },
      beganMs,
      beganMs + lengthMs,
      isRead ? String(value) : 'done',
    );
    return fc.constantFrom(known, known, known, unknown(known.input, beganMs));
  });

describe('the search', () => {
  it('agrees with an exhaustive search, for any small history', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), (operations) => {
        const expected = someOrderFits(0, operations) ? 'linearizable' : 'violation';
        expect(checkLinearizable(register, operations).kind).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Tries every order, one after the other. */
function someOrderFits(state: number, rest: readonly OperationRecord<RegisterInput>[]): boolean {
  if (rest.every(({ output }) => output === undefined)) return true;
  return rest.some((next, at) => {
    const others = rest.filter((_, index) => index !== at);
    if (others.some(({ endedMs }) => endedMs < next.beganMs)) return false;
    const { state: after, output } = register.apply(state, next.input);
    return (next.output === undefined || next.output === output) && someOrderFits(after, others);
  });
}
