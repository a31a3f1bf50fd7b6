import { describe, expect, it } from 'vitest';
import { changesOf, reissuesOf } from './card-changes.ts';

const EVERYTHING = { everything: true, block: true };
const AGENT = { everything: false, block: true };

describe('the actions for a card', () => {
  it('are those of its status and of the roles of the person', () => {
    const verbs = (...asked: Parameters<typeof changesOf>) => changesOf(...asked).map(({ status }) => status);
    expect(verbs('ACTIVE', EVERYTHING)).toEqual(['BLOCKED', 'REPLACED', 'LOST', 'STOLEN', 'CLOSED']);
    expect(verbs('BLOCKED', EVERYTHING)).toEqual(['ACTIVE', 'REPLACED', 'LOST', 'STOLEN', 'CLOSED']);
    expect(verbs('ACTIVE', AGENT)).toEqual(['BLOCKED', 'REPLACED']);
    expect(verbs('BLOCKED', AGENT)).toEqual(['REPLACED']);
    expect(verbs('ACTIVE', { everything: false, block: false })).toEqual([]);
    expect(verbs('LOST', EVERYTHING)).toEqual([]);
  });

  it('include one reissue, with the status that the card has or gets', () => {
    expect(reissuesOf({ card_status: 'ACTIVE' }, EVERYTHING)).toEqual(['LOST', 'STOLEN']);
    expect(reissuesOf({ card_status: 'BLOCKED' }, EVERYTHING)).toEqual(['LOST', 'STOLEN']);
    expect(reissuesOf({ card_status: 'STOLEN' }, EVERYTHING)).toEqual(['STOLEN']);
    expect(reissuesOf({ card_status: 'LOST', reissued_card_identifier_id: '9' }, EVERYTHING)).toEqual([]);
    for (const ended of ['CLOSED', 'REPLACED'] as const) {
      expect(reissuesOf({ card_status: ended }, EVERYTHING)).toEqual([]);
    }
    expect(reissuesOf({ card_status: 'ACTIVE' }, AGENT)).toEqual([]);
  });
});
