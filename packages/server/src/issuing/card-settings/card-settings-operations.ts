import type { Implementations } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { getSettingsOperation } from './get-settings.ts';
import { updateSettingsOperation } from './update-settings.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
}

export function cardSettingsOperations({ banks, vault }: Deps): Implementations {
  return { envelope: [updateSettingsOperation(banks, vault), getSettingsOperation(banks, vault)] };
}
