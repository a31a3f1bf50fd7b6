import { explainProvisioning, readProvisioning } from '@cardwright/contract';
import { seesPersonalData } from '../../../platform/access/index.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { findByExid, readCard } from '../../cards/index.ts';
import { readContact } from '../../clients/index.ts';
import { callerBank } from '../caller-bank.ts';
import { activationMethods } from './activation-methods.ts';
import { toProvisioningDecision } from './provisioning-response.ts';
import { findProvisioning, type ProvisioningRow } from './provisioning-store.ts';

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
    const methods = await readActivationMethods(tx, bankId, row);
    return ok({
      body: {
        ...decision,
        ...(methods !== undefined && { activation_methods: methods }),
        ...(explanation !== undefined && { explanation }),
      },
    });
  });
}

/** The channels on file now to which the bank can send a code. */
async function readActivationMethods(tx: Tx, bankId: string, { outcome, exid }: ProvisioningRow) {
  if (outcome !== 'APPROVED_WITH_CODE' || exid === null) return undefined;
  const key = await findByExid(tx, bankId, exid);
  if (key === undefined) return undefined;
  const { client_id: clientId } = await readCard(tx, bankId, key);
  return activationMethods(await readContact(tx, bankId, clientId));
}
