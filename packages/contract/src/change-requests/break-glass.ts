import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { ChangeRequest, changeRequestPath, decisionReason } from './change-request.ts';

export const breakGlass = defineRest({
  id: 'change-requests.break-glass',
  sdk: 'changeRequests.breakGlass',
  title: 'Break the glass',
  description:
    'Applies a change request of the caller immediately, without a second person, within an hour of the request. The request remains marked, and subscribed endpoints are notified.',
  reference: 'docs/interface/change-requests.md#break-glass',
  method: 'POST',
  path: '/change-requests/{change_request_id}/break-glass',
  scope: 'changes:break-glass',
  params: changeRequestPath,
  request: record({ reason: decisionReason() }),
  response: ChangeRequest,
  takesIdempotencyKey: true,
  errors: ['change_request_not_found', 'state_forbids', 'changed_meanwhile'],
});
