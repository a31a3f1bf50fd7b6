import type { Warning } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { ContentHash } from '../../platform/vault/index.ts';

export interface StoredRequest extends ContentHash {
  answer: string | null;
}

const selectClaim = statement(
  'merchants.select-request',
  `select content_hash as hash, content_version as version, answer from onboarding_requests
    where acquirer_id = $1 and caller = $2 and request_id = $3`,
);

export async function findRequest(
  tx: Tx,
  acquirerId: string,
  caller: string,
  requestId: string,
): Promise<StoredRequest | undefined> {
  return (await tx.query<StoredRequest>(selectClaim, [acquirerId, caller, requestId]))[0];
}

export interface NewRequest {
  readonly caller: string;
  readonly requestId: string;
  readonly content: ContentHash;
  readonly merchantCount: number;
  readonly at: Date;
}

const insertClaim = statement(
  'merchants.insert-request',
  `insert into onboarding_requests (acquirer_id, caller, request_id, content_hash, content_version, received_at, merchant_count)
   values ($1, $2, $3, $4, $5, $6, $7) returning request_no`,
);

/** Returns the number under which the request's merchants are stored. */
export async function insertRequest(tx: Tx, acquirerId: string, request: NewRequest): Promise<bigint> {
  const { caller, requestId, content, at, merchantCount } = request;
  const values = [acquirerId, caller, requestId, content.hash, content.version, at, merchantCount];
  return (await queryOne<{ request_no: bigint }>(tx, insertClaim, values)).request_no;
}

const updateAnswer = statement(
  'merchants.store-answer',
  `update onboarding_requests set answer = $3 where acquirer_id = $1 and request_no = $2`,
);

export async function storeOnboardingAnswer(
  tx: Tx,
  acquirerId: string,
  requestNo: bigint,
  answer: string,
): Promise<void> {
  await tx.query(updateAnswer, [acquirerId, requestNo, answer]);
}

export interface NewApplication {
  readonly applicationId: string;
  readonly chainId: string | null;
}

const insertApplicationRows = statement(
  'merchants.insert-applications',
  `insert into merchant_applications (acquirer_id, application_id, request_no, position, chain_id, created_at)
   select $1, a.id, $2, $6 + a.place - 1, a.chain, $5
     from unnest($3::text[], $4::text[]) with ordinality as a (id, chain, place)`,
);

/** Inserts applications in the order of the request. `first` is the position of the first one. */
export async function insertApplications(
  tx: Tx,
  acquirerId: string,
  requestNo: bigint,
  { first, batch }: { first: number; batch: readonly NewApplication[] },
  at: Date,
): Promise<void> {
  const ids = batch.map(({ applicationId }) => applicationId);
  const chains = batch.map(({ chainId }) => chainId);
  await tx.query(insertApplicationRows, [acquirerId, requestNo, ids, chains, at, first]);
}

export interface NewSubmission {
  readonly position: number;
  readonly applicationId: string;
  readonly merchantId: string;
  readonly kind: 'BOARDING' | 'AMENDMENT';
  readonly amendments: readonly string[];
  readonly version: number | null;
  readonly warnings: readonly Warning[];
}

const insertSubmissionRows = statement(
  'merchants.insert-submissions',
  `insert into merchant_submissions
     (acquirer_id, request_no, position, application_id, merchant_id, kind, amendments, version, warnings)
   select $1, $2, s.position, s.application, s.merchant, s.kind, string_to_array(s.amendments, ','), s.version,
          s.warnings::jsonb
     from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[])
       as s (position, application, merchant, kind, amendments, version, warnings)`,
);

export async function insertSubmissions(
  tx: Tx,
  acquirerId: string,
  requestNo: bigint,
  rows: readonly NewSubmission[],
): Promise<void> {
  await tx.query(insertSubmissionRows, [
    acquirerId,
    requestNo,
    rows.map(({ position }) => position),
    rows.map(({ applicationId }) => applicationId),
    rows.map(({ merchantId }) => merchantId),
    rows.map(({ kind }) => kind),
    rows.map(({ amendments }) => amendments.join(',')),
    rows.map(({ version }) => version),
    rows.map(({ warnings }) => JSON.stringify(warnings)),
  ]);
}
