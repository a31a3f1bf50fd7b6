import { statement, type Tx } from '../../platform/storage/index.ts';

/** An application with merchants that wait for a person. */
export interface WaitingApplicationRow {
  application_id: string;
  name: string;
  since: Date;
  /** Merchants that nobody has reviewed. */
  to_review: number;
  /** Merchants that wait for approval, and who reviewed them. */
  to_approve: number;
  reviewers: string[];
}

const selectWaiting = statement(
  'merchants.select-waiting-applications',
  `select application_id, min(merchant_name) as name, min(changed_at) as since,
          count(*) filter (where reviewed_by is null)::int as to_review, count(reviewed_by)::int as to_approve,
          coalesce(array_agg(distinct reviewed_by) filter (where reviewed_by is not null), '{}') as reviewers
     from merchants_under_review
    where acquirer_id = $1 and status = 'PENDING_APPROVAL'
    group by application_id order by since, application_id limit $2`,
);

/** Applications with merchants that wait for a review or an approval, oldest first. */
export function readWaitingApplications(tx: Tx, acquirerId: string, most: number): Promise<WaitingApplicationRow[]> {
  return tx.query(selectWaiting, [acquirerId, most]);
}
