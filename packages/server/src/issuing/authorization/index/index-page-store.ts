import type { ListAuthorizationsQuery } from '@cardwright/contract';
import { beginning, type Page, type Place } from '../../../platform/kernel/page.ts';
import { type Statement, statement, type Tx } from '../../../platform/storage/index.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';
import { type DisplayRow, nameIndexRows } from './index-name.ts';
import { INDEX_COLUMNS, indexedFrom, indexValues } from './index-store.ts';

/** Filters of a list. A null member does not filter. */
export interface AuthorizationFilter {
  readonly accountId: bigint | null;
  readonly cardId: bigint | null;
  readonly from: Date;
  readonly to: Date;
  readonly actionCode: string | null;
  readonly rule: string | null;
  readonly state: IndexRow['state'] | null;
  readonly acquirer: string | null;
  readonly merchant: string | null;
  readonly mcc: string | null;
  readonly country: string | null;
  readonly channel: string | null;
  /** The lowest amount in minor units, one value for each number of decimals of a currency. */
  readonly least: readonly bigint[] | null;
  readonly maxMinors: readonly bigint[] | null;
  /** The late answer of the bank's own system; `listLateAnswers` finds these decisions. */
  readonly lateAnswer: ListAuthorizationsQuery['late_partner_answer'] | null;
}

/** The most rows that one page scans. Rarer matches are spread over several pages. */
const MAX_ROWS_SCANNED = 10_000;

const PLACE = 'decided_at desc, message_key desc';
const IN_RANGE = `l.bank_id = $1 and l.decided_at <= $2 and (l.decided_at, l.message_key) < ($2, $3)
        and l.decided_at >= $4 and l.decided_at < $5`;
/** Selects the newest rows that an index finds by one condition. */
const newest = (columns: string, condition: string) => `
     select ${columns} from listed_authorizations l
      where ${IN_RANGE} ${condition === '' ? '' : `and ${condition}`}
      order by l.decided_at desc, l.message_key desc`;
export const INDEX_FILTERS = `($7::bigint is null or l.account_id in ($7)) and ($8::bigint is null or l.card_id = $8)
            and ($9::text is null or l.action_code = $9) and ($10::text is null or l.rule = $10)
            and ($11::"char" is null or l.state = $11) and ($12::text is null or l.acquirer = $12)
            and ($13::text is null or l.merchant = $13) and ($14::text is null or l.mcc = $14)
            and ($15::text is null or l.country = $15)
            and ($16::bigint[] is null or l.billing_minor >= ($16::bigint[])[l.exponent + 1])
            and ($17::bigint[] is null or l.billing_minor <= ($17::bigint[])[l.exponent + 1])
            and ($18::text is null or l.channel = $18)`;
const page = (condition: string) => `
   select * from (${newest('*', condition)} limit ${MAX_ROWS_SCANNED}) l
    where ${INDEX_FILTERS} order by ${PLACE} limit $6`;
/** Selects the last row that the condition scans, if there are that many. */
const last = (condition: string, value: string) => `
   ${newest('l.decided_at, l.message_key', condition.replace(/\$\d+/, value))} offset ${MAX_ROWS_SCANNED - 1} limit 1`;

interface PageStatements {
  readonly page: Statement;
  readonly last: Statement;
}

// the index table has no buckets, so the account id alone finds the rows
const OF_ACCOUNT = 'l.account_id in ($7)';
const BY_CODE = `l.action_code = $9 and l.action_code <> '00'`;
const BY_RULE = `l.rule = $10 and l.action_code <> '00'`;
const IN_ENDED_STATE = `l.state = $11 and l.state in ('R', 'E')`;
const BY_MERCHANT = 'l.merchant = $13';

const ofAccount: PageStatements = {
  page: statement('authorization.select-page-of-account', page(OF_ACCOUNT)),
  last: statement('authorization.select-last-of-account', last(OF_ACCOUNT, '$6')),
};
const byMerchant: PageStatements = {
  page: statement('authorization.select-page-by-merchant', page(BY_MERCHANT)),
  last: statement('authorization.select-last-by-merchant', last(BY_MERCHANT, '$6')),
};
const byRule: PageStatements = {
  page: statement('authorization.select-page-by-rule', page(BY_RULE)),
  last: statement('authorization.select-last-by-rule', last(BY_RULE, '$6')),
};
const byCode: PageStatements = {
  page: statement('authorization.select-page-by-code', page(BY_CODE)),
  last: statement('authorization.select-last-by-code', last(BY_CODE, '$6')),
};
const ended: PageStatements = {
  page: statement('authorization.select-page-ended', page(IN_ENDED_STATE)),
  last: statement('authorization.select-last-ended', last(IN_ENDED_STATE, '$6')),
};
const ofBank: PageStatements = {
  page: statement('authorization.select-page-of-bank', page('')),
  last: statement('authorization.select-last-of-bank', last('', '')),
};

/** The condition that probably matches the fewest rows, with its value. */
function statementsFor({
  accountId,
  merchant,
  rule,
  actionCode,
  state,
}: AuthorizationFilter): [PageStatements, unknown?] {
  if (accountId !== null) return [ofAccount, accountId];
  if (merchant !== null) return [byMerchant, merchant];
  // an index of approvals would hold most rows, and a scan by time finds a page of approvals just as fast
  if (rule !== null && rule !== 'APPROVED') return [byRule, rule];
  if (actionCode !== null && actionCode !== '00') return [byCode, actionCode];
  return state === 'R' || state === 'E' ? [ended, state] : [ofBank];
}

/** The values of `INDEX_FILTERS`. */
export function filterValues(filter: AuthorizationFilter): unknown[] {
  const { accountId, cardId, actionCode, rule, state, acquirer, merchant, mcc, country, least, maxMinors, channel } =
    filter;
  return [accountId, cardId, actionCode, rule, state, acquirer, merchant, mcc, country, least, maxMinors, channel];
}

function rangeOf(bankId: string, { from, to }: AuthorizationFilter, { before }: Page): unknown[] {
  const { at, id } = beginning(before, to);
  return [bankId, at, id, from, to];
}

export interface IndexPage {
  /** Newest first, one row more than the page holds. */
  readonly rows: DisplayRow[];
  /** The last row that was scanned, if more may follow although the page is not full. */
  readonly scannedTo: Place | undefined;
}

export async function listIndexRows(
  tx: Tx,
  bankId: string,
  filter: AuthorizationFilter,
  page: Page,
): Promise<IndexPage> {
  const [way, value] = statementsFor(filter);
  const range = rangeOf(bankId, filter, page);
  const indexRows = await tx.query<IndexRow>(way.page, [...range, page.limit + 1, ...filterValues(filter)]);
  const naming = nameIndexRows(tx, bankId, indexRows);
  if (indexRows.length > page.limit) return { rows: await naming, scannedTo: undefined };
  const parameters = value === undefined ? range : [...range, value];
  const lastScannedRow = tx.query<{ decided_at: Date; message_key: bigint }>(way.last, parameters);
  const [rows, [end]] = await Promise.all([naming, lastScannedRow]);
  return { rows, scannedTo: end && { at: end.decided_at, id: end.message_key } };
}

const selectAmong = statement(
  'authorization.select-among-pending',
  `select l.* from ${indexedFrom(19)} as l (${INDEX_COLUMNS.join(', ')})
    where ${IN_RANGE} and ${INDEX_FILTERS} order by ${PLACE} limit $6`,
);

/** Filters pending rows as the list would. */
export async function filterRows(
  tx: Tx,
  bankId: string,
  filter: AuthorizationFilter,
  page: Page,
  rows: readonly IndexRow[],
): Promise<IndexRow[]> {
  if (rows.length === 0) return [];
  const range = rangeOf(bankId, filter, page);
  return await tx.query(selectAmong, [...range, rows.length, ...filterValues(filter), ...indexValues(rows)]);
}
