import type { Bank } from '../../../platform/kernel/bank.ts';
import { required } from '../../../platform/kernel/required.ts';
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

/** Codes that one batch wants of one bank. */
interface RequestedCodes {
  readonly bankId: string;
  readonly day: string;
  readonly count: number;
}

/**
 * Approval codes: six digits, unique for each bank and day (docs/interface/decision.md#approval-codes). Each server
 * leases blocks of codes, so that authorizations do not wait for one shared counter; codes that are left in a block
 * when the server ends are never used. A bank with more than a million approvals a day has used all six-digit codes:
 * they begin again.
 */
export interface ApprovalCodes {
  /** Codes for a batch, in the order of what is requested, which names each bank once. */
  take(requested: readonly RequestedCodes[]): Promise<string[][]>;
  /** Returns codes that no approval used. */
  giveBack(bankId: string, day: string, codes: readonly string[]): void;
}

/** What one bank has for one day. Blocks are kept as numbers: thousands of codes of a thousand banks would be many texts. */
interface Supply {
  readonly bankId: string;
  readonly day: string;
  readonly givenBack: string[];
  readonly blocks: { next: number; readonly end: number }[];
  /** Size of the next lease: doubled each time, since a bank that used up a block is busy. */
  nextBlock: number;
  leasing: Promise<void> | undefined;
}

/**
 * The banks of a batch lease with one statement, and before they have none left: with many banks, one or another needs some in
 * nearly every batch, which would wait for it.
 */
export function createApprovalCodes(database: Tx): ApprovalCodes {
  const supplies = new Map<string, Supply>();
  const supplyOf = ({ bankId, day }: RequestedCodes) => {
    const known = supplies.get(bankId);
    if (known?.day === day) return known;
    const made: Supply = { bankId, day, givenBack: [], blocks: [], nextBlock: FIRST_BLOCK, leasing: undefined };
    supplies.set(bankId, made);
    return made;
  };
  /** Those for which somebody asks already are waited for, not asked for again. */
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
    async take(requested) {
      const all = requested.map((one) => ({ supply: supplyOf(one), count: one.count }));
      for (;;) {
        const lacking = all.filter(({ supply, count }) => countOf(supply) < count);
        if (lacking.length === 0) {
          const taken = all.map(({ supply, count }) => takeOf(supply, count));
          const low = all.filter(({ supply }) => isLow(supply));
          // whoever finds none left asks again, and is told what is wrong
          if (low.length > 0) lease(low).catch(() => {});
          return taken;
        }
        await lease(lacking);
      }
    },
    giveBack(bankId, day, codes) {
      const supply = supplies.get(bankId);
      if (supply?.day === day) supply.givenBack.push(...codes);
    },
  };
}

/** In one order on all servers, so that two never wait for each other. */
async function leaseFor(database: Tx, lacking: readonly { supply: Supply; count: number }[]): Promise<void> {
  const leased = lacking
    .map(({ supply, count }) => ({ supply, size: Math.max(count, supply.nextBlock) }))
    .sort((one, other) => (one.supply.bankId < other.supply.bankId ? -1 : 1));
  const rows = await database.query<{ bank_id: string; next_code: number }>(leaseBlocks, [
    leased.map(({ supply }) => supply.bankId),
    leased.map(({ supply }) => supply.day),
    leased.map(({ size }) => size),
  ]);
  const ends = new Map(rows.map((row) => [row.bank_id, row.next_code]));
  for (const { supply, size } of leased) {
    const end = required(ends.get(supply.bankId), 'the codes that were leased for a bank');
    supply.blocks.push({ next: end - size, end });
    supply.nextBlock = Math.min(LARGEST_BLOCK, supply.nextBlock * 2);
  }
}

function countOf({ givenBack, blocks }: Supply): number {
  return blocks.reduce((sum, { next, end }) => sum + end - next, givenBack.length);
}

/** Less than a quarter of what comes next: by then the bank has used half of what it leased last. */
function isLow(supply: Supply): boolean {
  return countOf(supply) < supply.nextBlock / 4;
}

/** Those that were given back first. */
function takeOf({ givenBack, blocks }: Supply, count: number): string[] {
  const taken = givenBack.splice(-count, count);
  while (taken.length < count) {
    const block = required(blocks[0], 'a block with codes');
    taken.push(String(block.next++ % CODES_PER_DAY).padStart(6, '0'));
    if (block.next === block.end) blocks.shift();
  }
  return taken;
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
  const requested = [...counts].map(([bankId, one]) => ({ bankId, ...one }));
  const given = await codes.take(requested);
  const taken = new Map(
    requested.map(({ bankId, day }, at) => [
      bankId,
      { day, codes: required(given[at], 'the codes of a bank of the batch'), used: 0 },
    ]),
  );
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
