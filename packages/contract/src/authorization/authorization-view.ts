import Type, { type Static } from 'typebox';
import type { Role } from '../people/roles.ts';
import { instantField, list, oneOf, optional, record, text, whole } from '../schema/fields.ts';
import { authorizationFilters } from './list-authorizations.ts';

/** Maximum number of views of a bank at once. */
export const MAX_VIEWS = 200;
/** Maximum number of characters of the name of a view. */
export const VIEW_NAME_LENGTH = 40;

/** Roles that read decisions. */
export const VIEW_ROLES = ['agent', 'card-operations', 'analyst', 'auditor'] as const satisfies readonly Role[];

export const viewPath = record({ view_id: text(36, { fieldFormat: 'identifier', description: 'Id of the view' }) });

const day = (description: string) => optional(text(30, { description }));

export const viewFields = {
  name: text(VIEW_NAME_LENGTH, { description: 'Name of the view' }),
  role: oneOf(VIEW_ROLES, { component: 'ViewRole', description: 'Role that shares the view' }),
  filters: record(
    {
      ...authorizationFilters,
      from: day('First day or start time, in the time zone of the bank'),
      to: day('Last day or end time'),
    },
    { description: 'Filters of the list of authorizations' },
  ),
  columns: optional(
    list(text(20), {
      minItems: 1,
      maxItems: 20,
      description: 'Columns in the console. Absent: the columns that the reader selected',
    }),
  ),
};

export const AuthorizationView = record(
  {
    view_id: text(36, { description: 'Id that the caller assigned' }),
    version: whole(1, 2_147_483_647, { description: 'Number of times that the view was saved' }),
    ...viewFields,
    saved_at: instantField(),
    saved_by: text(255, { description: 'Person or client that last saved the view' }),
    saved_by_name: Type.Union([text(200), Type.Null()], { description: 'Name of that person' }),
  },
  { component: 'AuthorizationView' },
);
export type AuthorizationView = Static<typeof AuthorizationView>;
