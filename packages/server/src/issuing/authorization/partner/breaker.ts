import type { BankDecisionPartner } from '../../../platform/kernel/bank.ts';

const LAST = 100;
const ONE_EACH_MS = 1_000;

/** Stops requests to a bank's own system after too many failures. */
export interface Breaker {
  /** Whether a request may be sent now. An open breaker permits one request each second. */
  admits(nowMs: number): boolean;
  note(isFailure: boolean): void;
  isOpen(): boolean;
}

/**
 * Opens after `failuresInARow` consecutive failures, or after `failuresOfLast100` failures in the last 100 requests. A request
 * that succeeds while the breaker is open closes it.
 */
export function createBreaker({ failuresInARow, failuresOfLast100 }: BankDecisionPartner['breaker']): Breaker {
  let inARow = 0;
  let last: boolean[] = [];
  let isOpen = false;
  let nextProbe = 0;
  return {
    admits(nowMs) {
      if (!isOpen) return true;
      if (nowMs < nextProbe) return false;
      nextProbe = nowMs + ONE_EACH_MS;
      return true;
    },
    note(isFailure) {
      inARow = isFailure ? inARow + 1 : 0;
      if (isOpen && !isFailure) {
        isOpen = false;
        last = [];
        return;
      }
      last.push(isFailure);
      if (last.length > LAST) last.shift();
      if (inARow >= failuresInARow || last.filter(Boolean).length >= failuresOfLast100) isOpen = true;
    },
    isOpen: () => isOpen,
  };
}
