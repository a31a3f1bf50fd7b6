import { PROGRAM_FIELDS, type SettingsField } from '@cardwright/contract';
import type { Assumption } from '../../parts/decision/assumption-fields.tsx';
import { type Definition, hasCeiling } from './program-draft.ts';

/** What an account has of one field under a program, and where that comes from. */
export interface InheritedField {
  readonly field: SettingsField;
  /** Empty: nothing. */
  readonly value: string;
  readonly from: 'account' | 'program' | 'nothing';
  /** The most that the account may set from now on. */
  readonly ceiling: string | undefined;
  /** It has more than that, and keeps it until it sets the field again. */
  readonly isAbove: boolean;
}

/** Settings as an answer shows them, and which of them the account did not set itself. */
export interface AccountSettings {
  readonly cardSettings: Assumption;
  readonly inherited?: { readonly fields: readonly string[] } | undefined;
}

/**
 * What an account would have under a program: its own values, the defaults where it set nothing. Fields of which
 * neither says anything are left out.
 */
export function inheritanceOf({ cardSettings, inherited }: AccountSettings, program: Definition): InheritedField[] {
  return PROGRAM_FIELDS.flatMap((field) => {
    const given = program.defaults[field] ?? '';
    const ceiling = hasCeiling(field) ? program.ceilings[field] || undefined : undefined;
    const own = isOwn(field, cardSettings, inherited?.fields ?? []) ? (cardSettings[field] ?? '') : '';
    if (own === '' && given === '' && ceiling === undefined) return [];
    const value = own === '' ? given : own;
    const from = own !== '' ? 'account' : given !== '' ? 'program' : 'nothing';
    return [{ field, value, from, ceiling, isAbove: ceiling !== undefined && isMore(value, ceiling) }];
  });
}

function isOwn(field: SettingsField, shown: Assumption, inherited: readonly string[]): boolean {
  return (shown[field] ?? '') !== '' && !inherited.includes(field);
}

/** Of two amounts in decimals. What is no amount is more than none. */
function isMore(one: string, other: string): boolean {
  const [a, b] = [inSmallest(one), inSmallest(other)];
  return a !== undefined && b !== undefined && a > b;
}

function inSmallest(amount: string): bigint | undefined {
  const [, units = '', decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  return units === '' ? undefined : BigInt(units + decimals.padEnd(4, '0'));
}
