// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { deleteDraft, listDrafts, readDraft, saveDraft } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Merchants that are not submitted yet. */
export interface MerchantDraftCalls {
  /** Delete a draft of a merchant. */
  readonly delete: CallMethod<typeof deleteDraft, ['draftId']>;
  /** List drafts of merchants. */
  readonly list: PagedMethod<typeof listDrafts, 'drafts'>;
  /** Get a draft of a merchant. */
  readonly retrieve: CallMethod<typeof readDraft, ['draftId']>;
  /** Save a draft of a merchant. */
  readonly save: CallMethod<typeof saveDraft, ['draftId']>;
}

export function makeMerchantDrafts({ one, paged }: MethodFactory): MerchantDraftCalls {
  return {
    delete: one(deleteDraft, 'draftId'),
    list: paged(listDrafts, 'drafts'),
    retrieve: one(readDraft, 'draftId'),
    save: one(saveDraft, 'draftId'),
  };
}
