import Type, { type TSchema } from 'typebox';
import { digits, list, optional, record, text } from './fields.ts';

/** Maximum number of entries of a page. Lists are read page by page, newest first. */
export const MAX_PER_PAGE = 200;
export const USUAL_PER_PAGE = 50;

const limit = optional(
  digits(3, { description: `Number of entries in a page, 1 to ${MAX_PER_PAGE}; default ${USUAL_PER_PAGE}` }),
);

export const pageQuery = {
  limit,
  cursor: optional(text(60, { description: '`next_cursor` of the previous page' })),
};
export const nextCursor = Type.Union([text(60), Type.Null()], {
  fieldComponent: 'NextCursor',
  description: 'Null on the last page',
});

/** Query parameters of the lists that answer {items, next}. */
export const itemsQuery = { limit, cursor: optional(text(60, { description: '`next` of the previous page' })) };

/** Restricts a list to a period. */
export const timeQuery = {
  from: optional(text(30, { fieldFormat: 'utc-time', description: 'Only entries from this time on, ISO 8601' })),
  to: optional(text(30, { fieldFormat: 'utc-time', description: 'Only entries before this time' })),
};

/** A page of a list. `next` is the `cursor` of the next page. */
export function pageOf<T extends TSchema>(entry: T) {
  return record({
    items: list(entry, { description: 'Entries, newest first' }),
    next: Type.Union([text(60), Type.Null()], {
      fieldComponent: 'NextOfItems',
      description: '`cursor` of the next page; null on the last page',
    }),
  });
}
