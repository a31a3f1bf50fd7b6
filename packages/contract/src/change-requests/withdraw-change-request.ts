import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { ChangeRequest, changeRequestPath, decisionReason } from './change-request.ts';

export const withdrawChangeRequest = defineRest({
  id: 'change-requests.withdraw-change-request',
  sdk: 'changeRequests.withdraw',
  title: 'Withdraw a change request',
  description: 'Withdraws a change request of the caller, without applying the change.',
  reference: 'docs/interface/change-requests.md#withdraw',
  method: 'POST',
  path: '/change-requests/{change_request_id}/withdraw',
  scope: 'changes:write',
  params: changeRequestPath,
  request: record({ reason: optional(decisionReason()) }),
  response: ChangeRequest,
  takesIdempotencyKey: true,
  errors: ['change_request_not_found', 'state_forbids'],
});
