import { defineRest } from '../operation.ts';
import { ChangeRequest, changeRequestPath } from './change-request.ts';

export const readChangeRequest = defineRest({
  id: 'change-requests.read-change-request',
  sdk: 'changeRequests.retrieve',
  title: 'Get a change request',
  description:
    'Returns a change request: the current and the requested content, and the people who proposed and decided it.',
  reference: 'docs/interface/change-requests.md#read',
  method: 'GET',
  path: '/change-requests/{change_request_id}',
  scope: 'changes:read',
  params: changeRequestPath,
  response: ChangeRequest,
  errors: ['change_request_not_found'],
});
