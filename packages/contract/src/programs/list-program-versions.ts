import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { ProgramDifference, ProgramVersion, programPath } from './program.ts';

export const listProgramVersions = defineRest({
  id: 'programs.list-program-versions',
  sdk: 'programs.listVersions',
  title: 'List versions of a program',
  description: 'Lists every version of a program, newest first, each with its changes.',
  reference: 'docs/interface/programs.md#versions',
  method: 'GET',
  path: '/programs/{product_code}/versions',
  scope: 'programs:read',
  params: programPath,
  refusesUnknownQuery: true,
  response: record({
    items: list(
      record(
        {
          ...ProgramVersion.properties,
          differences: list(ProgramDifference, { description: 'Differences from the previous version' }),
        },
        { component: 'ProgramVersionWithDifferences', extending: ProgramVersion },
      ),
      { description: 'Versions, newest first' },
    ),
  }),
  errors: ['program_not_found'],
});
