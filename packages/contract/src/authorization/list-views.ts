import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { AuthorizationView, MAX_VIEWS } from './authorization-view.ts';

export const listViews = defineRest({
  id: 'authorization.list-views',
  sdk: 'authorizationViews.list',
  title: 'List views of decisions',
  description:
    'Lists the views that are shared with the roles of the caller. A client without roles gets the views of all roles.',
  reference: 'docs/interface/decision-views.md#list',
  method: 'GET',
  path: '/authorization-views',
  scope: 'authorizations:read',
  refusesUnknownQuery: true,
  response: record({ items: list(AuthorizationView, { description: `Views by name, at most ${MAX_VIEWS}` }) }),
});
