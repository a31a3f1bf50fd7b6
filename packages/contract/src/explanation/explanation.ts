import type { Static } from 'typebox';
import { list, oneOf, record, text } from '../schema/fields.ts';
import { LANGUAGES } from './explainable-decision.ts';

/** Subjects of the sentences: docs/interface/decision.md#in-words. */
export const SENTENCE_SUBJECTS = ['outcome', 'reason', 'saw', 'setting', 'otherwise', 'checks', 'since'] as const;
export type SentenceSubject = (typeof SENTENCE_SUBJECTS)[number];

/** A decision in sentences. */
export const Explanation = record(
  {
    language: oneOf(LANGUAGES),
    sentences: list(
      record(
        {
          about: oneOf(SENTENCE_SUBJECTS, { description: 'Subject of the sentence' }),
          text: text(2000, {
            description: 'Text of the sentence. Names and signed figures are isolated from the direction of the text',
          }),
        },
        { component: 'ExplanationSentence' },
      ),
      { description: 'Sentences in reading order' },
    ),
  },
  { component: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;

/** The query parameter that requests the explanation. */
export const explainQuery = (what: string) =>
  oneOf(LANGUAGES, { description: `Also returns ${what} in sentences: en for English, ar for Arabic` });
