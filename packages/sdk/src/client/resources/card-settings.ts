// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { getSettings, updateSettings } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Switches and limits of the cards of an account. */
export interface CardSettingCalls {
  /** Update card settings by account (legacy). */
  readonly update: CallMethod<typeof updateSettings>;
  /** Get card settings by account (legacy). */
  readonly retrieve: CallMethod<typeof getSettings>;
}

export function makeCardSettings({ one }: MethodFactory): CardSettingCalls {
  return {
    update: one(updateSettings),
    retrieve: one(getSettings),
  };
}
