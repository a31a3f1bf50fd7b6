import type { AuthorizationListItem, StatisticsPeriod } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { binOf, topOfDeclines, topParts } from './top-declines.ts';

const decline = (merchant: string, card_number: string | null) => ({ merchant, card_number }) as AuthorizationListItem;

it('the values with the most declines come first, and values without a decline are left out', () => {
  const parts = (...of: [value: string, declined: number][]) => ({
    parts: of.map(([value, declined]) => ({ value, declined, approved: 9, amounts: [] })),
  });
  const periods = [parts(['5411', 2], ['', 7], ['5816', 3]), {}, parts(['5411', 2], ['7995', 0])];
  expect(topParts(periods as unknown as StatisticsPeriod[])).toEqual([
    { value: '5411', declined: 4 },
    { value: '5816', declined: 3 },
  ]);
});

it('card ranges are counted from the declines themselves', () => {
  const declines = [decline('A', '400000XXXXXX1234'), decline('B', '400000XXXXXX9999'), decline('B', null)];
  expect(topOfDeclines(declines, binOf)).toEqual([{ value: '400000', declined: 2 }]);
  expect(topOfDeclines(declines, ({ merchant }) => merchant)).toEqual([
    { value: 'B', declined: 2 },
    { value: 'A', declined: 1 },
  ]);
});
