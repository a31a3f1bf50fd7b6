import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';

export const PLASTIC_REASONS = ['NEW', 'RENEWAL', 'REPLACEMENT'] as const;
export const EMBOSSING_REMARKS = ['NO_NAME', 'CARD_ENDED', 'SUPERSEDED', 'EXPIRED'] as const;

const orNull = <T extends ReturnType<typeof text>>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const Answer = record({
  waiting: Type.Integer({ description: 'Cards that are in no file yet' }),
  waiting_since: orNull(text(24), 'Time at which the first of them was queued; null if none waits'),
  by_reason: list(
    record(
      { reason: oneOf(PLASTIC_REASONS), count: Type.Integer({ description: 'Cards' }) },
      { component: 'WaitingCards' },
    ),
    { description: 'Why the cards wait' },
  ),
  not_written: list(
    record(
      {
        card_identifier_id: text(20, { description: 'EXID' }),
        because: oneOf(EMBOSSING_REMARKS, { description: 'NO_NAME waits until the name is changed' }),
      },
      { component: 'CardNotWritten' },
    ),
    { description: 'Cards that the next run omits: the first 100 among the oldest 1,000' },
  ),
  runs: list(
    record(
      {
        run_number: Type.Integer({ description: 'Counted by bank' }),
        state: oneOf(['TAKEN', 'WRITTEN'], { description: 'TAKEN: its file may be incomplete' }),
        taken_at: instantField(),
        written_at: orNull(text(24), 'Null until it is written'),
        cards: Type.Integer({ description: 'In its file' }),
        file_name: orNull(text(200), 'Null until it has one'),
        reprints: Type.Integer({ description: 'How often the file was written again' }),
      },
      { component: 'EmbossingRun' },
    ),
    { description: 'The newest 20, newest first' },
  ),
});
export type EmbossingState = Static<typeof Answer>;

export const readEmbossing = defineRest({
  id: 'embossing.read-embossing',
  sdk: 'embossing.retrieve',
  title: 'Get cards to emboss',
  description:
    'Returns the content of the next file for the card bureau, the cards that it would omit with the reasons, and the latest runs.',
  reference: 'docs/interface/cards.md#embossing',
  method: 'GET',
  path: '/embossing',
  scope: 'embossing:read',
  params: record({}),
  query: record({}),
  refusesUnknownQuery: true,
  request: null,
  response: Answer,
  errors: [],
});
