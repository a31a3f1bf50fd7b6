import type { Bank } from '../kernel/bank.ts';
import { queryOne, statement, type Tx } from '../storage/index.ts';

const CODES_PER_DAY = 1_000_000;
const FIRST_BLOCK = 64;
const LARGEST_BLOCK = 4_096;

const leaseBlock = statement(
  'authorization.lease-approval-codes',
  `insert into approval_codes (bank_id, on_day, next_code) values ($1, $2, $3)
   on conflict (bank_id, on_day) do update set next_code = approval_codes.next_code + $3
   returning next_code`,
);

interface Supply {
  day: string;
  free: string[];
  /** Size of the next lease: doubled each time, since a bank that used up a block is busy. */
  nextBlock: number;
}

/**
 * Approval codes: six digits, unique for each bank and day (docs/interface/decision.md#approval-codes). Each server
 * leases blocks of codes, so that authorizations do not wait for one shared counter; codes that are left in a block
 * when the server ends are never used. A bank with more than a million approvals a day has used all six-digit codes:
 * they begin again.
 */
export interface ApprovalCodes {
  /** Codes for a batch. */
  take(bankId: string, day: string, count: number): Promise<string[]>;
  /** Returns codes that no approval used. */
  giveBack(bankId: string, day: string, codes: readonly string[]): void;
}

export function createApprovalCodes(database: Tx): ApprovalCodes {
  const supplies = new Map<string, Supply>();
  const leasing = new Map<string, Promise<void>>();

  const lease = async (bankId: string, supply: Supply, needed: number) => {
    const size = Math.max(needed, supply.nextBlock);
    supply.nextBlock = Math.min(LARGEST_BLOCK, supply.nextBlock * 2);
    const { next_code: end } = await queryOne<{ next_code: number }>(database, leaseBlock, [bankId, supply.day, size]);
    for (let code = end - size; code < end; code++) supply.free.push(String(code % CODES_PER_DAY).padStart(6, '0'));
  };

  return {
    async take(bankId, day, count) {
      let supply = supplies.get(bankId);
      if (supply === undefined || supply.day !== day) {
        supply = { day, free: [], nextBlock: FIRST_BLOCK };
        supplies.set(bankId, supply);
      }
      while (supply.free.length < count) {
        // batches that run out of codes at the same time share one lease, then check again
        const running = leasing.get(bankId) ?? lease(bankId, supply, count).finally(() => leasing.delete(bankId));
        leasing.set(bankId, running);
        await running;
      }
      return supply.free.splice(-count, count);
    },
    giveBack(bankId, day, codes) {
      const supply = supplies.get(bankId);
      if (supply?.day === day) supply.free.push(...codes);
    },
  };
}

/** The codes of one batch: offered to each message, used up by approvals only. */
export interface CodeSupply {
  peek(bankId: string): string;
  use(bankId: string): void;
}

interface BatchCodes extends CodeSupply {
  /** Nothing of the batch was stored: its codes are free again. */
  undo(): void;
  giveBack(): void;
}

/** Takes a code for each message of each bank; codes that no approval used go back. */
export async function takeCodes(ofEach: readonly Bank[], codes: ApprovalCodes, now: Date): Promise<BatchCodes> {
  const counts = new Map<string, { day: string; count: number }>();
  for (const { bankId, calendar } of ofEach) {
    const known = counts.get(bankId);
    if (known !== undefined) known.count++;
    else counts.set(bankId, { day: calendar.localDate(now), count: 1 });
  }
  const taken = new Map<string, { day: string; codes: string[]; used: number }>();
  for (const [bankId, { day, count }] of counts) {
    taken.set(bankId, { day, codes: await codes.take(bankId, day, count), used: 0 });
  }
  return {
    peek: (bankId) => {
      const bank = taken.get(bankId);
      return bank?.codes[bank.used] ?? '';
    },
    use: (bankId) => {
      const bank = taken.get(bankId);
      if (bank !== undefined) bank.used++;
    },
    undo: () => {
      for (const bank of taken.values()) bank.used = 0;
    },
    giveBack: () => {
      for (const [bankId, bank] of taken) codes.giveBack(bankId, bank.day, bank.codes.slice(bank.used));
    },
  };
}
