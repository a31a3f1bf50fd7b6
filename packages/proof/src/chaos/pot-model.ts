import type { SequentialModel } from '../world/history/linearizability.ts';
import { inMajor } from './account-model.ts';

/** A request to accounts that share a limit of their bank; amounts in minor units. */
export type PotInput =
  | { readonly kind: 'pay'; readonly reference: string; readonly minor: number }
  | { readonly kind: 'reverse'; readonly reference: string }
  | { readonly kind: 'max'; readonly maxMinor: number };

interface Payment {
  readonly minor: number;
  readonly state: 'DECLINED' | 'RESERVED' | 'REVERSED';
}

export interface PotState {
  readonly used: number;
  readonly max: number;
  readonly payments: ReadonlyMap<string, Payment>;
}

export const POT_LIMIT = 'CHAOS_POT';

/**
 * A limit of a bank on the sum that all its accounts pay at one merchant: docs/interface/programs.md#limits. The
 * accounts always have sufficient funds.
 */
export function potModel(maxMinor: number): SequentialModel<PotState, PotInput> {
  return { initial: { used: 0, max: maxMinor, payments: new Map() }, apply, keyOf };
}

function apply(state: PotState, input: PotInput): { readonly state: PotState; readonly output: string } {
  switch (input.kind) {
    case 'max':
      return { state: { ...state, max: input.maxMinor }, output: '200' };
    case 'pay': {
      const { reference, minor } = input;
      const fits = state.used + minor <= state.max;
      const payment = { minor, state: fits ? 'RESERVED' : 'DECLINED' } as const;
      const payments = new Map(state.payments).set(reference, payment);
      const output = fits ? '00 APPROVED' : `61 ${POT_LIMIT}`;
      return { state: { ...state, used: state.used + (fits ? minor : 0), payments }, output };
    }
    case 'reverse': {
      const found = state.payments.get(input.reference);
      if (found === undefined) return { state, output: '404' };
      if (found.state !== 'RESERVED') return { state, output: '409' };
      const payments = new Map(state.payments).set(input.reference, { ...found, state: 'REVERSED' });
      return { state: { ...state, used: state.used - found.minor, payments }, output: '200 REVERSED' };
    }
  }
}

function keyOf({ used, max, payments }: PotState): string {
  const open = [...payments].map(([reference, { state }]) => `${reference}${state[0]}${state[2]}`).sort();
  return [inMajor(used), inMajor(max), ...open].join();
}
