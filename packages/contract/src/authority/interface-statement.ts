import type { Authority } from './authority.ts';

/** A statement of the reference outside its field tables, with its source. */
export interface InterfaceStatement {
  readonly text: string;
  readonly passage: `docs/interface/${string}`;
  readonly by: Authority;
}

export const claim = (by: Authority, passage: `docs/interface/${string}`, text: string): InterfaceStatement => ({
  text,
  passage,
  by,
});
