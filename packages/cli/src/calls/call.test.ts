import {
  authorizeEcommerce,
  enquireBalance,
  listTokens,
  loadDenyList,
  OPERATIONS,
  readToken,
} from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../output/usage-error.ts';
import { cardIdentifier } from './card-identifier.ts';
import { findOperation } from './find-operation.ts';
import { partsOfCall } from './parts-of-call.ts';

describe('the name of an operation', () => {
  it.each(OPERATIONS.map(({ id }) => id))(
    '%s is found, also by the part after its dot if only one operation has it',
    (id) => {
      expect(findOperation(id).id).toBe(id);
      const end = id.split('.')[1] ?? '';
      const same = OPERATIONS.filter((other) => other.id.endsWith(`.${end}`));
      if (same.length === 1) expect(findOperation(end).id).toBe(id);
    },
  );

  it.each([
    ['cards.creat-card', 'Did you mean cards.create-card'],
    ['tokens.suspendtoken', 'Did you mean tokens.suspend-token?'],
    ['Cards.Create-Card', 'Did you mean cards.create-card'],
  ])('%s is reported as unknown, with the suggestion of a similar name', (name, advice) => {
    expect(() => findOperation(name)).toThrow(UsageError);
    expect(() => findOperation(name)).toThrow(advice);
  });

  it('has no suggestion if it resembles no operation', () => {
    expect(() => findOperation('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')).toThrow(
      'operation xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx not found. To list the operations, run: cardwright call --list',
    );
  });
});

describe('the arguments of a call', () => {
  it('become path, query and body by their names', () => {
    expect(partsOfCall(readToken, ['token_reference=abc'], undefined)).toEqual({
      ids: { token_reference: 'abc' },
      query: {},
    });
    expect(partsOfCall(listTokens, ['state=ACTIVE'], undefined)).toEqual({ ids: {}, query: { state: 'ACTIVE' } });
    expect(partsOfCall(enquireBalance, ['account_identifier_id=1=2'], '{"a": 1.10}')).toMatchObject({
      body: { account_identifier_id: '1=2', a: { text: '1.10' } },
    });
    expect(partsOfCall(loadDenyList, [], 'name,reason\n')).toMatchObject({ body: 'name,reason\n' });
  });

  it('replace the body within a complete envelope', () => {
    const whole =
      '{"GwSrvRequest": {"request_account_balance_enquiry": {"header": {"msg_id": "1"}, "body": {"b": "c"}}}}';
    expect(partsOfCall(enquireBalance, [], whole)).toMatchObject({ body: { b: 'c' } });
    expect(partsOfCall(authorizeEcommerce, [], '{"b": "c"}')).toMatchObject({ body: { b: 'c' } });
  });

  it.each([
    [readToken, [], undefined, 'tokens.read-token requires token_reference=...'],
    [
      readToken,
      ['token_reference=a', 'b=c'],
      undefined,
      'tokens.read-token has no parameter b; it takes token_reference',
    ],
    [readToken, ['token_reference=a'], '{}', 'tokens.read-token does not take a body'],
    [enquireBalance, ['account'], undefined, '"account" is invalid: write it as name=value'],
    [enquireBalance, [], '{"a":', 'the body is not valid JSON'],
    [enquireBalance, [], '[]', 'the body is not a JSON object'],
  ] as const)('are refused before a request is sent (%#)', (operation, members, text, message) => {
    expect(() => partsOfCall(operation, members, text)).toThrow(new UsageError(message));
  });
});

describe('a card', () => {
  it('is identified by its EXID or by its masked number', () => {
    expect(cardIdentifier('9064534025923379291').card_identifier_type).toBe('EXID');
    expect(cardIdentifier('400000XXXXXX0018').card_identifier_type).toBe('CONTRACT_NUMBER');
    expect(cardIdentifier('400000******0018').card_identifier_type).toBe('CONTRACT_NUMBER');
  });
});
