import { expect, it } from 'vitest';
import { splitBreaks } from './declared-breaks.ts';

it('breaking changes are divided by declarations that match them from beginning to end', () => {
  const breaks = ['GET /cards is removed', 'GET /cards/{id} 200.status is removed', 'event card.created is removed'];
  const declarations = [
    { change: 'GET /cards is removed', reason: 'Nobody calls it.' },
    { change: 'GET /cards', reason: 'It matches only a part.' },
    { change: 'event card\\.\\w+ is removed', reason: 'Renamed.' },
  ];
  expect(splitBreaks(breaks, declarations)).toEqual({
    undeclared: ['GET /cards/{id} 200.status is removed'],
    declared: [
      { change: 'GET /cards is removed', reason: 'Nobody calls it.', breaks: ['GET /cards is removed'] },
      { change: 'event card\\.\\w+ is removed', reason: 'Renamed.', breaks: ['event card.created is removed'] },
    ],
    stale: ['GET /cards'],
  });
});
