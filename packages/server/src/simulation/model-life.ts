import { ModelAccount } from './model-account.ts';
import { ModelOwn, OWN_PRODUCT } from './model-own.ts';
import type { AccountLife } from './operation.ts';

/** The account of a life, before its first step. */
export function modelOf(life: AccountLife, own = life.hasOwn ? new ModelOwn(OWN_PRODUCT) : undefined): ModelAccount {
  return new ModelAccount(life.bank, life.availableMinor, life.expiries, { ...life, own });
}
