import { describe, expect, it } from 'vitest';
import { ARABIC_CHECKS } from './arabic-checks.ts';
import { checkName } from './check-name.ts';

describe('the name of a check', () => {
  it('is the one of the doctor in English', () => {
    expect(checkName('audit chain', 'en')).toBe('audit chain');
  });

  it('is Arabic on Arabic pages, with the object that it checks', () => {
    expect(checkName('audit chain', 'ar')).toBe('سلسلة سجل التدقيق');
    expect(checkName('event feed DEMO', 'ar')).toBe('ملفات أحداث \u2068DEMO\u2069');
    expect(checkName('of another version', 'ar')).toBe('of another version');
  });

  it('is different for every check, so that a person can find it', () => {
    const names = Object.values(ARABIC_CHECKS);
    expect(names.filter((name) => !/[\u0600-\u06ff]/.test(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
