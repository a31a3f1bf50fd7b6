import { expect, it } from 'vitest';
import { readableLines } from './readable-log.ts';

it('omits the scopes of an access token on a terminal, but not the client', () => {
  const line = JSON.stringify({ level: 30, msg: 'access token issued', clientId: 'demo-bank', scope: 'cards:read' });
  expect(readableLines(false)(line)).toBe('INFO: access token issued\n    clientId: "demo-bank"\n');
});
