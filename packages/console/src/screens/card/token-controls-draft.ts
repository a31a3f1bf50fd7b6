import type { SetTokenControls, TokenControls } from '@cardwright/contract';

export const LISTS = ['merchants', 'categories', 'countries'] as const;
export type ListName = (typeof LISTS)[number];
export type Mode = 'any' | 'allowed' | 'blocked';

export interface ListDraft {
  readonly mode: Mode;
  readonly entries: string;
}
/** The typed values of the fields for the controls of a token. */
export interface Draft extends Readonly<Record<ListName, ListDraft>> {
  readonly validUntil: string;
  readonly maxAmount: string;
  readonly singleUse: boolean;
}

export function draftOf({ validUntil, maxAmount, singleUse, ...controls }: TokenControls): Draft {
  const listOf = (name: ListName): ListDraft => {
    const { allowed, blocked } = controls[name] ?? {};
    const mode = allowed !== undefined ? 'allowed' : blocked !== undefined ? 'blocked' : 'any';
    return { mode, entries: (allowed ?? blocked ?? []).join(', ') };
  };
  const lists = { merchants: listOf('merchants'), categories: listOf('categories'), countries: listOf('countries') };
  return { validUntil: validUntil ?? '', maxAmount: maxAmount ?? '', singleUse, ...lists };
}

/** Returns the controls to request. An empty field sets no control. */
export function requestOf({ validUntil, maxAmount, singleUse, ...lists }: Draft): SetTokenControls {
  const controlLists = LISTS.filter((name) => lists[name].mode !== 'any').map((name) => {
    const { mode, entries } = lists[name];
    const values = entries.split(/[,،\s]+/).filter((entry) => entry !== '');
    return [name, { [mode]: values }] as const;
  });
  return {
    ...(validUntil.trim() !== '' && { validUntil: validUntil.trim() }),
    ...(maxAmount.trim() !== '' && { maxAmount: maxAmount.trim() }),
    singleUse,
    ...Object.fromEntries(controlLists),
  };
}
