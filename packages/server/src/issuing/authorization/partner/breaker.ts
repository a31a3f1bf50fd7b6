import type { BankDecisionPartner } from '../../../platform/kernel/bank.ts';

const LAST = 100;
const ONE_EACH_MS = 1_000;

/** Says whether a bank's own system is asked, or has failed too often. */
export interface Breaker {
  /** Whether a question may be sent now; while it is open, one each second may. */
  admits(nowMs: number): boolean;
  note(isFailure: boolean): void;
  isOpen(): boolean;
}

/**
 * Opens after so many failures in a row, or so many of the last hundred. A question that it lets through while it is open and
 * that is answered closes it.
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
