import { defineRest } from '../../operation.ts';
import { draftPath, MerchantDraft } from './merchant-draft.ts';

export const readDraft = defineRest({
  id: 'merchants.read-draft',
  sdk: 'merchantDrafts.retrieve',
  title: 'Get a draft of a merchant',
  description: 'Returns a draft with its incomplete merchant.',
  reference: 'docs/interface/merchant-drafts.md#read',
  method: 'GET',
  path: '/merchants/drafts/{draftId}',
  scope: 'merchants:write',
  params: draftPath,
  response: MerchantDraft,
  errors: ['application_not_found'],
});
