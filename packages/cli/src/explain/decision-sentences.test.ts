import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { traceSentences, verdictSentence, withPoint } from './decision-sentences.ts';
import { type StoredAuthorization, sentencesOf } from './explain-authorization.ts';
import { REASONS } from './reasons.ts';

const page = readFileSync(new URL('../../../../docs/interface/decision.md', import.meta.url), 'utf8');
const example: { answer: { body: StoredAuthorization } } = JSON.parse(
  readFileSync(
    new URL('../../../contract/examples/authorization.read-authorization/605-declined.json', import.meta.url),
    'utf8',
  ),
);

describe('the sentences of a decision', () => {
  it('give every reason in the words of docs/interface/decision.md', () => {
    const told = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| \d\d \| (.*) \|$/gm)].map(([, reason, when]) => [
      reason,
      when,
    ]);
    expect(REASONS).toEqual(Object.fromEntries(told));
  });

  it('tell a decline by its rule, with amounts in the currency of the account', () => {
    expect(sentencesOf(example.answer.body).map((sentence) => sentence.replace(/<[^>]+>/, 'A'))).toEqual([
      '10000.00 AED at SOUK ONLINE DUBAI AE, on card 400000XXXXXX0016 of account A, decided on 2026-11-20 at 08:00:00 UTC.',
      'It was declined with 51 (Insufficient funds): the amount is more than the account has available. Reason: INSUFFICIENT_FUNDS.',
      'The rule FUNDS refused; it saw funds check: yes, available before 2339.50, available after -7660.50.',
      'Before it, 17 rules passed: FORMAT, CARD_FOUND, DUPLICATE, CARD_STATUS, EXPIRY_SEQUENCE, CURRENCY, AMOUNT, RESTRICTIONS, SWITCHES, MERCHANT_GROUP, FOREIGN_USE, TRANSACTION_LIMITS, DAILY_LIMIT, MONTHLY_LIMIT, LIMIT1, LIMIT2, LIMIT3.',
    ]);
  });

  it('tell an approval, what is still reserved, and what happened since', () => {
    const approved = {
      ...example.answer.body,
      action_code: '00',
      rule: 'APPROVED',
      state: 'RESERVED' as const,
      reserved_amount: '60.00',
      trace: [{ rule: 'FORMAT', verdict: 'PASS' as const, saw: { findings: 0 } }],
      events: [{ kind: 'REVERSAL' as const, amount: '40.00', at: '2026-11-21T09:30:00.000Z' }],
    };
    expect(sentencesOf(approved).slice(1)).toEqual([
      'It was approved (00).',
      'One rule passed: FORMAT.',
      'The last one, FORMAT, saw findings 0.',
      '40.00 AED was given back by a reversal on 2026-11-21 at 09:30:00 UTC.',
      '60.00 AED is still reserved.',
    ]);
  });

  it('tell a reason that this version does not know by its name', () => {
    const decision = { action_code: '99', rule: 'NEW_RULE', trace: [] };
    expect(verdictSentence(decision, true)).toBe(
      'It would be declined with 99 (an action code that this version does not know). Reason: NEW_RULE.',
    );
    expect(traceSentences(decision, 2)).toEqual(['Nothing is known of how it was decided.']);
  });

  it.each([
    ['12550', 2, '125.50'],
    ['5', 3, '0.005'],
    ['-7625', 2, '-76.25'],
    ['100', 0, '100'],
    ['none', 2, 'none'],
  ])('write %s with %i digits as %s', (minor, digits, text) => {
    expect(withPoint(minor, digits)).toBe(text);
  });
});
