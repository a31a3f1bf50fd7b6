import type { SaidBy } from './authority.ts';

/** Something that the reference says, beside its field tables, and who says it. */
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
