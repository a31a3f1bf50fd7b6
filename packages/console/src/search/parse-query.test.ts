import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';

const BY_ITSELF = { isCardNumber: false, needsMore: false };

describe('the search query', () => {
  it.each(['4000001000000018', '4000 0010 0000 0018', '4000-0010-0000-0018'])(
    'is sent nowhere where it is a full card number: %s',
    (typed) => {
      expect(parseQuery(typed)).toEqual({ ...BY_ITSELF, isCardNumber: true });
    },
  );

  it('finds customers for names, phones, addresses and ids', () => {
    expect(parseQuery('  amina saleh ')).toEqual({ ...BY_ITSELF, clients: 'amina saleh' });
    expect(parseQuery('أمينة')).toEqual({ ...BY_ITSELF, clients: 'أمينة' });
    expect(parseQuery('+971 50 000 0001')).toEqual({ ...BY_ITSELF, clients: '+971 50 000 0001' });
    expect(parseQuery('amina@example.com')).toEqual({ ...BY_ITSELF, clients: 'amina@example.com' });
    expect(parseQuery('CUST-1')).toEqual({ ...BY_ITSELF, clients: 'CUST-1', account: 'CUST-1' });
  });

  it('finds a card by its EXID, whose check digit is never valid, or by four digits with a name or the first six', () => {
    const exid = '9000000000000000002';
    expect(parseQuery(exid)).toEqual({ ...BY_ITSELF, clients: exid, account: exid, cards: { exid } });
    expect(parseQuery('0018 amina')).toEqual({ ...BY_ITSELF, cards: { last4: '0018', name: 'amina' } });
    expect(parseQuery('Amina Saleh 0018')).toEqual({ ...BY_ITSELF, cards: { last4: '0018', name: 'Amina Saleh' } });
    expect(parseQuery('400000 0018')).toEqual({ ...BY_ITSELF, cards: { last4: '0018', bin: '400000' } });
  });

  it('finds a decision or an account for twelve digits', () => {
    const text = '632400000001';
    expect(parseQuery(text)).toEqual({ ...BY_ITSELF, clients: text, account: text, decision: text });
  });

  it('finds a request for a token for a UUID', () => {
    const text = '5b0f2d5e-2f0c-4c6e-9d1a-0a3c5f3b7c02';
    expect(parseQuery(text)).toEqual({ ...BY_ITSELF, clients: text, account: text, tokenRequest: text });
  });

  it('needs more than four digits, because too many cards end with them', () => {
    expect(parseQuery('0018')).toEqual({ ...BY_ITSELF, needsMore: true });
    expect(parseQuery('   ')).toEqual(BY_ITSELF);
  });
});
