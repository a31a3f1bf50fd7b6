import { explainProvisioning, readProvisioning } from '@cardwright/contract';
import { seesPersonalData } from '../../../platform/access/index.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { callerBank } from '../lock-token.ts';
import { toProvisioningDecision } from './provisioning-response.ts';
import { findProvisioning } from './provisioning-store.ts';

/** Returns a decision with its trace (docs/interface/token-provisioning.md#read). */
export function readProvisioningOperation(banks: BankDirectory) {
  return implementRest(readProvisioning, async ({ tx, caller, audit }, { params: { decision_id: id }, query }) => {
    const calling = callerBank({ caller }, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const row = await findProvisioning(tx, bankId, id);
    if (row === undefined) return fail('token_not_found', { message: 'The bank has no such provisioning decision' });
    audit(bankId, `provisioning:${id}`, 'read');
    const decision = toProvisioningDecision(row, seesPersonalData(caller));
    const explanation = query.explain && explainProvisioning(decision, query.explain);
    return ok({ body: { ...decision, ...(explanation !== undefined && { explanation }) } });
  });
}
