import type { PartnerFact } from '../decision/facts.ts';

const LAST = 1_000;

interface Asked {
  readonly at: Date;
  /** Of a real question: only what-if says that somebody would be asked. */
  readonly answer: Exclude<PartnerFact['answer'], 'WOULD_BE_ASKED'>;
  readonly ms: number;
}

interface Breakers {
  readonly asked: readonly string[];
  readonly open: readonly string[];
}

/** The last questions to banks' own systems, as this process asked them. */
export interface PartnerBook {
  note(bankId: string, asked: Asked): void;
  /** Oldest first. */
  last(bankId: string): readonly Asked[];
  watchBreakers(read: () => Breakers): void;
  /** Null where the bank's system was not asked since the start. */
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
