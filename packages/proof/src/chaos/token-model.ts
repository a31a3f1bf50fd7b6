import type { SequentialModel } from '../world/history/linearizability.ts';

export type TokenAct = 'suspend' | 'resume' | 'deactivate' | 'delete';
export type TokenInput =
  | { readonly kind: TokenAct; readonly reason: string /** Its place among the token's notifications. */; at: number }
  | { readonly kind: 'read' };

export interface ModelTokenState {
  readonly state: string;
  /** The number of notifications so far. */
  readonly notified: number;
}

const LEADS_TO: Record<TokenAct, { readonly from: readonly string[]; readonly to: string }> = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  deactivate: { from: ['ACTIVE', 'SUSPENDED'], to: 'DEACTIVATED' },
  delete: { from: ['ACTIVE', 'SUSPENDED', 'DEACTIVATED'], to: 'DELETED' },
};

/** The place of a change without a notification. */
export const NEVER_NOTIFIED = -1;

/**
 * A token as docs/interface/tokens.md#states describes it. The output of a change is the state, and whether its
 * notification has the expected position. Notifications must therefore arrive in the order in which the changes took
 * effect.
 */
export const tokenModel: SequentialModel<ModelTokenState, TokenInput> = {
  // The provisioning was notified before.
  initial: { state: 'ACTIVE', notified: 1 },
  apply(now, input) {
    if (input.kind === 'read') return { state: now, output: `200 ${now.state}` };
    const { from, to } = LEADS_TO[input.kind];
    if (now.state === to) return { state: now, output: answered(to, input.at === NEVER_NOTIFIED) };
    if (!from.includes(now.state)) return { state: now, output: '409' };
    const state = { state: to, notified: now.notified + 1 };
    return { state, output: answered(to, input.at === now.notified) };
  },
  keyOf: ({ state, notified }) => `${state} ${notified}`,
};

function answered(state: string, isInOrder: boolean): string {
  return isInOrder ? `200 ${state}` : `200 ${state}, told otherwise`;
}
