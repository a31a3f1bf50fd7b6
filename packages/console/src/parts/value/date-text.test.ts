import { describe, expect, it } from 'vitest';
import { formatDate, parseDate } from './date-text.ts';

describe('the text of a date', () => {
  it('has the order of the language, and reads back as the same day or time', () => {
    expect(formatDate('2026-12-31', 'en-GB')).toBe('31/12/2026');
    expect(formatDate('2026-12-31', 'ar-AE')).toBe('31/12/2026');
    expect(formatDate('2026-12-31', 'en-US')).toBe('12/31/2026');
    expect(formatDate('2026-12-31T14:05', 'en-GB')).toBe('31/12/2026 14:05');
    expect(formatDate('', 'en-GB')).toBe('');
    expect(parseDate('31/12/2026', 'en-GB')).toBe('2026-12-31');
    expect(parseDate('12/31/2026', 'en-US')).toBe('2026-12-31');
    expect(parseDate('31/12/2026 14:05', 'en-GB', true)).toBe('2026-12-31T14:05');
  });

  it('may have other separators, Arabic digits, no zeros, or the year first', () => {
    for (const text of ['1/2/2026', '01.02.2026', '1-2-2026', ' 1 2 2026 ', '2026-02-01', '١/٢/٢٠٢٦', '\u200f1/2/2026'])
      expect(parseDate(text, 'ar-AE'), text).toBe('2026-02-01');
    expect(parseDate('1/2/2026', 'en-GB', true)).toBe('2026-02-01T00:00');
    expect(parseDate('2026-02-01T09:30', 'en-GB', true)).toBe('2026-02-01T09:30');
    expect(parseDate('', 'en-GB')).toBe('');
  });

  it('names no day that does not exist', () => {
    for (const text of ['31/02/2026', '29/2/2027', '12/31/2026', '1/2/26', '1/2', 'soon', '1/2/2026x', '0/1/2026'])
      expect(parseDate(text, 'en-GB'), text).toBeUndefined();
    for (const text of ['1/2/2026 24:00', '1/2/2026 9:60', '1/2/2026 9'])
      expect(parseDate(text, 'en-GB', true), text).toBeUndefined();
  });
});
