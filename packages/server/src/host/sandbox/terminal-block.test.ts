import { expect, it } from 'vitest';
import { terminalTexts } from './terminal-block.ts';

const LINES = [
  'ready http://127.0.0.1:8080',
  'started in 4.5 s: program 2.2, database 1.0',
  'console http://127.0.0.1:8080/console/ without a password: Layla Haddad (agent), Omar Farouk (card-operations)',
  'TOKEN=$(curl -s http://127.0.0.1:8080/oauth2/token)',
  'curl -s http://127.0.0.1:8080/V2/cardservices/ClientCreate',
];

it('ends the start of a sandbox with one block: the addresses, and where help is', () => {
  expect(terminalTexts(LINES).block).toBe(`
ready http://127.0.0.1:8080

  Console   http://127.0.0.1:8080/console/
  Docs      http://127.0.0.1:8080/docs
  API       http://127.0.0.1:8080/V2

  The sandbox started in 4.5 s. Type h and Enter for help, or press Ctrl-C to stop it.

`);
});

it('helps with the people and with the commands that a person can paste', () => {
  const { help } = terminalTexts(LINES);
  expect(help).toContain('\n  Layla Haddad (agent)\n  Omar Farouk (card-operations)\n');
  expect(help).toContain(`\n${LINES[3]}\n\n${LINES[4]}\n`);
});
