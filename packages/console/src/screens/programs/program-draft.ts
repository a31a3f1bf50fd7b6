import { LIMIT_FIELDS, PROGRAM_FIELDS, type ProgramDifference, type SettingsField } from '@cardwright/contract';
import type { Assumption } from '../../parts/assumed-settings.tsx';

/** What a version of a program holds; as it is typed, an empty text is none. */
export interface Definition {
  readonly defaults: Assumption;
  readonly ceilings: Assumption;
}

export const NO_DEFINITION: Definition = { defaults: {}, ceilings: {} };

export const PARTS = ['defaults', 'ceilings'] as const;
export type ProgramPart = (typeof PARTS)[number];

/** Without what is not set: as it is sent. */
export function sentDefinition({ defaults, ceilings }: Definition): Definition {
  return { defaults: setOf(defaults), ceilings: setOf(ceilings) };
}

/** The same, in the order of the interface: two of them are the same where their texts are. */
function setOf(fields: Assumption): Assumption {
  return Object.fromEntries(
    PROGRAM_FIELDS.flatMap((field) => {
      const value = fields[field] ?? '';
      return value === '' ? [] : [[field, value]];
    }),
  );
}

export function isSameDefinition(one: Definition, other: Definition): boolean {
  return JSON.stringify(sentDefinition(one)) === JSON.stringify(sentDefinition(other));
}

/** What one version has that another one has not, field by field. */
export function definitionDifferences(before: Definition, after: Definition): ProgramDifference[] {
  return PARTS.flatMap((part) =>
    PROGRAM_FIELDS.flatMap((field) => {
      const [was, is] = [before[part][field] ?? '', after[part][field] ?? ''];
      return was === is ? [] : [{ part, field, was: was === '' ? null : was, is: is === '' ? null : is }];
    }),
  );
}

/** The fields of which a version says something, in the order of the interface. */
export function fieldsOf({ defaults, ceilings }: Definition): readonly SettingsField[] {
  return PROGRAM_FIELDS.filter((field) => defaults[field] !== undefined || ceilings[field] !== undefined);
}

/** Whether a field can have a ceiling. */
export function hasCeiling(field: SettingsField): boolean {
  return (LIMIT_FIELDS as readonly string[]).includes(field);
}
