// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { deleteView, listViews, saveView } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Views of decisions that the people of a role share. */
export interface AuthorizationViewCalls {
  /** Delete a view of decisions. */
  readonly delete: CallMethod<typeof deleteView, ['view_id']>;
  /** List views of decisions. */
  readonly list: CallMethod<typeof listViews>;
  /** Save a view of decisions. */
  readonly save: CallMethod<typeof saveView, ['view_id']>;
}

export function makeAuthorizationViews({ one }: MethodFactory): AuthorizationViewCalls {
  return {
    delete: one(deleteView, 'view_id'),
    list: one(listViews),
    save: one(saveView, 'view_id'),
  };
}
