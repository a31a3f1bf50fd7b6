import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, list, oneOf, record, text } from '../schema/fields.ts';

export const PLASTIC_REASONS = ['NEW', 'RENEWAL', 'REPLACEMENT'] as const;
export const EMBOSSING_REMARKS = ['NO_NAME', 'CARD_ENDED', 'SUPERSEDED', 'EXPIRED'] as const;

const orNull = <T extends ReturnType<typeof text>>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const Answer = record({
  waiting: Type.Integer({ description: 'Number of cards that are in no file yet' }),
  waiting_since: orNull(text(24), 'Time at which the first of these cards was queued; null if there are none'),
  by_reason: list(
    record(
      { reason: oneOf(PLASTIC_REASONS), count: Type.Integer({ description: 'Number of cards' }) },
      { component: 'WaitingCards' },
    ),
    { description: 'Reasons why the cards are in no file yet' },
  ),
  not_written: list(
    record(
      {
        card_identifier_id: text(20, { description: 'EXID' }),
        because: oneOf(EMBOSSING_REMARKS, {
          description: 'Reason why the card is omitted. NO_NAME: the name must be changed',
        }),
      },
      { component: 'CardNotWritten' },
    ),
    { description: 'Cards that the next run will omit: the first 100 among the oldest 1,000' },
  ),
  runs: list(
    record(
      {
        run_number: Type.Integer({ description: 'Number of the run, counted by bank' }),
        state: oneOf(['TAKEN', 'WRITTEN'], { description: 'State of the run. TAKEN: the file may be incomplete' }),
        taken_at: instantField(),
        written_at: orNull(text(24), 'Time of writing; null until the file is written'),
        cards: Type.Integer({ description: 'Number of cards in the file' }),
        file_name: orNull(text(200), 'Name of the file; null until it is assigned'),
        reprints: Type.Integer({ description: 'Number of times that the file was written again' }),
      },
      { component: 'EmbossingRun' },
    ),
    { description: 'Newest 20 runs, newest first' },
  ),
});
export type EmbossingState = Static<typeof Answer>;

export const readEmbossing = defineRest({
  id: 'embossing.read-embossing',
  sdk: 'embossing.retrieve',
  title: 'Get cards to emboss',
  description:
    'Returns the content of the next file for the card bureau, the cards that the file would omit with the reasons, and the latest runs.',
  reference: 'docs/interface/cards.md#embossing',
  method: 'GET',
  path: '/embossing',
  scope: 'embossing:read',
  refusesUnknownQuery: true,
  response: Answer,
});
