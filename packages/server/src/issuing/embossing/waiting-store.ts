import type { AddressType, LiveCardStatus } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import { statement, type Tx } from '../../platform/storage/index.ts';
import type { PlasticReason } from '../cards/index.ts';
import type { StoredAddress } from './delivery-address.ts';
import type { HoldReason } from './queue-store.ts';

interface QueuedRow {
  queue_id: bigint;
  account_id: bigint;
  card_id: bigint;
  sequence_number: string;
  reason: PlasticReason;
  held_because: HoldReason | null;
  /** JSON text of the address of this plastic; null for the mailing address of the holder. */
  delivery_address: string | null;
}

interface PlasticRow {
  exid: string;
  status: LiveCardStatus;
  expiry: string;
  cardholder_name: string;
  product_code: string;
  card_role: 'P' | 'S';
  /** The card's current sequence number. If it differs, a newer plastic has replaced this one. */
  current_sequence_number: string;
}

interface HolderRow {
  client_card_name: string;
  mailing_address: AddressType;
  addresses: StoredAddress[] | null;
}

/**
 * A waiting plastic with all data of its record except the full number. The EXID is that of this plastic: for a
 * replaced plastic, the EXID of the old card.
 */
export interface PendingRow extends Omit<QueuedRow, 'account_id' | 'delivery_address'>, PlasticRow, HolderRow {}

// The queue and the clients belong to the bank, cards to their accounts. On Citus they are on several nodes, so each
// has its own statement.
const selectQueued = statement(
  'embossing.select-queued',
  `select queue_id, account_id, card_id, sequence_number, reason, held_because, delivery_address
     from embossing_queue
    where bank_id = $1 and run_number is null and left_out is null
    order by held_because is not null, queue_id limit $2`,
);
const OF_CARDS = `unnest($2::bigint[], $3::bigint[]) as requested (account_id, card_id)
     join cards c on c.bucket = account_bucket(requested.account_id) and c.account_id = requested.account_id`;
const selectPlastics = statement(
  'embossing.select-plastics',
  `select c.card_id, c.client_id, c.exid, c.status, c.expiry, c.sequence_number as current_sequence_number,
          c.cardholder_name, c.product_code, c.card_role
     from ${OF_CARDS} and c.card_id = requested.card_id
    where c.bank_id = $1`,
);
const selectReplaced = statement(
  'embossing.select-replaced',
  `select c.replaced_by, c.sequence_number, c.exid
     from ${OF_CARDS} and c.replaced_by = requested.card_id
    where c.bank_id = $1 order by c.sequence_number`,
);
const selectHolders = statement(
  'embossing.select-holders',
  `select client_id, coalesce(record ->> 'card_name', '') as client_card_name, mailing_address, record -> 'addresses' as addresses
     from clients where bank_id = $1 and client_id = any($2)`,
);

/** Reads waiting plastics, oldest first. Plastics that could not be written before come last. */
export async function readPending(tx: Tx, bankId: string, most: number | null): Promise<PendingRow[]> {
  const queued = await tx.query<QueuedRow>(selectQueued, [bankId, most]);
  if (queued.length === 0) return [];
  const unique = [...new Map(queued.map((row) => [row.card_id, row])).values()];
  const values = [bankId, unique.map((row) => row.account_id), unique.map((row) => row.card_id)];
  const plastics = await tx.query<PlasticRow & { card_id: bigint; client_id: bigint }>(selectPlastics, values);
  const replaced = await tx.query<{ replaced_by: bigint; sequence_number: string; exid: string }>(
    selectReplaced,
    values,
  );
  const clientIds = [...new Set(plastics.map((row) => row.client_id))];
  const holders = await tx.query<HolderRow & { client_id: bigint }>(selectHolders, [bankId, clientIds]);
  const ofCard = new Map(plastics.map((row) => [row.card_id, row]));
  const ofClient = new Map(holders.map((row) => [row.client_id, row]));
  const oldOf = byCard(replaced);
  return queued.map(({ account_id: _, delivery_address: address, ...row }) => {
    const { client_id: clientId, ...plastic } = requireValue(ofCard.get(row.card_id), 'the card of a plastic');
    const { client_id: __, ...holder } = requireValue(ofClient.get(clientId), 'the client of a card');
    const old = oldOf.get(row.card_id)?.find((one) => one.sequence_number >= row.sequence_number);
    return { ...row, ...plastic, ...sentTo(holder, address), exid: old?.exid ?? plastic.exid };
  });
}

/** Returns the holder with the plastic's own address, if it has one, as the mailing address. */
function sentTo(holder: HolderRow, address: string | null): HolderRow {
  if (address === null) return holder;
  return { ...holder, addresses: [{ ...JSON.parse(address), address_type: holder.mailing_address }] };
}

/** Groups the rows by card, in the order of their sequence numbers. */
function byCard<Row extends { replaced_by: bigint }>(rows: readonly Row[]): Map<bigint, Row[]> {
  const rowsByCard = new Map<bigint, Row[]>();
  for (const row of rows) rowsByCard.set(row.replaced_by, [...(rowsByCard.get(row.replaced_by) ?? []), row]);
  return rowsByCard;
}

const countStatement = statement(
  'embossing.count-waiting',
  `select reason, count(*)::int as count, min(queued_at) as since from embossing_queue
    where bank_id = $1 and run_number is null and left_out is null group by reason`,
);

/** Counts waiting plastics by reason, with the time of the oldest. */
export function countPending(tx: Tx, bankId: string): Promise<{ reason: PlasticReason; count: number; since: Date }[]> {
  return tx.query(countStatement, [bankId]);
}
