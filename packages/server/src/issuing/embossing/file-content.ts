import { createHash } from 'node:crypto';
import type { AddressType } from '@cardwright/contract';
import { createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import type { Pan } from '../../platform/vault/index.ts';
import type { PlasticReason } from '../cards/index.ts';
import type { DeliveryAddress } from './delivery-address.ts';
import { CARD, HEADER, LAYOUT_VERSION, renderRecord, TRAILER } from './record-layout.ts';

/** The content of a card's record without the full number, stored when the run is claimed. */
export interface RecordFacts {
  readonly expiry: string;
  readonly embossedName: string;
  readonly sequenceNumber: string;
  readonly exid: string;
  readonly productCode: string;
  readonly cardRole: 'P' | 'S';
  readonly reason: PlasticReason;
  readonly addressType: AddressType;
  readonly address: DeliveryAddress;
}

export interface FileFacts {
  readonly bankId: string;
  readonly bankCode: string;
  readonly runNumber: number;
  /** Local time of the run, with its offset. */
  readonly createdAt: string;
  readonly isSandbox: boolean;
}

/** How many cards are rendered between two yields to the event loop, because the server authorizes at the same time. */
export const CARDS_AT_ONCE = 100;

/** Renders the content of a file. The same facts and numbers give the same bytes. */
export async function renderFile(file: FileFacts, cards: readonly { facts: RecordFacts; pan: Pan }[]): Promise<Buffer> {
  const header = renderRecord(HEADER, {
    record_type: 'H',
    layout_version: LAYOUT_VERSION,
    bank_id: file.bankId,
    bank_code: file.bankCode,
    run_number: String(file.runNumber),
    created_at: file.createdAt,
    environment: file.isSandbox ? 'SANDBOX' : 'PRODUCTION',
  });
  const throttle = createPauses(CARDS_AT_ONCE);
  const records: string[] = [];
  for (const [at, { facts, pan }] of cards.entries()) {
    records.push(renderCard(facts, pan, at + 1));
    await throttle();
  }
  const body = header + records.join('');
  const trailer = { record_type: 'T', card_count: String(cards.length), sha256: sha256(body).toString('hex') };
  return Buffer.from(body + renderRecord(TRAILER, trailer), 'ascii');
}

function renderCard(facts: RecordFacts, pan: Pan, recordNumber: number): string {
  return renderRecord(CARD, {
    record_type: 'D',
    record_number: String(recordNumber),
    card_number: pan.reveal(),
    expiry: facts.expiry,
    embossed_name: facts.embossedName,
    sequence_number: facts.sequenceNumber,
    card_identifier: facts.exid,
    product_code: facts.productCode,
    card_role: facts.cardRole,
    reason: facts.reason,
    address_type: facts.addressType,
    ...facts.address,
  });
}

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
