import { describe, expect, it } from 'vitest';
import { soughtBy } from './sought.ts';

const BY_ITSELF = { isCardNumber: false, needsMore: false };

describe('what somebody looks for', () => {
  it.each(['4000001000000018', '4000 0010 0000 0018', '4000-0010-0000-0018'])(
    'is sent nowhere where it is a full card number: %s',
    (typed) => {
      expect(soughtBy(typed)).toEqual({ ...BY_ITSELF, isCardNumber: true });
    },
  );

  it('is a customer for names, phones, addresses and ids', () => {
    expect(soughtBy('  amina saleh ')).toEqual({ ...BY_ITSELF, clients: 'amina saleh' });
    expect(soughtBy('أمينة')).toEqual({ ...BY_ITSELF, clients: 'أمينة' });
    expect(soughtBy('+971 50 000 0001')).toEqual({ ...BY_ITSELF, clients: '+971 50 000 0001' });
    expect(soughtBy('amina@example.com')).toEqual({ ...BY_ITSELF, clients: 'amina@example.com' });
    expect(soughtBy('CUST-1')).toEqual({ ...BY_ITSELF, clients: 'CUST-1', account: 'CUST-1' });
  });

  it('is a card by its EXID, whose check digit never fits, or by four digits with a name or the first six', () => {
    const exid = '9000000000000000002';
    expect(soughtBy(exid)).toEqual({ ...BY_ITSELF, clients: exid, account: exid, cards: { exid } });
    expect(soughtBy('0018 amina')).toEqual({ ...BY_ITSELF, cards: { last4: '0018', name: 'amina' } });
    expect(soughtBy('Amina Saleh 0018')).toEqual({ ...BY_ITSELF, cards: { last4: '0018', name: 'Amina Saleh' } });
    expect(soughtBy('400000 0018')).toEqual({ ...BY_ITSELF, cards: { last4: '0018', bin: '400000' } });
  });

  it('is a decision or an account for twelve digits', () => {
    const text = '632400000001';
    expect(soughtBy(text)).toEqual({ ...BY_ITSELF, clients: text, account: text, decision: text });
  });

  it('needs more than four digits, which too many cards end with', () => {
    expect(soughtBy('0018')).toEqual({ ...BY_ITSELF, needsMore: true });
    expect(soughtBy('   ')).toEqual(BY_ITSELF);
  });
});
