import { defineRest } from '../../operation.ts';
import { record, text } from '../../schema/fields.ts';
import { draftPath } from './merchant-draft.ts';

export const deleteDraft = defineRest({
  id: 'merchants.delete-draft',
  sdk: 'merchantDrafts.delete',
  title: 'Delete a draft of a merchant',
  description: 'Deletes a draft. Applications that were submitted from the draft remain.',
  reference: 'docs/interface/merchant-drafts.md#delete',
  method: 'DELETE',
  path: '/merchants/drafts/{draftId}',
  scope: 'merchants:write',
  params: draftPath,
  response: record({ draftId: text(36, { description: 'Id of the deleted draft' }) }),
  errors: ['application_not_found'],
});
