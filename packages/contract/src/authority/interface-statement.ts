import type { SaidBy } from './authority.ts';

/** A statement of the reference outside its field tables, with its source. */
export interface InterfaceStatement {
  readonly says: string;
  readonly passage: `docs/interface/${string}`;
  readonly by: SaidBy;
}

export const said = (by: SaidBy, passage: `docs/interface/${string}`, says: string): InterfaceStatement => ({
  says,
  passage,
  by,
});
