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
        'MESSAGE and TIME: values of the message. CARD, LIMIT, LIST and ACCOUNT: state that the example requires',
    }),
    field: text(40, {
      description: 'Field of conditions (docs/interface/conditions.md#fields) or of the state of an account',
    }),
    name: optional(text(40, { description: 'Name of the limit or list' })),
    value: orNull(text(64), 'Decimal text for amounts; true or false for flags and lists; null if it is absent'),
  },
  { component: 'ExampleValue' },
);
export type ExampleValue = Static<typeof ExampleValue>;

export const AnalysisExample = record(
  {
    at: exactInstantField(),
    values: list(ExampleValue, { description: 'Values that the conditions of the analysis compare' }),
    message: optional(
      anything({
        description:
          'Message for a what-if, without the card number, expiry date and sequence number; only on authorizations',
      }),
    ),
    decision: optional(
      record(
        {
          before: text(24, { description: 'APPROVED, or the reason for the decline' }),
          after: text(24, { description: 'Decision under the proposal and with the rule' }),
        },
        { component: 'ExampleDecision', description: 'With a subject: decisions on the example' },
      ),
    ),
    behaves_as_predicted: flag({
      description: 'Whether the decision functions gave the predicted results for this example',
    }),
  },
  { component: 'AnalysisExample', description: 'Message that refutes the statement' },
);
