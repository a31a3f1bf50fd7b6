import { defineRest } from '../../operation.ts';
import { anything, optional, record, whole } from '../../schema/fields.ts';
import { draftPath, MerchantDraft } from './merchant-draft.ts';

/** Stores a merchant that is not complete. Nothing is validated: validateOnly of the onboarding does that. */
export const saveDraft = defineRest({
  id: 'merchants.save-draft',
  sdk: 'merchantDrafts.save',
  title: 'Save a draft of a merchant',
  description:
    'Creates or replaces a draft of an incomplete merchant, without validation. A draft is not an application. Submit it with an onboarding request.',
  reference: 'docs/interface/merchant-drafts.md#save',
  method: 'PUT',
  path: '/merchants/drafts/{draftId}',
  scope: 'merchants:write',
  params: draftPath,
  request: record({
    version: optional(
      whole(0, 2_147_483_647, {
        description:
          'Version that was read. The request fails with 421 if the draft was saved since. Absent: a new draft',
      }),
    ),
    merchant: anything({ description: 'Incomplete merchant, as an object' }),
  }),
  response: MerchantDraft,
  errors: ['changed_meanwhile', 'state_forbids'],
});
