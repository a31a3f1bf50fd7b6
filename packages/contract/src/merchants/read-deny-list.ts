import { defineRest } from '../operation.ts';
import { list, record, text } from '../schema/fields.ts';
import { nextCursor, pageQuery } from '../schema/page.ts';

export const readDenyList = defineRest({
  id: 'merchants.read-deny-list',
  sdk: 'denyList.list',
  title: 'List denied names',
  description: 'Lists the names on the deny list of the acquirer.',
  reference: 'docs/interface/merchant-review.md#deny-list',
  method: 'GET',
  path: '/merchants/deny-list',
  scope: 'merchants:review',
  query: record(pageQuery),
  response: record({
    names: list(
      record({
        name: text(100),
        reason: text(500),
        key: text(200, { description: 'Normalized name that comparisons use' }),
        loadedAt: text(24),
      }),
      { description: 'Names in the order of the list' },
    ),
    next_cursor: nextCursor,
  }),
});
