import { LANGUAGES, traceFactWords, traceStepWords } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { TRACE_STEPS } from './trace.ts';

it.each(LANGUAGES)('every step of a trace, and every value of it, has a name in %s', (language) => {
  const names = TRACE_STEPS.map(({ name }) => name);
  const labels = TRACE_STEPS.flatMap((step) => step.labels);
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => traceStepWords(name, language) === undefined)).toEqual([]);
  expect(labels.filter((label) => traceFactWords(label, language) === undefined)).toEqual([]);
  const written = [
    ...names.map((name) => traceStepWords(name, language)),
    ...labels.map((label) => traceFactWords(label, language)),
  ];
  expect(written.filter((text) => /[\u0600-\u06ff]/.test(String(text)) !== (language === 'ar'))).toEqual([]);
});

it('a name that this version does not know has no words', () => {
  expect([traceStepWords('constructor', 'en'), traceFactWords('a_later_value', 'ar')]).toEqual([undefined, undefined]);
});
