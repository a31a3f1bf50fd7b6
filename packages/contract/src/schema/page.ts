import Type from 'typebox';
import { digits, optional, text } from './fields.ts';

/** Query parameters to read a long list page by page, newest first. */
export const MOST_PER_PAGE = 200;
export const USUAL_PER_PAGE = 50;

export const pageQuery = {
  limit: optional(digits(3, { description: `Entries of a page, 1 to ${MOST_PER_PAGE}; ${USUAL_PER_PAGE} without it` })),
  cursor: optional(text(60, { description: 'next_cursor of the page before' })),
};
export const nextCursor = Type.Union([text(60), Type.Null()], { description: 'Null on the last page' });
