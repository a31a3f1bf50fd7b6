import { defineRest } from '../operation.ts';
import { optional, record, whole } from '../schema/fields.ts';
import { AuthorizationView, viewFields, viewPath } from './authorization-view.ts';

export const saveView = defineRest({
  id: 'authorization.save-view',
  sdk: 'authorizationViews.save',
  title: 'Save a view of decisions',
  description: 'Creates a view that a role of the bank shares, or renames and changes it.',
  reference: 'docs/interface/decision-views.md#save',
  method: 'PUT',
  path: '/authorization-views/{view_id}',
  scope: 'views:write',
  params: viewPath,
  query: record({}),
  request: record({
    version: optional(
      whole(1, 2_147_483_647, {
        description:
          'The version that was read: the request fails with 421 if the view was saved later. Absent: a new view',
      }),
    ),
    ...viewFields,
  }),
  response: AuthorizationView,
  takesIdempotencyKey: true,
  errors: ['view_not_found', 'changed_meanwhile', 'state_forbids'],
});
