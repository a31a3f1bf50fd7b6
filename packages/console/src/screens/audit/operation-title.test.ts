import { OPERATIONS } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { ARABIC_OPERATIONS } from './arabic-operations.ts';
import { operationChoices, operationTitle } from './operation-title.ts';

const english = { t: (key: string) => `word ${key}`, language: 'en' } as const;
const arabic = { ...english, language: 'ar' } as const;

describe('the titles of the operations in the audit log', () => {
  it('are those of the contract in English, and Arabic in Arabic', () => {
    expect(operationTitle('cards.change-status', english)).toBe('Change the status of a card');
    expect(operationTitle('cards.change-status', arabic)).toBe('تغيير حالة بطاقة');
    expect(operationTitle('people.sign-in', arabic)).toBe('word job.signIn');
    expect(operationTitle('of.another-version', english)).toBe('of.another-version');
  });

  it('exist in Arabic for every operation', () => {
    const ids = OPERATIONS.map(({ id }) => id as string);
    expect(ids.filter((id) => !/[\u0600-\u06ff]/.test(ARABIC_OPERATIONS[id] ?? ''))).toEqual([]);
    expect(Object.keys(ARABIC_OPERATIONS).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('are different, so that a title selects one operation', () => {
    for (const words of [english, arabic]) {
      const titles = operationChoices(words).map(({ title }) => title);
      expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    }
  });
});
