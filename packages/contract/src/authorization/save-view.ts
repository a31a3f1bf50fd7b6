import { defineRest } from '../operation.ts';
import { optional, record, whole } from '../schema/fields.ts';
import { AuthorizationView, viewFields, viewPath } from './authorization-view.ts';

export const saveView = defineRest({
  id: 'authorization.save-view',
  sdk: 'authorizationViews.save',
  title: 'Save a view of decisions',
  description: 'Creates a view that a role of the bank shares, or replaces an existing view.',
  reference: 'docs/interface/decision-views.md#save',
  method: 'PUT',
  path: '/authorization-views/{view_id}',
  scope: 'views:write',
  params: viewPath,
  request: record({
    version: optional(
      whole(1, 2_147_483_647, {
        description:
          'Version that was read. The request fails with 421 if the view was saved since. Absent: a new view',
      }),
    ),
    ...viewFields,
  }),
  response: AuthorizationView,
  takesIdempotencyKey: true,
  errors: ['view_not_found', 'changed_meanwhile', 'state_forbids'],
});
