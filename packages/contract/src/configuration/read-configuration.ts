import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { Configuration } from './configuration.ts';

export const ConfiguredCaller = record(
  {
    client_id: text(255),
    scopes: list(text(40), { description: 'Scopes as configured' }),
    approver: Type.Boolean({ description: 'Whether the caller can act as the second person' }),
    person: Type.Union([text(600), Type.Null()], { description: 'Person who uses the caller' }),
  },
  { component: 'ConfiguredCaller' },
);

export const readConfiguration = defineRest({
  id: 'configuration.read-configuration',
  sdk: 'configuration.retrieve',
  title: 'Get the configuration',
  description:
    'Returns the lists, programs, live rules and webhook endpoints of the bank in a form that can be applied, and the callers of the bank.',
  reference: 'docs/interface/configuration.md#read',
  method: 'GET',
  path: '/configuration',
  scope: 'programs:read',
  refusesUnknownQuery: true,
  response: record({
    bank_id: text(20),
    configuration: Configuration,
    callers: optional(
      list(ConfiguredCaller, {
        description: 'Callers in the configuration file; returned only with the scope people:read',
      }),
    ),
  }),
});
