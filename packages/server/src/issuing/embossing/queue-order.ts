import { isExpired } from '../cards/card.ts';
import { deliveryAddress, isCut } from './delivery-address.ts';
import { embossedName } from './embossed-name.ts';
import type { RecordFacts } from './file-content.ts';
import type { HoldReason, OmissionReason } from './queue-store.ts';
import type { PendingRow } from './waiting-store.ts';

export interface ReadyCard {
  readonly row: PendingRow;
  readonly facts: RecordFacts;
  /** Whether the address was cut to fit its column. */
  readonly isCut: boolean;
}

/** The waiting plastics, sorted when a run is claimed. */
export interface QueueOrder {
  readonly ready: readonly ReadyCard[];
  readonly held: readonly { readonly row: PendingRow; readonly because: HoldReason }[];
  readonly leftOut: readonly { readonly row: PendingRow; readonly because: OmissionReason }[];
}

/** A card that is not written, for messages to people. */
interface CardNotWritten<Because extends string> {
  readonly exid: string;
  readonly because: Because;
}

/** Remarks about the cards of a run, for people. */
export interface RunRemarks {
  readonly held: readonly CardNotWritten<HoldReason>[];
  readonly leftOut: readonly CardNotWritten<OmissionReason>[];
  /** EXIDs of cards whose address had to be cut. */
  readonly cutAddresses: readonly string[];
  /** EXIDs of cards whose record has no address, because the client has no address of the requested type. */
  readonly withoutAddress: readonly string[];
}

export function remarksOn({ ready, held, leftOut }: QueueOrder): RunRemarks {
  const isWithout = ({ facts }: ReadyCard) => Object.values(facts.address).every((column) => column === '');
  return {
    held: held.map(({ row, because }) => ({ exid: row.exid, because })),
    leftOut: leftOut.map(({ row, because }) => ({ exid: row.exid, because })),
    cutAddresses: ready.filter(({ isCut }) => isCut).map(({ row }) => row.exid),
    withoutAddress: ready.filter(isWithout).map(({ row }) => row.exid),
  };
}

/**
 * Sorts waiting cards. A blocked card is produced, because many cards are blocked until they arrive. A card that was
 * lost, stolen or closed, has expired, or has since been replaced or renewed, is not produced. A card whose name cannot
 * be embossed stays in the queue until its name is changed.
 */
export function sortQueue(rows: readonly PendingRow[], localDate: string): QueueOrder {
  const ready: ReadyCard[] = [];
  const held: { row: PendingRow; because: HoldReason }[] = [];
  const leftOut: { row: PendingRow; because: OmissionReason }[] = [];
  for (const row of rows) {
    const because = omissionReasonOf(row, localDate);
    const name = embossedName(row.cardholder_name, row.client_card_name);
    if (because !== undefined) leftOut.push({ row, because });
    else if (name === undefined) held.push({ row, because: 'NO_NAME' });
    else ready.push(readyCard(row, name));
  }
  return { ready, held, leftOut };
}

function omissionReasonOf(row: PendingRow, localDate: string): OmissionReason | undefined {
  if (row.sequence_number !== row.current_sequence_number) return 'SUPERSEDED';
  if (row.status !== 'ACTIVE' && row.status !== 'BLOCKED') return 'CARD_ENDED';
  return isExpired(row.expiry, localDate) ? 'EXPIRED' : undefined;
}

function readyCard(row: PendingRow, embossed: string): ReadyCard {
  const addresses = row.addresses ?? [];
  const facts: RecordFacts = {
    expiry: row.expiry,
    embossedName: embossed,
    sequenceNumber: row.sequence_number,
    exid: row.exid,
    productCode: row.product_code,
    cardRole: row.card_role,
    reason: row.reason,
    addressType: row.mailing_address,
    address: deliveryAddress(addresses, row.mailing_address),
  };
  return { row, facts, isCut: isCut(addresses, row.mailing_address) };
}
