import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { ProgramDifference, ProgramVersion, programPath } from './program.ts';

export const listProgramVersions = defineRest({
  id: 'programs.list-program-versions',
  sdk: 'programs.listVersions',
  title: 'Versions of a program',
  description: 'Lists every version of a program, newest first, each with what it changed.',
  reference: 'docs/interface/programs.md#versions',
  method: 'GET',
  path: '/programs/{product_code}/versions',
  scope: 'programs:read',
  params: programPath,
  query: record({}),
  refusesUnknownQuery: true,
  request: null,
  response: record({
    items: list(
      record(
        {
          ...ProgramVersion.properties,
          differences: list(ProgramDifference, { description: 'From the version before' }),
        },
        { component: 'ProgramVersionWithDifferences', extending: ProgramVersion },
      ),
      { description: 'Newest first' },
    ),
  }),
  errors: ['program_not_found'],
});
