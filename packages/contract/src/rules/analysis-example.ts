import Type, { type Static, type TSchema } from 'typebox';
import { anything, exactInstantField, flag, list, oneOf, optional, record, text } from '../schema/fields.ts';

export const ANALYSIS_VERDICTS = ['PROVED', 'COUNTEREXAMPLE', 'UNDECIDED'] as const;

/** Where a value of an example comes from. */
const EXAMPLE_SOURCES = ['MESSAGE', 'TIME', 'CARD', 'LIMIT', 'LIST', 'ACCOUNT'] as const;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const ExampleValue = record(
  {
    source: oneOf(EXAMPLE_SOURCES, {
      description:
        'MESSAGE and TIME: sent with the message. CARD, LIMIT, LIST and ACCOUNT: state that the example needs',
    }),
    field: text(40, {
      description: 'A field of conditions, docs/interface/conditions.md#fields, or of the state of an account',
    }),
    name: optional(text(40, { description: 'The limit or the list' })),
    value: orNull(text(64), 'Decimal text for amounts; true or false for flags and lists; null if it is absent'),
  },
  { component: 'ExampleValue' },
);
export type ExampleValue = Static<typeof ExampleValue>;

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
    decision: optional(
      record(
        {
          before: text(24, { description: 'APPROVED, or the reason of the decline' }),
          after: text(24, { description: 'The same under the proposal and with the rule' }),
        },
        { component: 'ExampleDecision', description: 'With a subject: the decision on the example' },
      ),
    ),
    behaves_as_predicted: flag({
      description: 'The functions that decide messages gave the predicted results for this example',
    }),
  },
  { component: 'AnalysisExample', description: 'A message that refutes the statement' },
);
