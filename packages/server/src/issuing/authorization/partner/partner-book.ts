import type { PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';

const LAST = 1_000;

interface CallState {
  readonly at: Date;
  readonly answer: PartnerOutcome<PartnerReply>['answer'];
  readonly ms: number;
}

interface Breakers {
  readonly calledBanks: readonly string[];
  readonly open: readonly string[];
}

/** The latest requests from this process to the banks' own systems. */
export interface PartnerBook {
  note(bankId: string, state: CallState): void;
  /** Oldest first. */
  last(bankId: string): readonly CallState[];
  watchBreakers(read: () => Breakers): void;
  /** Null if the bank's system has not been called since the start. */
  breaker(bankId: string): 'OPEN' | 'CLOSED' | null;
}

export function createPartnerBook(): PartnerBook {
  const banks = new Map<string, CallState[]>();
  let readBreakers = (): Breakers => ({ calledBanks: [], open: [] });
  return {
    note(bankId, state) {
      const states = banks.get(bankId) ?? [];
      banks.set(bankId, states);
      states.push(state);
      if (states.length > LAST) states.shift();
    },
    last: (bankId) => banks.get(bankId) ?? [],
    watchBreakers(read) {
      readBreakers = read;
    },
    breaker(bankId) {
      const { calledBanks, open } = readBreakers();
      if (!calledBanks.includes(bankId)) return null;
      return open.includes(bankId) ? 'OPEN' : 'CLOSED';
    },
  };
}
