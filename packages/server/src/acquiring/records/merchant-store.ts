import type { AmendmentType, HitState, ListSort, MerchantState, MerchantStatus } from '@cardwright/contract';
import type { Utf8 } from '../../platform/kernel/text/utf8.ts';
import { type Statement, statement, TextArray, type Tx } from '../../platform/storage/index.ts';
import type { MerchantFacts } from './merchant-facts.ts';
import type { SortedPage } from './sorted-page.ts';

export interface ExistingMerchant {
  merchant_id: string;
  status: MerchantStatus;
  merchant_state: MerchantState | null;
  version: number;
  sequence: number;
  chain_id: string | null;
}

const EXISTING_COLUMNS = 'merchant_id, status, merchant_state, version, sequence, chain_id';

// `limit` makes it one primary key lookup for each id. A plan for an array of unknown length may scan all rows of the
// acquirer.

const selectExisting = statement(
  'merchants.find-merchants',
  `select m.* from unnest($2::text[]) as requested (id)
    cross join lateral (select ${EXISTING_COLUMNS} from merchants where acquirer_id = $1 and merchant_id = requested.id limit 1) m`,
);

export function findMerchants(tx: Tx, acquirerId: string, ids: readonly string[]): Promise<ExistingMerchant[]> {
  return tx.query(selectExisting, [acquirerId, ids]);
}

const selectLocked = statement(
  'merchants.lock-merchants',
  `select m.* from unnest($2::text[]) as requested (id)
    cross join lateral (select ${EXISTING_COLUMNS} from merchants where acquirer_id = $1 and merchant_id = requested.id limit 1
                           for no key update) m`,
);

/** Finds merchants and locks them in the order of the ids. */
export function lockMerchants(tx: Tx, acquirerId: string, ids: readonly string[]): Promise<ExistingMerchant[]> {
  return tx.query(selectLocked, [acquirerId, ids]);
}

export interface StoredRecord {
  merchant_id: string;
  record: string;
}

const selectRecords = statement(
  'merchants.select-records',
  `select m.* from unnest($2::text[]) as requested (id)
    cross join lateral (select merchant_id, record from merchants
                         where acquirer_id = $1 and merchant_id = requested.id limit 1) m`,
);

export function readRecords(tx: Tx, acquirerId: string, ids: readonly string[]): Promise<StoredRecord[]> {
  return tx.query(selectRecords, [acquirerId, ids]);
}

export interface NewMerchant {
  readonly merchantId: string;
  readonly applicationId: string;
  readonly chainId: string | null;
  readonly record: Utf8;
  readonly resolved: Utf8;
  readonly facts: MerchantFacts;
}

// Findings about an earlier submission of the merchant do not apply to this one.
const upsertBoardings = statement(
  'merchants.write-boardings',
  `insert into merchants (acquirer_id, merchant_id, application_id, status, sequence, record, resolved, chain_id,
     merchant_name, legal_name, mcc, trn, debit_account, credit_account, kyc, next_screening_at, created_at, changed_at)
   select $1, m.id, m.application, 'RECEIVED', 1, m.record, m.resolved, m.chain, m.name, m.legal_name, m.mcc, m.trn,
          m.debit, m.credit, m.kyc, $14, $14, $14
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::text[], $11::text[], $12::text[], $13::bool[])
       as m (id, application, record, resolved, chain, name, legal_name, mcc, trn, debit, credit, kyc)
   on conflict (acquirer_id, merchant_id) do update
     set application_id = excluded.application_id, status = excluded.status, sequence = merchants.sequence + 1,
         record = excluded.record, resolved = excluded.resolved, chain_id = excluded.chain_id,
         merchant_name = excluded.merchant_name, legal_name = excluded.legal_name, mcc = excluded.mcc, trn = excluded.trn,
         debit_account = excluded.debit_account, credit_account = excluded.credit_account, kyc = excluded.kyc,
         kyc_confirmed_by = null, reviewed_by = null, approved_by = null, screening_attempts = 0,
         earlier_record = merchants.record,
         earlier_hits = coalesce(merchants.screening_hits, merchants.earlier_hits), screening_hits = null,
         screening_problem = null,
         next_screening_at = excluded.next_screening_at, screening_leased_until = null, screening_leased_by = null,
         information_required = null, changed_at = excluded.changed_at
     where merchants.status = 'INFORMATION_REQUIRED'
   returning merchant_id, sequence`,
);

/**
 * Inserts new merchants, and updates those that are sent again after information was required. All become RECEIVED.
 * Returns their sequences.
 */
export function upsertMerchants(
  tx: Tx,
  acquirerId: string,
  rows: readonly NewMerchant[],
  at: Date,
): Promise<{ merchant_id: string; sequence: number }[]> {
  return tx.query(upsertBoardings, [
    acquirerId,
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ applicationId }) => applicationId),
    new TextArray(rows.map(({ record }) => record)),
    new TextArray(rows.map(({ resolved }) => resolved)),
    rows.map(({ chainId }) => chainId),
    rows.map(({ facts }) => facts.merchantName),
    rows.map(({ facts }) => facts.legalName),
    rows.map(({ facts }) => facts.mcc),
    rows.map(({ facts }) => facts.trn),
    rows.map(({ facts }) => facts.debitAccount),
    rows.map(({ facts }) => facts.creditAccount),
    rows.map(({ facts }) => facts.kyc),
    at,
  ]);
}

export interface AmendedMerchantRow {
  readonly merchantId: string;
  readonly state: MerchantState;
  readonly sequence: number;
  readonly version: number;
  readonly record: string;
  readonly resolved: string;
  readonly chainId: string | null;
  readonly merchantName: string;
  readonly legalName: string;
  readonly mcc: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
}

const updateAmended = statement(
  'merchants.write-amendments',
  `update merchants set merchant_state = a.state, sequence = a.sequence, version = a.version, record = a.record,
          resolved = a.resolved, chain_id = a.chain, merchant_name = a.name, legal_name = a.legal_name, mcc = a.mcc,
          debit_account = a.debit, credit_account = a.credit, changed_at = $14
     from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[],
                 $10::text[], $11::text[], $12::text[], $13::text[])
       as a (id, state, sequence, version, record, resolved, chain, name, legal_name, mcc, debit, credit)
    where merchants.acquirer_id = $1 and merchants.merchant_id = a.id`,
);

export async function updateAmendedMerchants(
  tx: Tx,
  acquirerId: string,
  rows: readonly AmendedMerchantRow[],
  at: Date,
): Promise<void> {
  await tx.query(updateAmended, [
    acquirerId,
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ state }) => state),
    rows.map(({ sequence }) => sequence),
    rows.map(({ version }) => version),
    rows.map(({ record }) => record),
    rows.map(({ resolved }) => resolved),
    rows.map(({ chainId }) => chainId),
    rows.map(({ merchantName }) => merchantName),
    rows.map(({ legalName }) => legalName),
    rows.map(({ mcc }) => mcc),
    rows.map(({ debitAccount }) => debitAccount),
    rows.map(({ creditAccount }) => creditAccount),
    at,
  ]);
}

export interface MerchantRow extends ExistingMerchant {
  merchant_no: bigint;
  application_id: string;
  merchant_name: string;
  created_at: Date;
  changed_at: Date;
  /** How many hits have each state. Null without hits. */
  hits: Partial<Record<HitState, number>> | null;
}

export interface WholeMerchantRow extends MerchantRow {
  record: string;
  resolved: string;
  /** The record of the previous submission, until the merchant is boarded. */
  earlier_record: string | null;
  information_required: { path: string; action: string }[] | null;
  reason: string | null;
  /** The application of the open amendment. */
  amended_by: string | null;
  amended_types: AmendmentType[] | null;
  amendment_status: 'SCREENING' | 'PENDING_APPROVAL' | null;
}

const HITS_BY_STATE = `(select jsonb_object_agg(of_state.state, of_state.count) from (
            select hit ->> 'state' as state, count(*) as count from jsonb_array_elements(m.screening_hits) as hit
             group by hit ->> 'state') as of_state) as hits`;

const listStatement = (place: string, order: string) =>
  `select m.merchant_id, m.status, m.merchant_state, m.version, m.sequence, m.chain_id, m.merchant_no, m.application_id,
            m.merchant_name, m.created_at, m.changed_at, m.standing_hits, ${HITS_BY_STATE} from merchants m
      where m.acquirer_id = $1 and ($2::text is null or m.status = $2) and ($3::text is null or m.merchant_state = $3)
        and ($11::text[] is null or m.merchant_id = any($11))
        and ($4::text is null or case $4 when 'NONE' then m.screening_hits = '[]'
             else m.screening_hits @> jsonb_build_array(jsonb_build_object('state', $4::text)) end)
        and ($5::timestamptz is null or m.created_at >= $5) and ($6::timestamptz is null or m.created_at < $6)
        and ${place}
      order by ${order} limit $10`;
const PLACE = '($7::int, $8::timestamptz, $9::bigint)';
const LIST_STATEMENTS: Record<ListSort, Statement> = {
  newest: statement(
    'merchants.list-merchants-newest',
    listStatement(
      `(m.created_at, m.merchant_no) < ($8::timestamptz, $9::bigint) and $7::int is not null`,
      'm.created_at desc, m.merchant_no desc',
    ),
  ),
  oldest: statement(
    'merchants.list-merchants-oldest',
    listStatement(
      `(m.created_at, m.merchant_no) > ($8::timestamptz, $9::bigint) and $7::int is not null`,
      'm.created_at, m.merchant_no',
    ),
  ),
  hits: statement(
    'merchants.list-merchants-hits',
    listStatement(
      `(m.standing_hits, m.created_at, m.merchant_no) < ${PLACE}`,
      'm.standing_hits desc, m.created_at desc, m.merchant_no desc',
    ),
  ),
};

export interface MerchantRowWithHits extends MerchantRow {
  standing_hits: number;
}

/** Reads one row more than the page holds, to know whether another page follows. */
export function listMerchantRows(
  tx: Tx,
  acquirerId: string,
  filter: { status?: string | undefined; merchantState?: string | undefined; ids?: readonly string[] | undefined },
  { sort, after, limit, hits, from, to }: SortedPage,
): Promise<MerchantRowWithHits[]> {
  const { status = null, merchantState = null, ids = null } = filter;
  const place = [after.hits, after.at, after.id];
  return tx.query(LIST_STATEMENTS[sort], [acquirerId, status, merchantState, hits, from, to, ...place, limit + 1, ids]);
}

const selectOne = statement(
  'merchants.read-merchant',
  `select m.merchant_id, m.status, m.merchant_state, m.version, m.sequence, m.chain_id, m.merchant_no, m.application_id,
          m.merchant_name, m.created_at, m.changed_at, m.record, m.resolved, m.information_required, e.reason,
          case when m.version = 0 then m.earlier_record end as earlier_record,
          a.application_id as amended_by, a.types as amended_types, a.status as amendment_status,
          ${HITS_BY_STATE}
     from merchants m
     left join merchant_events e on e.acquirer_id = m.acquirer_id and e.merchant_id = m.merchant_id
      and e.sequence = m.sequence and m.status in ('REJECTED', 'INFORMATION_REQUIRED')
     left join merchant_amendments a on a.acquirer_id = m.acquirer_id and a.merchant_id = m.merchant_id
      and a.status in ('SCREENING', 'PENDING_APPROVAL')
    where m.acquirer_id = $1 and m.merchant_id = $2`,
);

export async function readMerchantRow(
  tx: Tx,
  acquirerId: string,
  merchantId: string,
): Promise<WholeMerchantRow | undefined> {
  return (await tx.query<WholeMerchantRow>(selectOne, [acquirerId, merchantId]))[0];
}
