import Type, { type TSchema } from 'typebox';
import { anything, exactInstantField, flag, list, oneOf, optional, record, text } from '../schema/fields.ts';

export const ANALYSIS_VERDICTS = ['PROVED', 'COUNTEREXAMPLE', 'UNDECIDED'] as const;

/** Where a value of an example comes from. */
const EXAMPLE_SOURCES = ['MESSAGE', 'TIME', 'CARD', 'LIMIT', 'LIST'] as const;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const ExampleValue = record(
  {
    source: oneOf(EXAMPLE_SOURCES, {
      description: 'MESSAGE and TIME: sent with the message. CARD, LIMIT and LIST: state that the example needs',
    }),
    field: text(40, { description: 'A field of conditions: docs/interface/conditions.md#fields' }),
    name: optional(text(40, { description: 'The limit or the list' })),
    value: orNull(text(64), 'Decimal text for amounts; true or false for flags and lists; null if it is absent'),
  },
  { component: 'ExampleValue' },
);

export const AnalysisExample = record(
  {
    at: exactInstantField(),
    values: list(ExampleValue, { description: 'The values that conditions of the analysis compare' }),
    message: optional(
      anything({
        description:
          'The message for a what-if, without the number, the expiry and the sequence number of a card. On authorizations',
      }),
    ),
    behaves_as_predicted: flag({
      description: 'The compiled conditions that decide messages gave the predicted results for this example',
    }),
  },
  { component: 'AnalysisExample', description: 'A message that refutes the statement' },
);
