import { listProgramsByNumber } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { findInsuredCard, readInsuranceProducts } from './insured-card.ts';

/**
 * Lists insurance programs by card number (docs/interface/insurance.md#by-number). The number is in the body, because
 * proxies do not log bodies.
 */
export function listProgramsByNumberOperation(vault: Vault) {
  return implementRest(listProgramsByNumber, async ({ tx, audit }, { body, headers }) => {
    const bankId = headers['Financial-Id'];
    const insured = await findInsuredCard(tx, vault, bankId, { id: body.card_number, type: 'CONTRACT_NUMBER' });
    if (!insured.ok) return insured;
    const { holder, exid, cardIdentifier } = insured.value;
    const products = await readInsuranceProducts(tx, bankId, holder);
    audit(bankId, `card:${exid}`, 'read');
    return ok({ body: { ...cardIdentifier, insurance_products: products } });
  });
}
