import { DELIVERY_NOTES, type DeliveryNoteName } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { arabicNote } from './arabic-note.ts';
import { ARABIC_NOTES } from './arabic-notes.ts';

const names = Object.keys(DELIVERY_NOTES) as DeliveryNoteName[];
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
const plain = (note: string) => arabicNote(note, (at) => at.slice(0, 10))?.replace(/[\u2068\u2069]/g, '');

describe('a note of a delivery attempt', () => {
  it('is Arabic on Arabic pages, whatever it is, with the same values', () => {
    expect(names.filter((name) => !/[\u0600-\u06ff]/.test(ARABIC_NOTES[name]))).toEqual([]);
    expect(
      names.filter((name) => `${placeholdersOf(ARABIC_NOTES[name])}` !== `${placeholdersOf(DELIVERY_NOTES[name])}`),
    ).toEqual([]);
  });

  it('contains the values of the English one', () => {
    expect(plain('HTTP 503')).toBe('استجابت بالرمز HTTP 503');
    expect(plain('the response\'s code is "30"')).toBe('رمز الاستجابة هو "30"');
  });

  it('contains another note in Arabic', () => {
    expect(plain('the connection was refused, with 2 more in the request')).toBe(
      'رُفض الاتصال، ومعها 2 أخرى في الطلب نفسه',
    );
    expect(plain('No delivery succeeded since 2026-11-15T08:00:00.000Z; last failure: HTTP 500')).toBe(
      'لم ينجح أي إرسال منذ 2026-11-15؛ آخر إخفاق: استجابت بالرمز HTTP 500',
    );
  });

  it('is not translated in part', () => {
    expect(plain('salim, the holder of the endpoint, lacks the scope tokens:read for TD')).toBeUndefined();
    expect(plain('no token from the token URL: it is asleep')).toBeUndefined();
  });
});
