import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { ChangeRequest, changeRequestPath, decisionReason } from './change-request.ts';

export const rejectChangeRequest = defineRest({
  id: 'change-requests.reject-change-request',
  sdk: 'changeRequests.reject',
  title: 'Reject a change request',
  description: 'Rejects a change request, without applying the change. The caller must not be the proposer.',
  reference: 'docs/interface/change-requests.md#reject',
  method: 'POST',
  path: '/change-requests/{change_request_id}/reject',
  scope: 'changes:approve',
  params: changeRequestPath,
  request: record({ reason: decisionReason() }),
  response: ChangeRequest,
  takesIdempotencyKey: true,
  errors: ['change_request_not_found', 'state_forbids'],
});
