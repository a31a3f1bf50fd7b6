import type { Static } from 'typebox';
import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import {
  ProgramCeilings,
  ProgramDefaults,
  ProgramProvisioning,
  ProgramThatWasSet,
  programLimits,
  programPath,
} from './program.ts';

const SetProgram = record({
  defaults: optional(ProgramDefaults),
  ceilings: optional(ProgramCeilings),
  limits: optional(programLimits('Evaluated after those of the account; absent: none')),
  provisioning: optional(ProgramProvisioning),
  inForceFrom: optional(
    text(30, { fieldFormat: 'utc-time', description: 'In force from then on, ISO 8601; absent: at once' }),
  ),
  reason: optional(changeReason()),
});
export type SetProgram = Static<typeof SetProgram>;

export const setProgram = defineRest({
  id: 'programs.set-program',
  sdk: 'programs.set',
  title: 'Set the program of a product',
  description:
    'Creates a version of what a product gives its accounts: defaults for what they never set, ceilings for what they may set, and limits.',
  reference: 'docs/interface/programs.md#set',
  method: 'PUT',
  path: '/programs/{product_code}',
  scope: 'programs:write',
  params: programPath,
  query: record({}),
  request: SetProgram,
  response: ProgramThatWasSet,
  changeKinds: ['program.change', 'limit.change'],
  takesIdempotencyKey: true,
  errors: ['program_not_found', 'merchant_list_not_found'],
});
