import { describe, expect, it } from 'vitest';
import { CredentialsError, UsageError } from '../output/usage-error.ts';
import { checkAddress, chooseProfile } from './choose-profile.ts';

const LIVE = { url: 'https://live.example', client_id: 'live', client_secret: 'of live' };
const TRY = { url: 'http://127.0.0.1:8080', client_id: 'try', client_secret: 'of try' };
const STORED = { current: 'try', profiles: { try: TRY, live: LIVE } };
const CLIENT = { CARDWRIGHT_CLIENT_ID: 'env', CARDWRIGHT_CLIENT_SECRET: 'of env' };

describe('the caller', () => {
  it('is the current profile by default', () => {
    expect(chooseProfile({}, {}, STORED)).toEqual({ ...TRY, name: 'try', source: 'the profile try' });
  });

  it('is the profile of the option rather than that of the environment', () => {
    const environment = { CARDWRIGHT_PROFILE: 'try', ...CLIENT, CARDWRIGHT_URL: LIVE.url };
    expect(chooseProfile({ profile: 'live' }, environment, STORED).client_id).toBe('live');
    expect(chooseProfile({}, { CARDWRIGHT_PROFILE: 'live' }, STORED).client_id).toBe('live');
  });

  it('is the client of the environment rather than any profile, with the address of the environment or the option', () => {
    const environment = { ...CLIENT, CARDWRIGHT_URL: 'https://a.example/' };
    const client = { client_id: 'env', client_secret: 'of env', source: 'the environment' };
    expect(chooseProfile({}, environment, STORED)).toEqual({ ...client, url: 'https://a.example' });
    expect(chooseProfile({ url: 'https://b.example' }, environment, STORED)).toEqual({
      ...client,
      url: 'https://b.example',
    });
    expect(() => chooseProfile({}, CLIENT, STORED)).toThrow('set CARDWRIGHT_URL too');
  });

  it('never sends the secret of a profile to another address', () => {
    expect(() => chooseProfile({ url: 'https://b.example' }, {}, STORED)).toThrow(UsageError);
    expect(() => chooseProfile({}, { CARDWRIGHT_URL: 'https://b.example' }, STORED)).toThrow(UsageError);
    expect(chooseProfile({ url: `${TRY.url}/` }, {}, STORED).client_id).toBe('try');
  });

  it('gets the instruction to log in if the profile does not exist', () => {
    expect(() => chooseProfile({}, {}, { profiles: {} })).toThrow(CredentialsError);
    expect(() => chooseProfile({ profile: 'other' }, {}, STORED)).toThrow('profile other not found (known: try, live)');
    expect(() => chooseProfile({ profile: 'constructor' }, {}, STORED)).toThrow('profile constructor not found');
  });

  it.each(['cards.example', 'ftp://cards.example', 'https://u:p@cards.example', 'https://cards.example?a=1', ''])(
    'refuses the address %j',
    (text) => {
      expect(() => checkAddress(text)).toThrow(UsageError);
    },
  );
});
