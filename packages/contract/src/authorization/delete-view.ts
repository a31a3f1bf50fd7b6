import { defineRest } from '../operation.ts';
import { AuthorizationView, viewPath } from './authorization-view.ts';

export const deleteView = defineRest({
  id: 'authorization.delete-view',
  sdk: 'authorizationViews.delete',
  title: 'Delete a view of decisions',
  description: 'Deletes a view for everyone who shares it.',
  reference: 'docs/interface/decision-views.md#delete',
  method: 'DELETE',
  path: '/authorization-views/{view_id}',
  scope: 'views:write',
  params: viewPath,
  refusesUnknownQuery: true,
  response: AuthorizationView,
  takesIdempotencyKey: true,
  errors: ['view_not_found'],
});
