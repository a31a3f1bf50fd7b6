import { listPrograms } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { findInsuredCard, readInsuranceProducts } from './insured-card.ts';

/**
 * Lists every insurance program that the card holds or held (docs/interface/insurance.md#list). The list can be empty.
 */
export function listProgramsOperation(vault: Vault) {
  return implementRest(listPrograms, async ({ tx, audit }, { params, query, headers }) => {
    const bankId = headers['Financial-Id'];
    const identifier = { id: params.card_identifier_id, type: query.card_identify_type };
    const insured = await findInsuredCard(tx, vault, bankId, identifier);
    if (!insured.ok) return insured;
    const { holder, exid, cardIdentifier } = insured.value;
    const products = await readInsuranceProducts(tx, bankId, holder);
    audit(bankId, `card:${exid}`, 'read');
    return ok({ body: { ...cardIdentifier, insurance_products: products } });
  });
}
