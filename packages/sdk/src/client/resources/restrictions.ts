// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { enquireRestrictions, setRestriction } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Restrictions of a card. */
export interface RestrictionCalls {
  /** Set a restriction. */
  readonly set: CallMethod<typeof setRestriction>;
  /** Get restrictions of a card. */
  readonly retrieve: CallMethod<typeof enquireRestrictions>;
}

export function makeRestrictions({ one }: MethodFactory): RestrictionCalls {
  return {
    set: one(setRestriction),
    retrieve: one(enquireRestrictions),
  };
}
