import { describe, expect, it } from 'vitest';
import { ARABIC_OUTCOMES } from './arabic-outcomes.ts';
import { outcomeText } from './outcome-text.ts';

const english = { t: (key: string) => `word ${key}`, language: 'en' } as const;
const arabic = { ...english, language: 'ar' } as const;

describe('the outcome of an audit row', () => {
  it('is a status in the words of the console, or what the log has', () => {
    expect(outcomeText('DISABLED', english)).toBe('word status.disabled');
    expect(outcomeText('settings changed', english)).toBe('settings changed');
  });

  it('is Arabic on Arabic pages, unless this version does not know it', () => {
    expect(outcomeText('DISABLED', arabic)).toBe('word status.disabled');
    expect(outcomeText('settings changed', arabic)).toBe('غُيّرت الإعدادات');
    expect(outcomeText('of another version', arabic)).toBeUndefined();
  });

  it('has no English text in the Arabic list', () => {
    expect(Object.keys(ARABIC_OUTCOMES).filter((key) => !/[\u0600-\u06ff]/.test(ARABIC_OUTCOMES[key] ?? ''))).toEqual(
      [],
    );
  });
});
