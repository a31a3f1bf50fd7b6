import type { Bank } from '../../../platform/kernel/bank.ts';
import { currencyOf } from '../../../platform/kernel/money.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { listProgramsOfBank, programAt, withDefaults } from '../../banks/index.ts';
import { readCounters, type StoredSettings, toCardSettings } from '../../card-settings/index.ts';
import {
  type AccountLimits,
  limitsOfProgram,
  NO_LIMITS,
  ofPayments,
  readLimits,
  readSharedUsage,
  WHOLE_BANK,
} from '../../limits/index.ts';
import { createBankPrograms } from '../batch/bank-programs.ts';
import { cardFactsOf } from '../batch/load-controls.ts';
import { sharedLimitsOf } from '../batch/shared-counters.ts';
import type { AccountFacts } from '../decision/facts.ts';
import { NO_RULES_OR_LISTS } from '../history/historical-message.ts';
import type { ProgramHistory } from '../history/proposed.ts';
import type { Replay } from '../history/replay.ts';
import { loadOpenExceptions } from '../records/open-exception-store.ts';
import type { FactsRow } from './preview-store.ts';

/** Converts the present account to a replay, to which a proposal can be applied. */
export function toReplay(row: FactsRow, programs: ProgramHistory, now: Date): Replay {
  const money = currencyOf(row.currency);
  const settings: StoredSettings = row.settings === null ? {} : JSON.parse(row.settings);
  const program = programAt(programs.versions, now);
  return {
    storedSettings: settings,
    account: {
      accountId: row.account_id,
      currency: money,
      availableMinor: row.available_minor,
      fundsCheck: row.funds_check,
      settings: toCardSettings(withDefaults(settings, program, money.exponent), money.exponent),
      ...(program !== undefined && { program: { productCode: programs.productCode, version: program.version } }),
      counters: readCounters(row.counters),
      limits: {
        ...(row.limits === null || row.used === null ? NO_LIMITS : readPaymentLimits(row.limits, row.used)),
        programLimits: limitsOfProgram(program, money.exponent).paymentLimits,
      },
    },
    paidMerchants: new Set(),
    cards: new Map([[row.card_id, cardFactsOf(row)]]),
    tokenControls: new Map(),
    approved: new Map(),
    proposal: undefined,
    unchanging: NO_RULES_OR_LISTS,
    programs,
    allProgramLimits: [],
    program,
  };
}

function readPaymentLimits(limits: string, usage: string): AccountLimits {
  const read = readLimits(limits, usage);
  return { ...read, limits: ofPayments(read.limits) };
}

/** Reads the limits that the account shares with others. */
export async function readSharedLimits(
  tx: Tx,
  { bankId, currency }: Bank,
  productCode: string,
  account: Pick<AccountFacts, 'currency'>,
  now: Date,
): Promise<AccountLimits | undefined> {
  const programs = createBankPrograms(0n, await listProgramsOfBank(tx, bankId), currency.exponent);
  const sharedLimits = programs.at(now).sharedOf(productCode);
  const limits = sharedLimitsOf(sharedLimits && { sharedLimits }, account.currency.code === currency.code);
  return limits && { limits, usage: await readSharedUsage(tx, bankId, [WHOLE_BANK, productCode]) };
}

export async function openExceptionsOf(
  tx: Tx,
  bankId: string,
  { account_id: accountId, exceptions_until: until }: FactsRow,
  now: Date,
): Promise<AccountFacts['exceptions']> {
  return (await loadOpenExceptions(tx, [{ bankId, accountId, until }], now)).get(accountId);
}
