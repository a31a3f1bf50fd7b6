import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import { ProgramCeilings, ProgramDefaults, ProgramThatWasSet, programPath } from './program.ts';

export const setProgram = defineRest({
  id: 'programs.set-program',
  title: 'Set the program of a product',
  description:
    'Makes a new version of what a product gives its accounts: defaults for what they never set, and ceilings for what they may set.',
  reference: 'docs/interface/programs.md#set',
  method: 'PUT',
  path: '/programs/{product_code}',
  scope: 'programs:write',
  params: programPath,
  query: record({}),
  request: record({
    defaults: optional(ProgramDefaults),
    ceilings: optional(ProgramCeilings),
    inForceFrom: optional(
      text(30, { fieldFormat: 'utc-time', description: 'In force from then on, ISO 8601; absent: at once' }),
    ),
  }),
  response: ProgramThatWasSet,
  takesIdempotencyKey: true,
  errors: ['program_not_found'],
});
