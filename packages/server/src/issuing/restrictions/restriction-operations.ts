import type { Implementations } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { enquireRestrictionsOperation } from './enquire-restrictions.ts';
import { setRestrictionOperation } from './set-restriction.ts';

export function restrictionOperations({ vault }: { readonly vault: Vault }): Implementations {
  return { envelope: [setRestrictionOperation(vault), enquireRestrictionsOperation(vault)] };
}
