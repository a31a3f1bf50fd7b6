import {
  BREAK_GLASS_MINUTES,
  type ChangeAnalysis,
  type ChangeKind,
  type ChangeState,
  MAX_TASKS_OF_KIND,
  type PromiseState,
  writeJson,
} from '@cardwright/contract';
import type { Page } from '../kernel/page.ts';
import { queryOne, statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';

/**
 * The notification channel that wakes the server that checks proposals and changes against the promises of their bank.
 */
export const RULE_CHECK_CHANNEL = 'cardwright_rule_checks';

const MINUTE_MS = 60_000;

/** Changes of these kinds can change decisions. */
export const DECISION_KINDS: readonly ChangeKind[] = ['rule.retire', 'list.change', 'program.change', 'limit.change'];

export interface ChangeRequestRow {
  change_request_id: string;
  request_no: bigint;
  kinds: ChangeKind[];
  operation: string;
  subject: string;
  target_version: string;
  sealed_input: Buffer | null;
  key_version: number | null;
  before_change: string | null;
  after_change: string | null;
  reason: string;
  proposed_at: Date;
  proposed_by: string;
  proposed_by_name: string | null;
  proposer_scopes: string[] | null;
  expires_at: Date;
  state: ChangeState;
  decided_at: Date | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decision_reason: string | null;
  without_second_person: boolean;
  analysis_id: string | null;
  analyzed_at: Date | null;
  analysis: string | null;
  analysis_state: AnalysisResult['state'] | null;
  analysis_overridden: boolean;
}

/** The effect of a change on decisions. */
export interface AnalysisResult {
  readonly state: Exclude<PromiseState, 'PENDING'>;
  readonly content: Pick<ChangeAnalysis, 'answers' | 'free'>;
}

const COLUMNS = `change_request_id, request_no, kinds, operation, subject, target_version, sealed_input, key_version,
  before_change, after_change, reason, proposed_at, proposed_by, proposed_by_name, proposer_scopes, expires_at, state,
  decided_at, decided_by, decided_by_name, decision_reason, without_second_person, analysis_id, analyzed_at, analysis,
  analysis_state, analysis_overridden`;

const insertRequest = statement(
  'change-requests.insert-request',
  `insert into change_requests (bank_id, change_request_id, kinds, operation, subject, target_version, sealed_input,
     key_version, before_change, after_change, reason, proposed_at, proposed_by, proposed_by_name, proposer_scopes,
     expires_at, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'PENDING')
   returning ${COLUMNS}`,
  { notifies: RULE_CHECK_CHANNEL },
);

export interface NewChangeRequest {
  readonly id: string;
  readonly kinds: readonly ChangeKind[];
  readonly operation: string;
  readonly subject: string;
  readonly version: string;
  readonly input: SealedText;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string;
  readonly proposedAt: Date;
  readonly proposedBy: string;
  readonly proposedByName: string | null;
  readonly proposerScopes: readonly string[] | null;
  readonly expiresAt: Date;
}

export function insertChangeRequest(tx: Tx, bankId: string, added: NewChangeRequest): Promise<ChangeRequestRow> {
  const { id, kinds, operation, subject, version, input, before, after, reason, expiresAt } = added;
  const { proposedAt, proposedBy, proposedByName, proposerScopes } = added;
  const target = [kinds, operation, subject, version, input.sealed, input.keyVersion, before, after, reason];
  const proposal = [proposedAt, proposedBy, proposedByName, proposerScopes, expiresAt];
  return queryOne<ChangeRequestRow>(tx, insertRequest, [bankId, id, ...target, ...proposal]);
}

const selectRequest = statement(
  'change-requests.select-request',
  `select ${COLUMNS} from change_requests where bank_id = $1 and change_request_id = $2`,
);

export async function findChangeRequest(tx: Tx, bankId: string, id: string): Promise<ChangeRequestRow | undefined> {
  return (await tx.query<ChangeRequestRow>(selectRequest, [bankId, id]))[0];
}

const selectSame = statement(
  'change-requests.select-same',
  `select ${COLUMNS} from change_requests
    where bank_id = $1 and state = 'PENDING' and operation = $2 and target_version = $3 and proposed_by = $4
      and expires_at > $5 order by request_no desc limit 1`,
);

/** Finds a pending request of the same proposer for the same change. */
export async function findSameRequest(
  tx: Tx,
  bankId: string,
  change: { readonly operation: string; readonly version: string; readonly proposedBy: string; readonly now: Date },
): Promise<ChangeRequestRow | undefined> {
  const { operation, version, proposedBy, now } = change;
  return (await tx.query<ChangeRequestRow>(selectSame, [bankId, operation, version, proposedBy, now]))[0];
}

const lockRequest = statement('change-requests.lock-request', `${selectRequest.text} for update`, {
  locks: { kind: 'change request', by: [1, 2] },
});

/** Locks the row until the transaction ends, so that only one of several concurrent decisions is made. */
export async function lockChangeRequest(tx: Tx, bankId: string, id: string): Promise<ChangeRequestRow | undefined> {
  return (await tx.query<ChangeRequestRow>(lockRequest, [bankId, id]))[0];
}

const selectRequests = statement(
  'change-requests.select-requests',
  `select ${COLUMNS} from change_requests
    where bank_id = $1 and (proposed_at, request_no) < ($2, $3)
      and ($4::text is null or $4 = case when state = 'PENDING' and expires_at <= $5 then 'EXPIRED' else state end)
    order by proposed_at desc, request_no desc limit $6`,
);

/** Lists change requests newest first, and one row more than the page holds. */
export function readChangeRequests(
  tx: Tx,
  bankId: string,
  { state, now, page }: { readonly state: ChangeState | undefined; readonly now: Date; readonly page: Page },
): Promise<ChangeRequestRow[]> {
  const { before, limit } = page;
  return tx.query(selectRequests, [bankId, before.at, before.id, state ?? null, now, limit + 1]);
}

const selectEmergencies = statement(
  'change-requests.select-emergencies',
  `select ${COLUMNS} from change_requests
    where bank_id = $1 and without_second_person and decided_at > $2 and proposed_at > $2 - $3 * interval '1 minute'
    order by proposed_at, request_no limit $4`,
);

/** Returns the changes that one person applied alone after a time, oldest first. */
export function readEmergencyChanges(tx: Tx, bankId: string, since: Date): Promise<ChangeRequestRow[]> {
  return tx.query(selectEmergencies, [bankId, since, BREAK_GLASS_MINUTES, MAX_TASKS_OF_KIND]);
}

const decideRequest = statement(
  'change-requests.decide-request',
  `update change_requests
      set state = $3, decided_at = $4, decided_by = $5, decided_by_name = $6, decision_reason = $7,
          without_second_person = $8, analysis_overridden = $9, sealed_input = null, key_version = null
    where bank_id = $1 and change_request_id = $2
   returning ${COLUMNS}`,
);

export interface ChangeDecision {
  readonly state: ChangeState;
  readonly at: Date;
  readonly by: string;
  readonly byName: string | null;
  readonly reason: string | null;
  readonly withoutSecondPerson: boolean;
  /** Whether the change is applied although it breaks a promise. */
  readonly overridesAnalysis: boolean;
}

/** Stores the decision, and deletes the request itself, which can hold a secret. */
export function decideChangeRequest(
  tx: Tx,
  bankId: string,
  id: string,
  { state, at, by, byName, reason, withoutSecondPerson, overridesAnalysis }: ChangeDecision,
): Promise<ChangeRequestRow> {
  const decision = [state, at, by, byName, reason, withoutSecondPerson, overridesAnalysis];
  return queryOne<ChangeRequestRow>(tx, decideRequest, [bankId, id, ...decision]);
}

const expireRequests = statement(
  'change-requests.expire-requests',
  `update change_requests set state = 'EXPIRED', sealed_input = null, key_version = null
    where bank_id = $1 and state = 'PENDING' and expires_at <= $2`,
);
const countRequests = statement(
  'change-requests.count-pending',
  `select count(*)::int as count from change_requests where bank_id = $1 and state = 'PENDING'`,
);

/** Expires the requests whose time is over, and counts the pending ones. */
export async function countPendingChanges(tx: Tx, bankId: string, now: Date): Promise<number> {
  await tx.query(expireRequests, [bankId, now]);
  return (await queryOne<{ count: number }>(tx, countRequests, [bankId])).count;
}

const selectBanksToAnalyze = statement(
  'change-requests.select-banks-to-analyze',
  `select distinct bank_id from change_requests where state = 'PENDING' and kinds && $1::text[]`,
);

/** Returns the banks with pending changes that can change decisions. */
export async function findBanksToAnalyze(tx: Pick<Tx, 'query'>): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectBanksToAnalyze, [DECISION_KINDS])).map(
    ({ bank_id: bankId }) => bankId,
  );
}

const selectToAnalyze = statement(
  'change-requests.select-to-analyze',
  `select ${COLUMNS} from change_requests
    where bank_id = $1 and state = 'PENDING' and expires_at > $2 and kinds && $3::text[]
      and (analysis_basis is distinct from $4 or analyzed_at <= $5)
    order by request_no`,
);

/**
 * Returns the pending changes that were not analyzed under these rules, lists, programs and promises, or not within the
 * last minute: an analysis also reads the settings of accounts, which are no part of the basis.
 */
export function readToAnalyze(tx: Tx, bankId: string, now: Date, basis: string): Promise<ChangeRequestRow[]> {
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  return tx.query(selectToAnalyze, [bankId, now, DECISION_KINDS, basis, aMinuteAgo]);
}

const updateAnalysis = statement(
  'change-requests.store-analysis',
  `update change_requests set analysis_id = $3, analysis_basis = $4, analyzed_at = $5, analysis_state = $6, analysis = $7
    where bank_id = $1 and change_request_id = $2 and state = 'PENDING'`,
);

const confirmAnalysis = statement(
  'change-requests.confirm-analysis',
  `update change_requests set analysis_basis = $3, analyzed_at = $4
    where bank_id = $1 and change_request_id = $2 and state = 'PENDING'`,
);

/** Stores that the analysis of a request still applies to the same decisions. */
export async function storeConfirmation(
  tx: Tx,
  bankId: string,
  id: string,
  { basis, at }: Pick<StoredAnalysis, 'basis' | 'at'>,
): Promise<void> {
  await tx.query(confirmAnalysis, [bankId, id, basis, at]);
}

export interface StoredAnalysis extends AnalysisResult {
  readonly checkId: string;
  readonly basis: string;
  readonly at: Date;
}

export async function storeAnalysis(tx: Tx, bankId: string, id: string, analysis: StoredAnalysis): Promise<void> {
  const { checkId, basis, at, state, content } = analysis;
  await tx.query(updateAnalysis, [bankId, id, checkId, basis, at, state, writeJson(content as never)]);
}
