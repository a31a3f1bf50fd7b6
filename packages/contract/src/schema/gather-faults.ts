import type { ErrorName } from '../errors.ts';
import type { JsonValue } from '../json/exact-number.ts';
import type { Finding, Warning } from './finding.ts';
import type { ABSENT } from './tolerances.ts';

/** The findings and tolerated deviations of a value so far. */
export interface CheckResults {
  findings: Finding[];
  /** Number of all findings, including unlisted ones. */
  count: number;
  warnings: Warning[];
}

/** Checks the value at a path, and returns the value to use from then on. */
export type FieldCheck = (value: JsonValue, path: string, out: CheckResults) => JsonValue | typeof ABSENT;

/** Maximum number of findings, and of unknown fields, that an answer lists, so that it does not outgrow its request. */
const MAX_FINDINGS = 200;
const MAX_WARNINGS = 50;

export function refuseUnknownValue(out: CheckResults, path: string, error: ErrorName, values: readonly string[]): null {
  const labels = values.map((one) => one || 'empty');
  return refuseField(out, path, error, `must be ${labels.join(' or ')}`, `use one of ${labels.join(', ')} for ${path}`);
}

export function noteDeviation(out: CheckResults, path: string, rule: string): void {
  if (out.warnings.length < MAX_WARNINGS) out.warnings.push({ path, rule });
}

export function refuseField(
  out: Pick<CheckResults, 'findings' | 'count'>,
  path: string,
  error: ErrorName,
  message: string,
  action: string,
  codePoint?: string,
): null {
  out.count += 1;
  if (out.findings.length < MAX_FINDINGS) {
    out.findings.push({ path, error, message, action, ...(codePoint !== undefined && { codePoint }) });
  }
  return null;
}
