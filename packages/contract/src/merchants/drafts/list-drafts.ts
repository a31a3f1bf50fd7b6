import { defineRest } from '../../operation.ts';
import { personNames } from '../../people/person-names.ts';
import { list, record } from '../../schema/fields.ts';
import { nextCursor, pageQuery } from '../../schema/page.ts';
import { MerchantDraftSummary } from './merchant-draft.ts';

export const listDrafts = defineRest({
  id: 'merchants.list-drafts',
  sdk: 'merchantDrafts.list',
  title: 'List drafts of merchants',
  description: 'Lists the drafts of the acquirer, last saved first.',
  reference: 'docs/interface/merchant-drafts.md#list',
  method: 'GET',
  path: '/merchants/drafts',
  scope: 'merchants:write',
  query: record({ ...pageQuery }),
  response: record({
    drafts: list(MerchantDraftSummary, { description: 'Drafts, last saved first' }),
    people: personNames(),
    next_cursor: nextCursor,
  }),
});
