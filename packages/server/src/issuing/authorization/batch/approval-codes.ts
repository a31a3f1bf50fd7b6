import type { Bank } from '../../../platform/kernel/bank.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';

const CODES_PER_DAY = 1_000_000;
const FIRST_BLOCK = 64;
const LARGEST_BLOCK = 4_096;

const leaseBlocks = statement(
  'authorization.lease-approval-codes',
  `insert into approval_codes (bank_id, on_day, next_code)
   select * from unnest($1::text[], $2::date[], $3::integer[])
   on conflict (bank_id, on_day) do update set next_code = approval_codes.next_code + excluded.next_code
   returning bank_id, next_code`,
);

/** The codes that one batch needs from one bank. */
interface RequestedCodes {
  readonly bankId: string;
  readonly day: string;
  readonly count: number;
}

/**
 * Approval codes: six digits, unique for each bank and day (docs/interface/decision.md#approval-codes). Each server
 * leases blocks of codes, so that authorizations do not wait for one shared counter. The codes that are left in a block
 * when the server ends are never used. A bank with more than a million approvals a day uses all six-digit codes, and then
 * the codes repeat.
 */
export interface ApprovalCodes {
  /** Takes the codes for a batch, in the order of the requests, which name each bank once. */
  take(requests: readonly RequestedCodes[]): Promise<string[][]>;
  /** Returns codes that no approval used. */
  releaseUse(bankId: string, day: string, codes: readonly string[]): void;
}

/** The codes that one bank has for one day. Blocks hold numbers, because texts for thousands of codes of a thousand banks take much memory. */
interface Supply {
  readonly bankId: string;
  readonly day: string;
  readonly returnedCodes: string[];
  readonly blocks: { next: number; readonly end: number }[];
  /** The size of the next lease. It doubles each time, because a bank that used up a block is busy. */
  nextBlock: number;
  leasing: Promise<void> | undefined;
}

/**
 * Leases codes for all banks of a batch with one statement, and before a bank has none left. With many banks, some bank
 * needs codes in nearly every batch, and the batch would otherwise wait for the lease.
 */
export function createApprovalCodes(database: Tx): ApprovalCodes {
  const supplies = new Map<string, Supply>();
  const supplyOf = ({ bankId, day }: RequestedCodes) => {
    const existing = supplies.get(bankId);
    if (existing?.day === day) return existing;
    const supply: Supply = { bankId, day, returnedCodes: [], blocks: [], nextBlock: FIRST_BLOCK, leasing: undefined };
    supplies.set(bankId, supply);
    return supply;
  };
  /** Waits for leases that are already under way instead of leasing again. */
  const lease = async (lacking: readonly { supply: Supply; count: number }[]) => {
    const notLeasing = lacking.filter(({ supply }) => supply.leasing === undefined);
    if (notLeasing.length > 0) {
      const leasing = leaseFor(database, notLeasing).finally(() => {
        for (const { supply } of notLeasing) supply.leasing = undefined;
      });
      for (const { supply } of notLeasing) supply.leasing = leasing;
    }
    await Promise.all(lacking.map(({ supply }) => supply.leasing));
  };

  return {
    async take(requests) {
      const all = requests.map((one) => ({ supply: supplyOf(one), count: one.count }));
      for (;;) {
        const lacking = all.filter(({ supply, count }) => countOf(supply) < count);
        if (lacking.length === 0) {
          const codes = all.map(({ supply, count }) => takeOf(supply, count));
          const low = all.filter(({ supply }) => isLow(supply));
          // an error is ignored here: the batch that finds no codes left leases again, and fails with it
          if (low.length > 0) lease(low).catch(() => {});
          return codes;
        }
        await lease(lacking);
      }
    },
    releaseUse(bankId, day, codes) {
      const supply = supplies.get(bankId);
      if (supply?.day === day) supply.returnedCodes.push(...codes);
    },
  };
}

/** Leases in the same order on all servers, so that two of them never wait for each other. */
async function leaseFor(database: Tx, lacking: readonly { supply: Supply; count: number }[]): Promise<void> {
  const leases = lacking
    .map(({ supply, count }) => ({ supply, size: Math.max(count, supply.nextBlock) }))
    .sort((one, other) => (one.supply.bankId < other.supply.bankId ? -1 : 1));
  const rows = await database.query<{ bank_id: string; next_code: number }>(leaseBlocks, [
    leases.map(({ supply }) => supply.bankId),
    leases.map(({ supply }) => supply.day),
    leases.map(({ size }) => size),
  ]);
  const ends = new Map(rows.map((row) => [row.bank_id, row.next_code]));
  for (const { supply, size } of leases) {
    const end = requireValue(ends.get(supply.bankId), 'the codes that were leased for a bank');
    supply.blocks.push({ next: end - size, end });
    supply.nextBlock = Math.min(LARGEST_BLOCK, supply.nextBlock * 2);
  }
}

function countOf({ returnedCodes, blocks }: Supply): number {
  return blocks.reduce((sum, { next, end }) => sum + end - next, returnedCodes.length);
}

/** Whether less than a quarter of the next lease is left. By then, the bank has used half of its latest lease. */
function isLow(supply: Supply): boolean {
  return countOf(supply) < supply.nextBlock / 4;
}

/** Takes returned codes before new ones. */
function takeOf({ returnedCodes, blocks }: Supply, count: number): string[] {
  const codes = returnedCodes.splice(-count, count);
  while (codes.length < count) {
    const block = requireValue(blocks[0], 'a block with codes');
    codes.push(String(block.next++ % CODES_PER_DAY).padStart(6, '0'));
    if (block.next === block.end) blocks.shift();
  }
  return codes;
}

/** The codes of one batch. Each message is offered a code, and only approvals use it up. */
export interface CodeSupply {
  peek(bankId: string): string;
  use(bankId: string): void;
}

interface BatchCodes extends CodeSupply {
  /** Frees the codes of the batch, because nothing of it was stored. */
  undo(): void;
  releaseUse(): void;
}

/** Takes a code for each message of each bank. Codes that no approval used are returned. */
export async function takeCodes(ofEach: readonly Bank[], codes: ApprovalCodes, now: Date): Promise<BatchCodes> {
  const counts = new Map<string, { day: string; count: number }>();
  for (const { bankId, calendar } of ofEach) {
    const existing = counts.get(bankId);
    if (existing !== undefined) existing.count++;
    else counts.set(bankId, { day: calendar.localDate(now), count: 1 });
  }
  const requests = [...counts].map(([bankId, one]) => ({ bankId, ...one }));
  const codesOfBanks = await codes.take(requests);
  const codesByBank = new Map(
    requests.map(({ bankId, day }, at) => [
      bankId,
      { day, codes: requireValue(codesOfBanks[at], 'the codes of a bank of the batch'), used: 0 },
    ]),
  );
  return {
    peek: (bankId) => {
      const bank = codesByBank.get(bankId);
      return bank?.codes[bank.used] ?? '';
    },
    use: (bankId) => {
      const bank = codesByBank.get(bankId);
      if (bank !== undefined) bank.used++;
    },
    undo: () => {
      for (const bank of codesByBank.values()) bank.used = 0;
    },
    releaseUse: () => {
      for (const [bankId, bank] of codesByBank) codes.releaseUse(bankId, bank.day, bank.codes.slice(bank.used));
    },
  };
}
