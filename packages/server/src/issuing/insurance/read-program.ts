import { readProgram } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { findInsuredCard, readInsuranceProducts } from './insured-card.ts';

/**
 * Reads one program (docs/interface/insurance.md#one), in the form of the list. Fails with
 * `insurance_program_not_found` if the card never held it.
 */
export function readProgramOperation(vault: Vault) {
  return implementRest(readProgram, async ({ tx, audit }, { params, query, headers }) => {
    const bankId = headers['Financial-Id'];
    const identifier = { id: params.card_identifier_id, type: query.card_identify_type };
    const insured = await findInsuredCard(tx, vault, bankId, identifier);
    if (!insured.ok) return insured;
    const { holder, exid, cardIdentifier } = insured.value;
    const products = await readInsuranceProducts(tx, bankId, holder, params.code);
    if (products.length === 0) return fail('insurance_program_not_found');
    audit(bankId, `card:${exid}`, 'read', { code: params.code });
    return ok({ body: { ...cardIdentifier, insurance_products: products } });
  });
}
