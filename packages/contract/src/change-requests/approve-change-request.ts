import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import { ChangeRequest, changeRequestPath, decisionReason } from './change-request.ts';

export const approveChangeRequest = defineRest({
  id: 'change-requests.approve-change-request',
  sdk: 'changeRequests.approve',
  title: 'Approve a change request',
  description:
    'Applies the change immediately, on behalf of the proposer. The caller must be another person, or another OAuth client that is configured as an approver.',
  reference: 'docs/interface/change-requests.md#approve',
  method: 'POST',
  path: '/change-requests/{change_request_id}/approve',
  scope: 'changes:approve',
  params: changeRequestPath,
  request: record({
    reason: optional(decisionReason()),
    override_check_id: optional(
      text(64, {
        fieldFormat: 'checksum',
        description:
          'The `check_id` of an analysis with a broken promise. Approves the change although it breaks the promise; requires `reason`',
      }),
    ),
  }),
  response: ChangeRequest,
  takesIdempotencyKey: true,
  errors: ['change_request_not_found', 'state_forbids', 'changed_meanwhile'],
});
