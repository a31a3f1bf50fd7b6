import { expect, it } from 'vitest';
import { matchesWords } from './matches-words.ts';
import { parseCardCommand } from './parse-card-command.ts';

const VERBS = { block: ['block', 'إيقاف'], unblock: ['unblock', 'إلغاء الإيقاف'] };

it.each([
  ['block card …0018', { action: 'block', card: '0018' }],
  ['Block 0018 Amina', { action: 'block', card: '0018 Amina' }],
  ['unblock the card ...0018 amina', { action: 'unblock', card: '0018 amina' }],
  ['block', { action: 'block', card: '' }],
  ['إيقاف البطاقة 0018', { action: 'block', card: '0018' }],
  ['blockbuster', undefined],
  ['layla', undefined],
])('reads the command of a card: %s', (typed, command) => {
  expect(parseCardCommand(typed, VERBS)).toEqual(command);
});

it('finds a page by the starts of its words, in both scripts', () => {
  expect(matchesWords('web en', ['Webhooks', 'Endpoints'])).toBe(true);
  expect(matchesWords('hooks', ['Webhooks'])).toBe(false);
  expect(matchesWords('قرارات', ['القرارات'])).toBe(true);
  expect(matchesWords('', ['Anything'])).toBe(true);
});
