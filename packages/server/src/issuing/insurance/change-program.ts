import { changeProgram } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { lockAccount } from '../accounts/index.ts';
import { readCard } from '../cards/index.ts';
import { CANCELLED_BY, decideEnrolment } from './enrolment.ts';
import { changeEnrolment, readBankProgram, readCardPrograms } from './insurance-store.ts';
import { findInsuredCard, readInsuranceProducts } from './insured-card.ts';

/**
 * Enrols in, cancels or reinstates an insurance program (docs/interface/insurance.md#manage). Fails with
 * `insurance_program_not_found` for an unknown program, or for cancelling one that the card never held, and with
 * `state_forbids` if the card or the program does not allow the change.
 */
export function changeProgramOperation(vault: Vault) {
  return implementRest(changeProgram, async ({ tx, caller, now, audit }, { params, query, headers, body }) => {
    const cancelledBy = body.requested_by === undefined ? undefined : CANCELLED_BY[body.requested_by];
    const requested = body.is_active === 'ACTIVE' ? 'F' : cancelledBy;
    if (requested === undefined) {
      return fail('field_missing', { path: 'requested_by', message: 'is mandatory with is_active CANCELLED' });
    }
    const bankId = headers['Financial-Id'];
    const identifier = { id: params.card_identifier_id, type: query.card_identify_type };
    const insured = await findInsuredCard(tx, vault, bankId, identifier);
    if (!insured.ok) return insured;
    const { key, exid, cardIdentifier } = insured.value;
    // the lock serializes requests: each sees the program and the card's status as the previous one left them
    await lockAccount(tx, bankId, key.account_id);
    const { status: cardStatus } = await readCard(tx, bankId, key);
    const subject = `card:${exid}`;
    if (cardStatus === 'REPLACED')
      return fail('state_forbids', { subject, message: 'A REPLACED card keeps no insurance' });
    const { code } = params;
    const program = await readBankProgram(tx, bankId, code);
    if (program === undefined) return fail('insurance_program_not_found');
    const [enrolled] = await readCardPrograms(tx, bankId, key, code);
    const reinstatement = program.parameters.dlq_cancel_man_reinstate;
    const decision = decideEnrolment({ current: enrolled?.status, cardStatus, reinstatement }, requested);
    if (!decision.allowed) {
      return decision.because === 'NOT_HELD'
        ? fail('insurance_program_not_found')
        : fail('state_forbids', { subject, message: decision.message });
    }
    const from = enrolled?.status;
    if (from === requested) audit(bankId, subject, 'read', { code });
    else {
      await changeEnrolment(tx, bankId, key, { code, from, to: requested, actor: caller.clientId }, now);
      const change = { before: from === undefined ? null : { code, status: from }, after: { code, status: requested } };
      audit(bankId, subject, 'program changed', { code, from: from ?? null, to: requested }, change);
    }
    return ok({ body: { ...cardIdentifier, insurance_products: await readInsuranceProducts(tx, bankId, key, code) } });
  });
}
