import { describe, expect, it } from 'vitest';
import { checkEndpointFields, findMissingOauth } from './endpoint-fields.ts';

const PRODUCTION = { allowHttp: false, allowPrivateAddresses: false };
const SANDBOX = { allowHttp: true, allowPrivateAddresses: true };

describe('a URL in production', () => {
  it.each([
    'https://bank.example/',
    'https://bank.example:8443/a/b?c=d',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ])('may be %s', (url) => {
    expect(checkEndpointFields({ url }, PRODUCTION)).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://bank.localhost/',
  ])('must not contain an address that is not public: %s', (url) => {
    const refused = { path: 'url', error: 'value_not_allowed', message: 'must be a public address' };
    expect(checkEndpointFields({ url }, PRODUCTION)).toEqual([refused]);
  });

  it.each(['http://bank.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'gopher://bank.example/'])(
    'must be https: %s',
    (url) => {
      expect(checkEndpointFields({ url }, PRODUCTION)).toEqual([
        { path: 'url', error: 'value_not_allowed', message: 'must be https' },
      ]);
    },
  );

  it('must follow the same rules if it is a token URL', () => {
    const oauth = { token_url: 'https://10.0.0.1/token', client_id: 'a', client_secret: 'b' };
    expect(checkEndpointFields({ oauth }, PRODUCTION)).toEqual([
      { path: 'oauth.token_url', error: 'value_not_allowed', message: 'must be a public address' },
    ]);
  });
});

it('the sandbox accepts http and private addresses too', () => {
  for (const url of ['http://127.0.0.1:8080/', 'http://localhost/', 'https://10.0.0.1/']) {
    expect(checkEndpointFields({ url }, SANDBOX)).toEqual([]);
  }
  expect(checkEndpointFields({ url: 'ftp://127.0.0.1/' }, SANDBOX)).toHaveLength(1);
});

it('all findings are reported at once', () => {
  const fields = { url: 'x', max_in_flight: '100', description: '4000001000000018' };
  expect(checkEndpointFields(fields, SANDBOX)).toEqual([
    { path: 'url', error: 'wrong_format', message: 'must be a URL' },
    { path: 'max_in_flight', error: 'value_not_allowed', message: 'must be 1 to 99' },
    { path: 'description', error: 'value_not_allowed', message: 'must not contain a card number' },
  ]);
});

it('an OAuth client is replaced as a whole, or removed', () => {
  expect(findMissingOauth(undefined)).toEqual([]);
  expect(findMissingOauth({})).toEqual([]);
  expect(findMissingOauth({ token_url: 'a', client_id: 'b', client_secret: 'c' })).toEqual([]);
  expect(findMissingOauth({ scope: 'hooks', client_id: '' }).map(({ path, error }) => [path, error])).toEqual([
    ['oauth.token_url', 'field_missing'],
    ['oauth.client_id', 'field_missing'],
    ['oauth.client_secret', 'field_missing'],
  ]);
});
