import type { JsonObject, JsonValue, MerchantStatus } from '@cardwright/contract';
import { utf8Of } from '../../platform/kernel/text/utf8.ts';
import { statement, TextArray, type Tx } from '../../platform/storage/index.ts';
import type { StoredHit } from '../records/stored-hit.ts';
import { IDENTITY } from './screen.ts';

const selectAcquirerDue = statement(
  'merchants.select-acquirer-to-screen',
  `select acquirer_id from merchants
    where acquirer_id > $2 and next_screening_at <= $1
      and (screening_leased_until is null or screening_leased_until < now())
    order by acquirer_id limit 1`,
);

/**
 * Finds acquirers with merchants that are due for screening and not leased. Jumps from one acquirer to the next, so
 * that it does not read the long queue of one.
 */
export async function findAcquirersDue(tx: Tx, now: Date): Promise<string[]> {
  const acquirerIds: string[] = [];
  for (;;) {
    const [next] = await tx.query<{ acquirer_id: string }>(selectAcquirerDue, [now, acquirerIds.at(-1) ?? '']);
    if (next === undefined) return acquirerIds;
    acquirerIds.push(next.acquirer_id);
  }
}

/** A merchant that this server has leased. */
export interface ClaimedMerchant {
  merchant_id: string;
  /** The status before the claim. */
  status: MerchantStatus;
  sequence: number;
  screening_attempts: number;
  onboarding_request_id: string;
  kyc: boolean;
  merchant_name: string;
  legal_name: string;
  mcc: string;
  trn: string;
  debit_account: string;
  credit_account: string;
  /** The members that IDENTITY lists. */
  identity: JsonObject;
  schemes: JsonValue | null;
  /** Services as resolved. `sent_services` are those that were sent. */
  services: JsonValue | null;
  sent_services: JsonValue | null;
  /** Record of the merchant's chain, as JSON text. */
  chain: string | null;
  /** Hits of the last screening. */
  earlier_hits: StoredHit[] | null;
}

export interface ScreeningClaimant {
  readonly server: string;
  readonly leaseMs: number;
  readonly limit: number;
}

// `materialized`, because the part that locks rows must not run twice. `json` instead of `jsonb`, because records keep
// unknown fields, and `jsonb` refuses numbers that are too large for it. `json_each` reads a record once; each `->`
// would parse its 10 KiB again.
const claimMerchants = statement(
  'merchants.claim-screening',
  `with due as materialized (
     select m.acquirer_id, m.merchant_id, m.status from merchants m
      where m.acquirer_id = $1 and m.next_screening_at <= $2
        and (m.screening_leased_until is null or m.screening_leased_until < now())
      order by m.next_screening_at, m.merchant_no
      limit $3
        for no key update skip locked
   ), claimed as (
     update merchants m
        set status = 'SCREENING', sequence = m.sequence + case when due.status = 'RECEIVED' then 1 else 0 end,
            screening_attempts = case when due.status = 'RECEIVED' then 1 else m.screening_attempts + 1 end,
            earlier_hits = coalesce(m.screening_hits, m.earlier_hits), screening_hits = null,
            screening_problem = case when due.status = 'RECEIVED' then null else m.screening_problem end,
            screening_leased_by = $4,
            screening_leased_until = now() + $5::int * interval '1 millisecond',
            changed_at = case when due.status = 'RECEIVED' then $2 else m.changed_at end
       from due
      where m.acquirer_id = due.acquirer_id and m.merchant_id = due.merchant_id
     returning m.*, due.status as status_before
   )
   select c.merchant_id, c.status_before as status, c.sequence, c.screening_attempts, c.kyc, c.merchant_name, c.legal_name,
          c.mcc, c.trn, c.debit_account, c.credit_account, r.request_id as onboarding_request_id,
          sent.identity, sent.configurations -> 'acceptedCardSchemes' as schemes, c.resolved::json -> 'services' as services,
          sent.services as sent_services, h.record as chain, c.earlier_hits
     from claimed c
    cross join lateral (
       select json_object_agg(field.key, field.value) filter (where field.key = any($6)) as identity,
              (array_agg(field.value) filter (where field.key = 'configurations'))[1] as configurations,
              (array_agg(field.value) filter (where field.key = 'services'))[1] as services
         from json_each(c.record::json) as field
     ) sent
     join merchant_applications a on a.acquirer_id = $1 and a.application_id = c.application_id
     join onboarding_requests r on r.acquirer_id = $1 and r.request_no = a.request_no
     left join merchant_chains h on h.acquirer_id = $1 and h.chain_id = c.chain_id
    order by c.merchant_no`,
);

/**
 * Claims due merchants. The caller holds the acquirer's lock, and notifies the acquirer about those that were RECEIVED.
 */
export function claimToScreen(
  tx: Tx,
  acquirerId: string,
  now: Date,
  { server, leaseMs, limit }: ScreeningClaimant,
): Promise<ClaimedMerchant[]> {
  return tx.query(claimMerchants, [acquirerId, now, limit, server, leaseMs, IDENTITY]);
}

export interface PassedScreening {
  readonly merchantId: string;
  readonly attempt: number;
  readonly hits: readonly StoredHit[];
}

const passMerchants = statement(
  'merchants.pass-screening',
  `update merchants m
      set status = 'PENDING_APPROVAL', sequence = m.sequence + 1, screening_hits = p.hits::jsonb, earlier_hits = null,
          screening_problem = null,
          next_screening_at = null, screening_leased_until = null, screening_leased_by = null, changed_at = $3
     from unnest($4::text[], $5::int[], $6::text[]) as p (merchant_id, attempt, hits)
    where m.acquirer_id = $1 and m.merchant_id = p.merchant_id and m.status = 'SCREENING'
      and m.screening_leased_by = $2 and m.screening_attempts = p.attempt
   returning m.merchant_id, m.sequence`,
);

/** Returns the merchants whose lease is still valid, with their new sequence. */
export function passScreening(
  tx: Tx,
  acquirerId: string,
  server: string,
  now: Date,
  passed: readonly PassedScreening[],
): Promise<{ merchant_id: string; sequence: number }[]> {
  return tx.query(passMerchants, [
    acquirerId,
    server,
    now,
    passed.map(({ merchantId }) => merchantId),
    passed.map(({ attempt }) => attempt),
    // A text form would escape the many quotes of JSON.
    new TextArray(passed.map(({ hits }) => utf8Of(JSON.stringify(hits)))),
  ]);
}

export interface PostponedScreening {
  readonly merchantId: string;
  readonly attempt: number;
  readonly problem: string;
  readonly nextAt: Date;
}

const postponeMerchants = statement(
  'merchants.postpone-screening',
  `update merchants m
      set screening_problem = p.problem, next_screening_at = p.next_at, screening_leased_until = null,
          screening_leased_by = null
     from unnest($3::text[], $4::int[], $5::text[], $6::timestamptz[]) as p (merchant_id, attempt, problem, next_at)
    where m.acquirer_id = $1 and m.merchant_id = p.merchant_id and m.status = 'SCREENING'
      and m.screening_leased_by = $2 and m.screening_attempts = p.attempt`,
);

export async function postponeScreening(
  tx: Tx,
  acquirerId: string,
  server: string,
  postponed: readonly PostponedScreening[],
): Promise<void> {
  await tx.query(postponeMerchants, [
    acquirerId,
    server,
    postponed.map(({ merchantId }) => merchantId),
    postponed.map(({ attempt }) => attempt),
    postponed.map(({ problem }) => problem),
    postponed.map(({ nextAt }) => nextAt),
  ]);
}
