import { expect, it } from 'vitest';
import type { Fixtures } from './seed-sandbox.ts';
import { terminalTexts } from './terminal-block.ts';
import { welcomeLines } from './welcome.ts';

/** The lines that the server itself writes, so that a change of them cannot leave the help empty. */
const welcome = welcomeLines('http://127.0.0.1:8080', 'DEMO', {
  oauth: [{ client_id: 'demo-bank', client_secret: 'demo-secret' }],
  cards: [{ card_number: '4000001000000018', expiry: '2911' }],
} as unknown as Fixtures);

const LINES = ['ready http://127.0.0.1:8080', 'started in 4.5 s: program 2.2, database 1.0', ...welcome];

it('ends the start of a sandbox with one block: the addresses, and how to get help', () => {
  expect(terminalTexts(LINES).block).toBe(`
ready http://127.0.0.1:8080

  Console   http://127.0.0.1:8080/console/
  Docs      http://127.0.0.1:8080/docs
  API       http://127.0.0.1:8080/V2

  The sandbox started in 4.5 s. Type h and Enter for help, or press Ctrl-C to stop it.

`);
});

it('lists the people, and the commands that a person can paste, as help', () => {
  const { help } = terminalTexts(LINES);
  expect(help).toContain('\n  Layla Haddad (agent)\n  Omar Farouk (card-operations)\n');
  for (const command of welcome.slice(1)) expect(help).toContain(`\n${command}\n`);
});

it('states where the sandbox listens for ISO 8583 messages', () => {
  const { block } = terminalTexts([...LINES, 'iso8583 demo-network 127.0.0.1:8583']);
  expect(block).toContain('\n  API       http://127.0.0.1:8080/V2\n  ISO 8583  127.0.0.1:8583\n');
});
