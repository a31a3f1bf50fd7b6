import {
  type CardIdentifierType,
  type InsuranceCode,
  type InsuranceList,
  InsuranceParameters,
  type InsuranceProduct,
} from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type CardKey, findCard, readCard, successorOf } from '../cards/index.ts';
import { STATUS_RESPONSES } from './enrolment.ts';
import { type CardProgramRow, readCardPrograms } from './insurance-store.ts';

interface InsuredCard {
  readonly key: CardKey;
  /** The card that holds the programs: for a REPLACED card, the current card under its number. */
  readonly holder: CardKey;
  readonly exid: string;
  /** The identifier of the request in the form that the answer may repeat. */
  readonly cardIdentifier: Pick<InsuranceList, 'card_identifier_id' | 'card_identifier_type'>;
}

/** Finds the card of a request. Fails with `card_not_found`, or with `several_cards_match` for a masked number. */
export async function findInsuredCard(
  tx: Tx,
  vault: Vault,
  bankId: string,
  identifier: { id: string; type: CardIdentifierType | undefined },
) {
  const { id, type = 'EXID' } = identifier;
  const match = await findCard(tx, vault, bankId, { card_identifier_id: id, card_identifier_type: type });
  if (!match.ok) return match;
  const { key, publicIdentifier } = match.value;
  const row = await readCard(tx, bankId, key);
  const card: InsuredCard = {
    key,
    holder: successorOf(row),
    exid: row.exid,
    cardIdentifier: { card_identifier_id: publicIdentifier, card_identifier_type: type },
  };
  return ok(card);
}

/**
 * Reads the programs that a card holds or held in the form of the interface (docs/interface/insurance.md#list), in the
 * order of their codes. With a code, reads only that program.
 */
export async function readInsuranceProducts(
  tx: Tx,
  bankId: string,
  key: CardKey,
  code?: InsuranceCode,
): Promise<InsuranceProduct[]> {
  return (await readCardPrograms(tx, bankId, key, code)).map(encodeProduct);
}

function encodeProduct({ name, code, status, parameters }: CardProgramRow): InsuranceProduct {
  return { name, code, ...STATUS_RESPONSES[status], parameters: inTableOrder(parameters) };
}

/** Restores the order of the table, because jsonb does not preserve the order of members. */
function inTableOrder(parameters: InsuranceParameters): InsuranceParameters {
  const names = Object.keys(InsuranceParameters.properties) as (keyof InsuranceParameters)[];
  return Object.fromEntries(names.map((name) => [name, parameters[name]])) as InsuranceParameters;
}
