import { PROGRAM_FIELDS, type SettingsField } from '@cardwright/contract';
import type { Assumption } from '../../parts/decision/assumption-fields.tsx';
import { type Definition, hasCeiling } from './program-draft.ts';

/** The value of one field of an account under a program, and its source. */
export interface InheritedField {
  readonly field: SettingsField;
  /** Empty for no value. */
  readonly value: string;
  readonly from: 'account' | 'program' | 'nothing';
  /** The maximum that the account can set from now on. */
  readonly ceiling: string | undefined;
  /** Whether the value exceeds the ceiling. The account keeps it until it sets the field again. */
  readonly isAbove: boolean;
}

/** Settings as a response returns them, and the fields that the account did not set itself. */
export interface AccountSettings {
  readonly cardSettings: Assumption;
  readonly inherited?: { readonly fields: readonly string[] } | undefined;
}

/**
 * The values of an account under a program: its own values, or else the defaults. Fields that neither mentions are
 * omitted.
 */
export function inheritanceOf({ cardSettings, inherited }: AccountSettings, program: Definition): InheritedField[] {
  return PROGRAM_FIELDS.flatMap((field) => {
    const defaultValue = program.defaults[field] ?? '';
    const ceiling = hasCeiling(field) ? program.ceilings[field] || undefined : undefined;
    const own = isOwn(field, cardSettings, inherited?.fields ?? []) ? (cardSettings[field] ?? '') : '';
    if (own === '' && defaultValue === '' && ceiling === undefined) return [];
    const value = own === '' ? defaultValue : own;
    const from = own !== '' ? 'account' : defaultValue !== '' ? 'program' : 'nothing';
    return [{ field, value, from, ceiling, isAbove: ceiling !== undefined && isMore(value, ceiling) }];
  });
}

function isOwn(field: SettingsField, assumption: Assumption, inherited: readonly string[]): boolean {
  return (assumption[field] ?? '') !== '' && !inherited.includes(field);
}

/** Compares two decimal amounts. Returns false if one of them is not an amount. */
function isMore(one: string, other: string): boolean {
  const [a, b] = [inSmallest(one), inSmallest(other)];
  return a !== undefined && b !== undefined && a > b;
}

function inSmallest(amount: string): bigint | undefined {
  const [, units = '', decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  return units === '' ? undefined : BigInt(units + decimals.padEnd(4, '0'));
}
