import { defineRest } from '../operation.ts';
import { ProgramVersion, programPath } from './program.ts';

export const readProgramInForce = defineRest({
  id: 'programs.read-program-in-force',
  sdk: 'programs.retrieve',
  title: 'Get the program of a product',
  description: 'Returns the program version that is in force for a product.',
  reference: 'docs/interface/programs.md#read',
  method: 'GET',
  path: '/programs/{product_code}',
  scope: 'programs:read',
  params: programPath,
  refusesUnknownQuery: true,
  response: ProgramVersion,
  errors: ['program_not_found'],
});
