import { MAX_TASKS_OF_KIND, type PaymentRequestState } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../storage/index.ts';

export interface PaymentRequestRow {
  payment_request_id: string;
  account_number: string;
  retrieval_reference: string | null;
  merchant_id: string;
  max_amount: string;
  currency: string;
  reason: string;
  requested_at: Date;
  requested_by: string;
  requested_by_name: string | null;
  state: PaymentRequestState;
  decided_at: Date | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decision_comment: string | null;
  exception_id: string | null;
}

const COLUMNS = `payment_request_id, account_number, retrieval_reference, merchant_id, max_amount, currency, reason,
  requested_at, requested_by, requested_by_name, state, decided_at, decided_by, decided_by_name, decision_comment,
  exception_id`;

const insertRequest = statement(
  'tasks.insert-payment-request',
  `insert into payment_requests (bank_id, payment_request_id, account_number, retrieval_reference, merchant_id,
     max_amount, currency, reason, requested_at, requested_by, requested_by_name, state)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'OPEN') returning ${COLUMNS}`,
);

type NewPaymentRequest = Omit<
  PaymentRequestRow,
  'state' | 'decided_at' | 'decided_by' | 'decided_by_name' | 'decision_comment' | 'exception_id'
>;

export function insertPaymentRequest(tx: Tx, bankId: string, one: NewPaymentRequest): Promise<PaymentRequestRow> {
  const terms = [
    one.account_number,
    one.retrieval_reference,
    one.merchant_id,
    one.max_amount,
    one.currency,
    one.reason,
  ];
  const request = [one.requested_at, one.requested_by, one.requested_by_name];
  return queryOne<PaymentRequestRow>(tx, insertRequest, [bankId, one.payment_request_id, ...terms, ...request]);
}

const lockRequest = statement(
  'tasks.lock-payment-request',
  `select ${COLUMNS} from payment_requests where bank_id = $1 and payment_request_id = $2 for update`,
  { locks: { kind: 'payment request', by: [1, 2] } },
);

/** Locks a request until the transaction ends, so that only one of several concurrent decisions is made. */
export async function lockPaymentRequest(tx: Tx, bankId: string, id: string): Promise<PaymentRequestRow | undefined> {
  return (await tx.query<PaymentRequestRow>(lockRequest, [bankId, id]))[0];
}

const selectOpen = statement(
  'tasks.select-open-payment-requests',
  `select ${COLUMNS} from payment_requests where bank_id = $1 and state = 'OPEN' order by requested_at limit $2`,
);
const selectOwn = statement(
  'tasks.select-own-payment-requests',
  `select ${COLUMNS} from payment_requests
    where bank_id = $1 and requested_by = $2 and state <> 'DONE' order by requested_at limit $3`,
);

/** Returns the requests without a decision, oldest first. */
export function readOpenPaymentRequests(tx: Tx, bankId: string): Promise<PaymentRequestRow[]> {
  return tx.query(selectOpen, [bankId, MAX_TASKS_OF_KIND]);
}

/** Returns the requests of a caller that the caller has not finished, oldest first. */
export function readOwnPaymentRequests(tx: Tx, bankId: string, by: string): Promise<PaymentRequestRow[]> {
  return tx.query(selectOwn, [bankId, by, MAX_TASKS_OF_KIND]);
}

const updateRequest = statement(
  'tasks.decide-payment-request',
  `update payment_requests
      set state = $3, decided_at = $4, decided_by = $5, decided_by_name = $6, decision_comment = $7, exception_id = $8
    where bank_id = $1 and payment_request_id = $2 returning ${COLUMNS}`,
);

/** Stores the state and the decision of a request. The caller must have locked it. */
export function updatePaymentRequest(tx: Tx, bankId: string, row: PaymentRequestRow): Promise<PaymentRequestRow> {
  const { decided_at, decided_by, decided_by_name, decision_comment, exception_id } = row;
  const decision = [decided_at, decided_by, decided_by_name, decision_comment, exception_id];
  return queryOne<PaymentRequestRow>(tx, updateRequest, [bankId, row.payment_request_id, row.state, ...decision]);
}
