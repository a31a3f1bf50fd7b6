import { describe, expect, test } from 'vitest';
import { type Caller, checkBank, checkScope } from './index.ts';

describe('what a caller may do', () => {
  const caller = (more: Partial<Caller>): Caller => ({
    clientId: 'c',
    sender: 1,
    kind: 'bank',
    bankId: 'ONE',
    scopes: new Set(['cards:read']),
    ...more,
  });

  test('a caller without the scope is refused', () => {
    expect(checkScope(caller({}), 'cards:read')).toEqual({ ok: true, value: undefined });
    expect(checkScope(caller({}), 'cards')).toEqual({
      ok: false,
      error: 'scope_missing',
      message: 'The access token lacks the scope cards',
    });
  });

  test('a bank acts only for itself, and a network or an acquirer for no bank', () => {
    const refused = { ok: false, error: 'wrong_bank', message: 'The access token is not for this bank' };
    expect(checkBank(caller({}), 'ONE')).toEqual({ ok: true, value: undefined });
    expect(checkBank(caller({}), 'TWO')).toEqual(refused);
    expect(checkBank({ clientId: 'n', sender: 1, kind: 'network', scopes: new Set() }, 'ONE')).toEqual(refused);
    const acquirer = {
      clientId: 'a',
      sender: 1,
      kind: 'acquirer',
      acquirerId: 'ONE',
      scopes: new Set<string>(),
    } as const;
    expect(checkBank(acquirer, 'ONE')).toEqual(refused);
  });
});
