import type { ProvisioningDecision, ProvisioningListItem, TokenType } from '@cardwright/contract';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import type { ProvisioningTrace } from './decide-provisioning.ts';
import type { NewProvisioning, ProvisioningRow } from './provisioning-store.ts';
import { labelTrace } from './provisioning-trace.ts';

export function toProvisioningItem(row: ProvisioningRow | NewProvisioning): ProvisioningListItem {
  const request = requestOf(row);
  return {
    decision_id: row.decision_id,
    provisioning_id: row.provisioning_id,
    outcome: row.outcome,
    reason: row.reason,
    rule: row.rule,
    card_identifier_id: row.exid,
    card_number: row.masked_number,
    decided_at: row.decided_at.toISOString(),
    requestor_id: row.requestor_id,
    requestor_name: row.requestor_name,
    token_type: request.token_type ?? null,
    device_type: request.device?.type ?? null,
    token_reference: row.token_reference,
    network: row.network,
  };
}

/** The decision with its request and trace. Personal data is included only for those who see it. */
export function toProvisioningDecision(row: ProvisioningRow, seesPersonalData: boolean): ProvisioningDecision {
  const request = requestOf(row);
  const trace = labelTrace(JSON.parse(row.trace) as ProvisioningTrace, row.outcome);
  return { ...toProvisioningItem(row), request: seesPersonalData ? request : withoutPersonalData(request), trace };
}

type StoredRequest = ProvisioningDecision['request'] & { readonly token_type?: TokenType };

function requestOf({ request }: Pick<ProvisioningRow, 'request'>): StoredRequest {
  return readStoredJson(request) as unknown as StoredRequest;
}

function withoutPersonalData({ cardholder_name: _, device, ...request }: StoredRequest): StoredRequest {
  if (device === undefined) return request;
  const { number_last_digits: __, location: ___, ...rest } = device;
  return { ...request, device: rest };
}
