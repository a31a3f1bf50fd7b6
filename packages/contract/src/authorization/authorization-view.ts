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

export const viewPath = record({ view_id: text(36, { fieldFormat: 'identifier', description: 'Of the view' }) });

const day = (description: string) => optional(text(30, { description }));

export const viewFields = {
  name: text(VIEW_NAME_LENGTH, { description: 'For people' }),
  role: oneOf(VIEW_ROLES, { component: 'ViewRole', description: 'The role that shares the view' }),
  filters: record(
    {
      ...authorizationFilters,
      from: day('From this day or time on, in the time zone of the bank'),
      to: day('Until this day or time'),
    },
    { description: 'Filters of the list of authorizations' },
  ),
  columns: optional(
    list(text(20), { minItems: 1, maxItems: 20, description: 'Columns of the console. Absent: those of the reader' }),
  ),
};

export const AuthorizationView = record(
  {
    view_id: text(36, { description: 'As the caller chose it' }),
    version: whole(1, 2_147_483_647, { description: 'How often it was saved' }),
    ...viewFields,
    saved_at: instantField(),
    saved_by: text(255, { description: 'The person or client that saved it last' }),
    saved_by_name: Type.Union([text(200), Type.Null()], { description: 'The name of that person' }),
  },
  { component: 'AuthorizationView' },
);
export type AuthorizationView = Static<typeof AuthorizationView>;
