import Type, { type Static } from 'typebox';
import { instantField, optional, record, text } from '../../schema/fields.ts';
import { identifier } from '../merchant-fields.ts';

/** Maximum number of drafts of an acquirer at once. */
export const MAX_DRAFTS = 1_000;
/** Maximum number of characters of a draft, as JSON. */
export const MAX_OF_DRAFT = 262_144;

/** Length of the id of a draft: that of a UUID. */
const DRAFT_ID = 36;

export const draftPath = record({
  draftId: text(DRAFT_ID, { fieldFormat: 'identifier', description: 'Id of the draft' }),
});

const by = (description: string) => text(200, { description });

export const MerchantDraftSummary = record(
  {
    draftId: text(DRAFT_ID, { description: 'Id that the caller assigned' }),
    version: Type.Integer({ description: 'Number of times that the draft was saved' }),
    merchantId: optional(identifier({ description: 'Value in the draft, if present' })),
    merchantName: optional(text(100, { description: 'Value in the draft, if present' })),
    createdAt: instantField(),
    createdBy: by('Caller that created the draft'),
    savedAt: instantField(),
    savedBy: by('Caller that last saved the draft'),
  },
  { component: 'MerchantDraftSummary' },
);

/** A merchant that is not submitted yet. */
export const MerchantDraft = record(
  {
    ...MerchantDraftSummary.properties,
    merchant: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Incomplete merchant, with card numbers masked',
    }),
  },
  { component: 'MerchantDraft', extending: MerchantDraftSummary },
);
export type MerchantDraft = Static<typeof MerchantDraft>;
