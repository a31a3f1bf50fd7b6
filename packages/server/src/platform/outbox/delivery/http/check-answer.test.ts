import { describe, expect, it } from 'vitest';
import { findFault } from './check-answer.ts';

const GOOD = { id: 'A12345678901', type: 'TD', response: { status: { code: '00', description: 'Successful' } } };
const withMember = (replaced: object) => JSON.stringify({ ...GOOD, ...replaced });
const withCode = (code: unknown) => withMember({ response: { status: { code, description: 'x' } } });

describe('an answer to a notification', () => {
  it.each([
    ['an id of 12 characters', JSON.stringify(GOOD)],
    ['an id of one character', withMember({ id: '7' })],
    ['an id of 12 characters that take more than one unit each', withMember({ id: '𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙' })],
    ['unknown members', withMember({ more: [1] })],
    ['blanks around it', ` \n${JSON.stringify(GOOD)}\n`],
  ])('with %s delivers', (_what, text) => {
    expect(findFault('TD', text)).toBeUndefined();
  });

  it.each([
    ['', 'the response is not JSON'],
    ['OK', 'the response is not JSON'],
    [`${JSON.stringify(GOOD)} and more`, 'the response is not JSON'],
    ['null', 'the response is not a JSON object'],
    ['"00"', 'the response is not a JSON object'],
    [`[${JSON.stringify(GOOD)}]`, 'the response is not a JSON object'],
    ['{}', 'the response has no response.status.code'],
    [withMember({ response: null }), 'the response has no response.status.code'],
    [withMember({ response: { status: [] } }), 'the response has no response.status.code'],
    [withMember({ response: { status: '00' } }), 'the response has no response.status.code'],
    [withCode(0), "the response's code is not a text but 0"],
    [withCode(null), "the response's code is not a text but null"],
    [withCode(['00']), 'the response\'s code is not a text but ["00"]'],
    [withMember({ type: undefined }), 'the response has no type'],
    [withMember({ type: 'AC' }), 'the response\'s type is "AC", not "TD"'],
    [withMember({ type: 'td' }), 'the response\'s type is "td", not "TD"'],
    [withMember({ type: null }), 'the response\'s type is null, not "TD"'],
    [withMember({ id: undefined }), 'the response has no id'],
    [withMember({ id: '' }), "the response's id is empty"],
    [withMember({ id: 123 }), "the response's id is not a text but 123"],
    [withMember({ id: 'A123456789012' }), "the response's id has 13 characters"],
    [withMember({ id: '9f1c2f5e-1111-4222-8333-944455556666' }), "the response's id has 36 characters"],
  ])('"%s" is not valid: %s', (text, reason) => {
    expect(findFault('TD', text)).toEqual({ outcome: 'BAD_ANSWER', reason });
  });

  it.each([
    ['05', 'the response\'s code is "05"'],
    ['0', 'the response\'s code is "0"'],
    ['000', 'the response\'s code is "000"'],
    [' 00', 'the response\'s code is " 00"'],
    ['', 'the response\'s code is ""'],
  ])('with code "%s" is a rejection', (code, reason) => {
    expect(findFault('TD', withCode(code))).toEqual({ outcome: 'REJECTED', reason, code });
  });

  it('with another code is a rejection, whatever else it lacks', () => {
    const fault = findFault('TD', '{"response":{"status":{"code":"30"}}}');
    expect(fault).toEqual({ outcome: 'REJECTED', reason: 'the response\'s code is "30"', code: '30' });
  });

  it('is quoted with card numbers masked, and shortened', () => {
    expect(findFault('TD', withCode('card 4000001234567899 unknown'))?.reason).toBe(
      'the response\'s code is "card 400000XXXXXX7899 unknown"',
    );
    expect(findFault('TD', withMember({ type: 'T'.repeat(60_000) }))?.reason).toBe(
      'the response\'s type is "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT…, not "TD"',
    );
  });
});
