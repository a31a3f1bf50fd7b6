import type { AccountLife } from '../operation.ts';
import { ModelAccount } from './model-account.ts';
import { ModelOwn, OWN_PRODUCT } from './model-own.ts';

/** The account of a life before its first step. */
export function modelOf(life: AccountLife): ModelAccount {
  const own = life.hasOwn ? new ModelOwn(OWN_PRODUCT) : undefined;
  return new ModelAccount(life.bank, life.availableMinor, life.expiries, { ...life, own });
}

/** A copy of the account in its initial state, to repeat its history. */
export function replayOf(life: AccountLife, own: ModelOwn | undefined): ModelAccount {
  return new ModelAccount(life.bank, life.availableMinor, life.expiries, { ...life, own, isReplayed: true });
}
