import { describe, expect, it } from 'vitest';
import { maskCardNumbers, maskDigits, maskUrl, maskValidCardNumbers } from './masked-text.ts';

describe('maskDigits', () => {
  it('keeps the first six and the last four digits, for every length of a card number', () => {
    expect(maskDigits('4000001234567')).toBe('400000XXX4567');
    expect(maskDigits('4000001234567899')).toBe('400000XXXXXX7899');
    expect(maskDigits('4000001234567890123')).toBe('400000XXXXXXXXX0123');
    expect(maskDigits('4000001234567899', '*')).toBe('400000******7899');
  });
});

describe('maskCardNumbers', () => {
  it.each([
    ['4000001234567899', '400000XXXXXX7899'],
    ['card 4000001234567899 not found', 'card 400000XXXXXX7899 not found'],
    ['{"n":4000001234567899,"m":"4100009876543210"}', '{"n":400000XXXXXX7899,"m":"410000XXXXXX3210"}'],
    ['/V2/cards/4000001234567899/insurances?x=1', '/V2/cards/400000XXXXXX7899/insurances?x=1'],
    ['PAN=4000001234567899,exp=3012', 'PAN=400000XXXXXX7899,exp=3012'],
    ['x4000001234567899y', 'x400000XXXXXX7899y'],
    ['4000001234567', '400000XXX4567'],
    ['4000001234567890123', '400000XXXXXXXXX0123'],
    ['/cards/400000123456789912345/insurances', '/cards/400000XXXXXXXXXXX2345/insurances'],
    ['4000 0012 3456 7899', '400000XXXXXX7899'],
    ['4000-0012-3456-7899', '400000XXXXXX7899'],
    ['4000 0012 3456 7890 123', '400000XXXXXXXXX0123'],
    ['4000 0012 3456 7', '400000XXX4567'],
    ['/cards/4000%200012%203456%207899?x=4000+0012+3456+7899', '/cards/400000XXXXXX7899?x=400000XXXXXX7899'],
    ['4000.0012.3456.7899', '400000XXXXXX7899'],
  ])('masks %s', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  it.each([
    'reference 632400000001',
    'amount 000000002500',
    '2026-11-20T08:00:00.000Z',
    '20/11/2026 12:00:00',
    '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
    '01234567-1234-4567-8901-234a5b6c7d8e',
    '400000XXXXXX7899',
  ])('does not change %s', (text) => {
    expect(maskCardNumbers(text)).toBe(text);
  });
});

describe('maskValidCardNumbers', () => {
  it('masks numbers with the check digit of a card number, and no other long numbers', () => {
    expect(maskValidCardNumbers('pan 4000001234567899, ref 4000001234567898')).toBe(
      'pan 400000XXXXXX7899, ref 4000001234567898',
    );
    expect(maskValidCardNumbers('4000 0012 3456 7899', '*')).toBe('400000******7899');
  });
});

describe('maskUrl', () => {
  it('masks a card number that is written in base64', () => {
    const written = Buffer.from('4000001234567899').toString('base64');
    expect(maskUrl(`/V2/cards/${written}/insurances`)).toBe(`/V2/cards/${'X'.repeat(22)}==/insurances`);
    const within = Buffer.from('{"pan":"4000001234567899"}').toString('base64url');
    expect(maskUrl(`/V2/${within}`)).toBe(`/V2/${'X'.repeat(within.length)}`);
  });

  it.each([
    '/V2/cards/7000000000000000001/insurances',
    '/V2/webhooks/endpoints/0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a/messages',
    `/V2/${Buffer.from('reference 632400000001').toString('base64url')}`,
  ])('does not change %s', (path) => {
    expect(maskUrl(path)).toBe(path.replace('7000000000000000001', '700000XXXXXXXXX0001'));
  });
});
