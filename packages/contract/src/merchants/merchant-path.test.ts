import { describe, expect, it } from 'vitest';
import { findPathFault } from './merchant-path.ts';

describe('a path into a merchant', () => {
  it.each([
    'trn',
    'addresses',
    'addresses[1].city',
    'configurations.acceptedCardSchemes[0].acceptedCardModes[3].rate',
    'services[0].user.email',
    'services[0].currencyLimits.AED',
    'configurations.acquirerChargebackDebit.any.thing',
    'terminals[0].fees[0].feeValue',
  ])('%s is valid', (path) => {
    expect(findPathFault(path)).toBeUndefined();
  });

  it.each([
    ['merchantNames', 'merchantNames'],
    ['', ''],
    ['addresses.city', 'city'],
    ['addresses[x].city', 'addresses[x]'],
    ['trn[0]', 'trn[0]'],
    ['trn.part', 'part'],
    ['configurations.fee', 'fee'],
    ['addresses[0]city', 'addresses[0]city'],
    ['payload.applications[0].merchants[0].trn', 'payload'],
    ['__proto__', '__proto__'],
  ])('%s is invalid, at %s', (path, at) => {
    expect(findPathFault(path)?.at).toBe(at);
  });

  it('that does not exist is refused with the members that exist there', () => {
    expect(findPathFault('configurations.settlement.day')).toEqual({
      at: 'day',
      allowed: ['statementFrequency', 'statementDay', 'statementSecondDay'],
    });
  });
});
