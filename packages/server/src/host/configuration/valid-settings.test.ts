import { describe, expect, it } from 'vitest';
import { SettingError } from './settings.ts';
import { readValidSettings } from './valid-settings.ts';

describe('the database of the settings', () => {
  it('is one host or several, or a socket', () => {
    for (const url of [
      'postgres://me:word@a.example.com:5432,b.example.com,[2001:db8::1]:5433/cardwright?target_session_attrs=read-write',
      'postgresql://a/cardwright?target_session_attrs=primary&sslmode=verify-full',
      'postgres://me@localhost/cardwright?host=%2Fvar%2Frun%2Fpostgresql',
      '/var/run/postgresql cardwright',
    ])
      expect(readValidSettings({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it.each([
    [
      'DATABASE_URL',
      'postgres://a:5432,b:54x2/cardwright',
      'has a host, port or login that cannot be read (host 2 of 2)',
    ],
    ['DATABASE_URL', 'postgres://a,,b/cardwright', 'has an empty host name'],
    ['DATABASE_URL', 'postgres://a:5432,b,a:5432/cardwright', 'names the host a:5432 twice'],
    ['DATABASE_URL', 'postgres://a,b/cardwright?port=5433', 'has hosts as parameters'],
    ['DATABASE_URL', 'postgres:a,b', 'must be a URL such as postgres://user@a.example.com:5432,b.example.com:5432'],
    [
      'DATABASE_URL',
      'postgres://a,b/c?target_session_attrs=any',
      'sets target_session_attrs=any: Cardwright needs write access',
    ],
    ['CARDWRIGHT_OWNER_DATABASE_URL', 'postgres://a,a/cardwright', 'names the host a twice'],
  ])('is refused as %s=%s: it %s', (name, value, text) => {
    const read = () => readValidSettings({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(`${name} ${text}`);
  });
});
