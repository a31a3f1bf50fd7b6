import type { PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';

const LAST = 1_000;

interface Asked {
  readonly at: Date;
  readonly answer: PartnerOutcome<PartnerReply>['answer'];
  readonly ms: number;
}

interface Breakers {
  readonly asked: readonly string[];
  readonly open: readonly string[];
}

/** The latest requests from this process to the banks' own systems. */
export interface PartnerBook {
  note(bankId: string, asked: Asked): void;
  /** Oldest first. */
  last(bankId: string): readonly Asked[];
  watchBreakers(read: () => Breakers): void;
  /** Null if the bank's system has not been called since the start. */
  breaker(bankId: string): 'OPEN' | 'CLOSED' | null;
}

export function createPartnerBook(): PartnerBook {
  const banks = new Map<string, Asked[]>();
  let readBreakers = (): Breakers => ({ asked: [], open: [] });
  return {
    note(bankId, asked) {
      const own = banks.get(bankId) ?? [];
      banks.set(bankId, own);
      own.push(asked);
      if (own.length > LAST) own.shift();
    },
    last: (bankId) => banks.get(bankId) ?? [],
    watchBreakers(read) {
      readBreakers = read;
    },
    breaker(bankId) {
      const { asked, open } = readBreakers();
      if (!asked.includes(bankId)) return null;
      return open.includes(bankId) ? 'OPEN' : 'CLOSED';
    },
  };
}
