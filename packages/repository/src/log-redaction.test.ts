import { describe, expect, it } from 'vitest';
import { createLogger } from '../../server/src/platform/http/request-log.ts';

/** The list is written out, so that this test detects a path that is dropped from it. */
const CENSORED = [
  'authorization',
  '*.authorization',
  '*.*.authorization',
  'client_secret',
  '*.client_secret',
  '*.*.client_secret',
  'client_assertion',
  '*.client_assertion',
  '*.*.client_assertion',
  'access_token',
  '*.access_token',
  '*.*.access_token',
  'card_number',
  '*.card_number',
  '*.*.card_number',
  'CARD_NUMBER',
  '*.CARD_NUMBER',
  '*.*.CARD_NUMBER',
];

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line: string) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return lines.join('');
}

describe('a log entry', () => {
  it.each(CENSORED)('has %s redacted', (path) => {
    const value = path
      .split('.')
      .reverse()
      .reduce<unknown>((inner, name) => ({ [name === '*' ? 'within' : name]: inner }), 'kept-to-myself');
    const line = logged((log) => log.info(value as object, 'request'));
    expect(line).toContain('[redacted]');
    expect(line).not.toContain('kept-to-myself');
  });

  it.each([
    ['in a message', { message: 'refused 4000001234567899' }],
    ['in an address', { url: '/cards/4000001234567899/insurances' }],
    ['in an error of a library', { err: new Error('invalid input: "4000001234567899"') }],
    ['in groups of four', { detail: '4000 0012 3456 7899' }],
    ['with dashes', { detail: '4000-0012-3456-7899' }],
  ])('has a card number masked %s', (_where, value) => {
    const line = logged((log) => log.error(value, 'request failed'));
    expect(line).toContain('400000XXXXXX7899');
    expect(line).not.toMatch(/4000.?0012.?3456.?7899/);
  });

  it('has no query of a request that a library logs', () => {
    const req = { method: 'GET', url: '/V2/merchants?name=amina', headers: { cookie: 'amina' } };
    const line = logged((log) => log.error({ req }, 'failed'));
    expect(JSON.parse(line).req).toEqual({ method: 'GET', path: '/V2/merchants' });
  });

  it('has no byte of a request that Node could not parse', () => {
    const rawPacket = Buffer.from('GET /V2/merchants?name=amina HTTP/1.1');
    const err = Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_HEADER_TOKEN', rawPacket });
    const logEntry = JSON.parse(logged((log) => log.trace({ err }, 'client error'))).err;
    expect(Object.keys(logEntry)).toEqual(['type', 'message', 'stack', 'code']);
    expect(logEntry).toMatchObject({ type: 'Error', message: 'Parse Error', code: 'HPE_INVALID_HEADER_TOKEN' });
  });

  it('contains a thrown value even if it is not an error', () => {
    expect(JSON.parse(logged((log) => log.error({ err: 'thrown' }, 'failed'))).err).toBe('thrown');
  });
});
