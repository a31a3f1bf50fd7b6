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
  limits: optional(programLimits('Limits, evaluated after the limits of the account; absent: none')),
  provisioning: optional(ProgramProvisioning),
  inForceFrom: optional(
    text(30, {
      fieldFormat: 'utc-time',
      description: 'Time from which the version is in force, ISO 8601; absent: immediately',
    }),
  ),
  reason: optional(changeReason()),
});
export type SetProgram = Static<typeof SetProgram>;

export const setProgram = defineRest({
  id: 'programs.set-program',
  sdk: 'programs.set',
  title: 'Set the program of a product',
  description:
    'Creates a version of the program of a product: defaults for settings that its accounts never set, ceilings for their settings, and limits.',
  reference: 'docs/interface/programs.md#set',
  method: 'PUT',
  path: '/programs/{product_code}',
  scope: 'programs:write',
  params: programPath,
  request: SetProgram,
  response: ProgramThatWasSet,
  changeKinds: ['program.change', 'limit.change'],
  takesIdempotencyKey: true,
  errors: ['program_not_found', 'merchant_list_not_found'],
});
