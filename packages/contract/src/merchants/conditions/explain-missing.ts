import type { FieldSchema } from '../../schema/field-schema.ts';
import type { Finding } from '../../schema/finding.ts';
import { fieldAt } from '../merchant-path.ts';
import { missing } from './condition-findings.ts';

/** Lists that may be empty in a boarding, but not in an amendment. */
export const NEVER_EMPTY_LISTS = ['fees', 'terminals'] as const;

/**
 * Adds the allowed values to findings about missing fields. It also lists the mandatory fields inside of a missing
 * object, so that one answer names all of them (docs/interface/merchant-onboarding.md#findings). `path` is the place of
 * the schema.
 */
export function explainMissing(
  schema: object,
  path: string,
  findings: readonly Finding[],
  neverEmpty: readonly string[] = [],
): Finding[] {
  return findings.flatMap(({ isIncomplete = false, ...finding }) => {
    if (finding.error !== 'field_missing' || !finding.path.startsWith(`${path}.`)) return [finding];
    const within = finding.path.slice(path.length + 1);
    const field = fieldAt(schema as FieldSchema, within);
    if (field === undefined) return [finding];
    const mustHold = neverEmpty.includes(within.slice(within.lastIndexOf('.') + 1));
    return [withValues(finding, field), ...(isIncomplete ? [] : neededWithin(field, finding.path, mustHold))];
  });
}

function neededWithin(field: FieldSchema, path: string, mustHold = false): Finding[] {
  const { items, minItems = 0, discriminatedBy } = field;
  if (items !== undefined) return minItems > 0 || mustHold ? neededWithin(items, `${path}[0]`) : [];
  if (discriminatedBy !== undefined) return [missing(`${path}.${discriminatedBy}`, 'is also needed')];
  const { properties = {}, required = [] } = field;
  const explained = new Set<string>();
  return Object.entries(properties).flatMap(([name, member]) => {
    const at = `${path}.${name}`;
    if (required.includes(name)) {
      return [withValues(missing(at, 'is also needed'), member), ...neededWithin(member, at)];
    }
    // If one of two fields is mandatory, the finding is about the first field and names the other.
    const other = member.requiredWithout;
    if (other === undefined || explained.has(other)) return [];
    explained.add(name);
    return [{ ...missing(at, `is also needed, or ${other}`), action: `add ${at} or ${path}.${other}` }];
  });
}

function withValues(finding: Finding, { enum: allowedValues, type }: FieldSchema): Finding {
  const values = allowedValues ?? (type === 'boolean' ? ['true', 'false'] : []);
  if (values.length === 0 || finding.action !== `add ${finding.path}`) return finding;
  return { ...finding, action: `${finding.action}: ${eitherOf(values)}` };
}

/** Joins values as `A, B or C`. */
function eitherOf(values: readonly string[]): string {
  return values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
