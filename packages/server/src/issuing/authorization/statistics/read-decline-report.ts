import { readDeclineReport } from '@cardwright/contract';
import { ok } from '../../../platform/kernel/result.ts';
import { readTimeRange } from '../../../platform/kernel/time/time-range.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { type MerchantRow, readAttacks, readDecliningMerchants } from './decline-report-store.ts';

const DAY_MS = 86_400_000;

/** Returns the merchants with the most declines, and the merchants under attack (docs/interface/decision.md#decline-report). */
export function readDeclineReportOperation(banks: BankDirectory) {
  return implementBankRest(readDeclineReport, banks, async ({ tx, bank, now, audit }, { query }) => {
    const { bankId, calendar } = bank;
    const range = readTimeRange(query);
    const end = query.to === undefined ? now : range.to;
    const from = query.from === undefined ? new Date(end.getTime() - DAY_MS) : range.from;
    const { merchants, declined, countedFrom } = await readDecliningMerchants(tx, bankId, from, range.to);
    const attacks = await readAttacks(tx, bankId, countedFrom, range.to, calendar.timeZone);
    audit(bankId, `bank:${bankId}`, 'declines read', { declined });
    const body = {
      from: countedFrom.toISOString(),
      to: end.toISOString(),
      declined,
      merchants: merchants.map(toMerchant),
      attacks: attacks.map(({ since, until, before, ...row }) => ({
        ...toMerchant(row),
        from: since.toISOString(),
        to: until.toISOString(),
        declined_before: before,
      })),
    };
    return ok({ body });
  });
}

function toMerchant({ merchant, merchant_place, mcc, declined }: MerchantRow) {
  return { merchant, merchant_name_location: merchant_place, mcc, declined };
}
