import { expect, it } from 'vitest';
import { changesOf, newDraft, registrationOf } from './endpoint-draft.ts';

const draft = { ...newDraft(['TC', 'TD']), url: 'https://bank.example/hooks', description: 'Core banking' };

it('an endpoint is registered with the chosen values, and without the untouched ones', () => {
  const plain = { url: 'https://bank.example/hooks', description: 'Core banking', max_in_flight: '4' };
  expect(registrationOf(draft)).toEqual({ ...plain, events: ['TC', 'TD'] });
  const more = {
    ...draft,
    oauth: 'set' as const,
    tokenUrl: 'https://id.example/token',
    clientId: 'c',
    clientSecret: 's',
    ed25519: true,
    finalCodes: ['30'],
    perRequest: '50',
    since: '2026-11-20T12:00:00.000+04:00',
  };
  expect(registrationOf(more)).toEqual({
    ...plain,
    events: ['TC', 'TD'],
    final_codes: ['30'],
    events_per_request: '50',
    ed25519: true,
    oauth: { token_url: 'https://id.example/token', client_id: 'c', client_secret: 's' },
    backfill: { since: '2026-11-20T08:00:00.000Z' },
  });
});

it('a change contains only the changed members, so that it does not revert changes of others', () => {
  expect(changesOf({ ...draft, events: ['TD', 'TC'] }, draft)).toEqual({});
  expect(changesOf({ ...draft, events: ['TD'], description: '' }, draft)).toEqual({ events: ['TD'], description: '' });
  expect(changesOf({ ...draft, perRequest: '100' }, draft)).toEqual({ events_per_request: '100' });
  const withToken = { ...draft, oauth: 'kept' as const };
  expect(changesOf(withToken, withToken)).toEqual({});
  expect(changesOf(draft, withToken)).toEqual({ oauth: {} });
});
