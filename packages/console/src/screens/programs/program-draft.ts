import {
  LIMIT_FIELDS,
  type LimitInForce,
  PROGRAM_FIELDS,
  type ProgramDifference,
  type ProgramLimit,
  type ProgramProvisioning,
  type SettingsField,
  writeCanonicalJson,
} from '@cardwright/contract';
import type { Assumption } from '../../parts/decision/assumption-fields.tsx';
import { backtestLimits, limitOfDraft, type ProgramLimitDraft, programLimitDraft } from './program-limit-draft.ts';

/** The content of a program version. In the form, an empty text means no value. */
export interface Definition {
  readonly defaults: Assumption;
  readonly ceilings: Assumption;
  readonly limits: readonly ProgramLimit[];
  /** How requests for tokens are decided. */
  readonly provisioning?: ProgramProvisioning | undefined;
}

export const NO_DEFINITION: Definition = { defaults: {}, ceilings: {}, limits: [] };

const PARTS = ['defaults', 'ceilings'] as const;
export type ProgramPart = (typeof PARTS)[number];

/** The definition as it is sent, without unset values. */
export function definitionToSend({ defaults, ceilings, limits, provisioning }: Definition): Definition {
  return {
    defaults: setOf(defaults),
    ceilings: setOf(ceilings),
    limits,
    ...(provisioning !== undefined && { provisioning }),
  };
}

/** The set fields in the order of the interface, so that equal definitions have equal JSON. */
function setOf(fields: Assumption): Assumption {
  return Object.fromEntries(
    PROGRAM_FIELDS.flatMap((field) => {
      const value = fields[field] ?? '';
      return value === '' ? [] : [[field, value]];
    }),
  );
}

/** A version in the form. */
export interface ProgramDraft extends Pick<Definition, ProgramPart | 'provisioning'> {
  readonly limits: readonly ProgramLimitDraft[];
}

export function draftOfDefinition({ defaults, ceilings, limits, provisioning }: Definition): ProgramDraft {
  return {
    defaults,
    ceilings,
    limits: limits.map(programLimitDraft),
    ...(provisioning !== undefined && { provisioning }),
  };
}

export function definitionOfDraft(draft: ProgramDraft): Definition {
  return { ...draft, limits: draft.limits.map(limitOfDraft) };
}

/** The part of a definition that a backtest can include. */
export function backtestDefinition(definition: Definition): Definition {
  const { defaults, ceilings, limits } = definition;
  return { defaults, ceilings, limits: backtestLimits(limits) };
}

export function isSameDefinition(one: Definition, other: Definition): boolean {
  const [a, b] = [definitionToSend(one), definitionToSend(other)];
  return JSON.stringify([a.defaults, a.ceilings]) === JSON.stringify([b.defaults, b.ceilings]) && hasLimits(a, b);
}

/** Whether both have the same limits in the same order, which is the order of evaluation. */
function hasLimits({ limits }: Definition, other: Definition): boolean {
  const isSame = (limit: ProgramLimit, at: number) => {
    const same = other.limits[at];
    return same !== undefined && isSameLimit(limit, same);
  };
  return limits.length === other.limits.length && limits.every(isSame);
}

/** Lists the differences between two versions, field by field. */
export function definitionDifferences(before: Definition, after: Definition): ProgramDifference[] {
  const ofFields = PARTS.flatMap((part) =>
    PROGRAM_FIELDS.flatMap((field) => {
      const [was, is] = [before[part][field] ?? '', after[part][field] ?? ''];
      return was === is ? [] : [{ part, field, was: was === '' ? null : was, is: is === '' ? null : is }];
    }),
  );
  const settings = provisioningDifferences(before.provisioning ?? {}, after.provisioning ?? {});
  return [...ofFields, ...limitDifferences(before.limits, after.limits), ...settings];
}

function provisioningDifferences(before: ProgramProvisioning, after: ProgramProvisioning): ProgramDifference[] {
  const names = Object.keys({ ...before, ...after }) as (keyof ProgramProvisioning)[];
  const written = (value: string | number | undefined) => (value === undefined ? null : String(value));
  return names.flatMap((field) => {
    const [was, is] = [written(before[field]), written(after[field])];
    return was === is ? [] : [{ part: 'provisioning' as const, field, was, is }];
  });
}

/** Compares limits by level and name. */
function limitDifferences(before: readonly ProgramLimit[], after: readonly ProgramLimit[]): ProgramDifference[] {
  const named = (limits: readonly ProgramLimit[]) => new Map(limits.map((limit) => [limitKey(limit), limit]));
  const [old, fresh] = [named(before), named(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((field) => {
    const [was, is] = [old.get(field), fresh.get(field)];
    if (was !== undefined && is !== undefined && isSameLimit(was, is)) return [];
    const written = (limit: ProgramLimit | undefined) => (limit === undefined ? null : JSON.stringify(limit));
    return [{ part: 'limits' as const, field, was: written(was), is: written(is) }];
  });
}

export function limitKey({ level, id }: Pick<LimitInForce, 'level' | 'id'>): string {
  return `${level} ${id}`;
}

/** Whether two limits are the same, regardless of explicit defaults and of member order. */
function isSameLimit(one: ProgramLimit, other: ProgramLimit): boolean {
  const written = (limit: ProgramLimit) => writeCanonicalJson(limitOfDraft(programLimitDraft(limit, 0)) as never);
  return written(one) === written(other);
}

/** The fields that a version defines, in the order of the interface. */
export function fieldsOf({ defaults, ceilings }: Pick<Definition, ProgramPart>): readonly SettingsField[] {
  return PROGRAM_FIELDS.filter((field) => defaults[field] !== undefined || ceilings[field] !== undefined);
}

export function hasCeiling(field: SettingsField): boolean {
  return (LIMIT_FIELDS as readonly string[]).includes(field);
}
