import type { ProvisioningOutcome, ProvisioningReason } from '@cardwright/contract';
import type { Page } from '../../../platform/kernel/page.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { CardKey } from '../../cards/index.ts';

export interface ProvisioningRow {
  provisioning_key: bigint;
  decision_id: string;
  provisioning_id: string;
  network: string;
  exid: string | null;
  masked_number: string | null;
  requestor_id: string;
  requestor_name: string;
  /** JSON. */
  request: string;
  outcome: ProvisioningOutcome;
  reason: ProvisioningReason | null;
  rule: string;
  /** JSON. */
  trace: string;
  token_reference: string | null;
  decided_at: Date;
}

export type NewProvisioning = Omit<ProvisioningRow, 'provisioning_key'> & {
  readonly key: CardKey | undefined;
  /** The facts as JSON, see `writeFacts`. */
  readonly facts: string | null;
};

const insertDecision = statement(
  'tokens.insert-provisioning',
  `insert into token_provisionings (bank_id, decision_id, provisioning_id, network, account_id, card_id, exid, masked_number,
     requestor_id, requestor_name, request, outcome, reason, rule, trace, token_reference, decided_at, facts)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
);

export async function insertProvisioning(tx: Tx, bankId: string, row: NewProvisioning): Promise<void> {
  await tx.query(insertDecision, [
    bankId,
    row.decision_id,
    row.provisioning_id,
    row.network,
    row.key?.account_id ?? null,
    row.key?.card_id ?? null,
    row.exid,
    row.masked_number,
    row.requestor_id,
    row.requestor_name,
    row.request,
    row.outcome,
    row.reason,
    row.rule,
    row.trace,
    row.token_reference,
    row.decided_at,
    row.facts,
  ]);
}

const COLUMNS = `provisioning_key, decision_id, provisioning_id, network, exid, masked_number, requestor_id, requestor_name, request,
          outcome, reason, rule, trace, token_reference, decided_at`;
const selectDecision = statement(
  'tokens.select-provisioning',
  `select ${COLUMNS} from token_provisionings where bank_id = $1 and decision_id = $2`,
);

export async function findProvisioning(tx: Tx, bankId: string, id: string): Promise<ProvisioningRow | undefined> {
  return (await tx.query<ProvisioningRow>(selectDecision, [bankId, id]))[0];
}

const FILTERED = `($5::text is null or outcome = $5) and ($6::text is null or reason = $6)
      and decided_at >= $7
      and ($8::text is null or rule = $8) and ($9::text is null or requestor_id = $9)
      and ($10::text is null or network = $10) and ($11::uuid is null or token_reference = $11)
      and (decided_at, provisioning_key) < ($2, $3) order by decided_at desc, provisioning_key desc limit $4`;
const selectOfBank = statement(
  'tokens.select-provisionings',
  `select ${COLUMNS} from token_provisionings where bank_id = $1 and ${FILTERED}`,
);
const selectOfCard = statement(
  'tokens.select-provisionings-of-card',
  `select ${COLUMNS} from token_provisionings where bank_id = $1 and account_id = $12 and card_id = $13 and ${FILTERED}`,
);

export interface ProvisioningFilter {
  readonly card: CardKey | undefined;
  readonly outcome: ProvisioningOutcome | undefined;
  readonly reason: ProvisioningReason | undefined;
  readonly from: Date;
  readonly rule: string | undefined;
  readonly requestor: string | undefined;
  readonly network: string | undefined;
  readonly token: string | undefined;
}

/** Newest first; reads one row more than the page holds. */
export function listProvisioningRows(
  tx: Tx,
  bankId: string,
  { card, outcome, reason, from, ...others }: ProvisioningFilter,
  { before, limit }: Page,
): Promise<ProvisioningRow[]> {
  const { rule, requestor, network, token } = others;
  const values = [
    ...[bankId, before.at, before.id, limit + 1, outcome ?? null, reason ?? null, from],
    ...[rule, requestor, network, token].map((value) => value ?? null),
  ];
  if (card === undefined) return tx.query(selectOfBank, values);
  return tx.query(selectOfCard, [...values, card.account_id, card.card_id]);
}

export interface ProvisioningCountRow {
  day: string;
  outcome: ProvisioningOutcome;
  reason: ProvisioningReason | null;
  decisions: bigint;
}

const countDecisions = statement(
  'tokens.count-provisionings',
  `select (decided_at at time zone $4)::date as day, outcome, reason, count(*) as decisions
     from token_provisionings where bank_id = $1 and decided_at >= $2 and decided_at < $3
    group by 1, 2, 3 order by 1, decisions desc, reason`,
);

/** Counts the decisions of a period by local day, outcome and reason. */
export function countProvisionings(
  tx: Tx,
  bankId: string,
  { from, to, timeZone }: { readonly from: Date; readonly to: Date; readonly timeZone: string },
): Promise<ProvisioningCountRow[]> {
  return tx.query(countDecisions, [bankId, from, to, timeZone]);
}
