import type { JsonObject } from '../json/exact-number.ts';
import { printableKey } from '../schema/field-path.ts';
import type { Finding, Warning } from '../schema/finding.ts';
import type { SentChain, SentMerchant } from './sent-onboarding.ts';

/** The contents of a request that were read so far, with their faults. */
export interface CollectedOnboarding {
  readonly findings: Finding[];
  omittedCount: number;
  readonly warnings: Warning[];
  readonly merchants: SentMerchant[];
  readonly chains: SentChain[];
}

export const APPLICATIONS = 'payload.applications';
/** Maximum number of findings that an answer lists. Further ones are counted. */
const MAX_FINDINGS = 200;
/**
 * Maximum number of unknown fields outside of merchants that an answer lists. The schema of a merchant counts the
 * fields inside it.
 */
const MAX_WARNINGS = 50;

/** Lists findings up to the maximum, and counts the others. */
export function listFindings(out: CollectedOnboarding, findings: readonly Finding[]): void {
  const reported = findings.slice(0, MAX_FINDINGS - out.findings.length);
  out.findings.push(...reported);
  out.omittedCount += findings.length - reported.length;
}

const PLACE = /payload\.applications\[\d+\]\.(?:merchants\[\d+\]\.)?(?=\w)(?!merchants\b)/g;

/**
 * Shortens the paths in the action, which is for people, so that they start at the merchant or the application. `path`
 * stays exact.
 */
export function withNearAction(finding: Finding): Finding {
  return finding.action === undefined ? finding : { ...finding, action: finding.action.replace(PLACE, '') };
}

export function noteUnknown(
  object: JsonObject,
  knownNames: readonly string[],
  prefix: string,
  out: CollectedOnboarding,
): void {
  for (const key of Object.keys(object)) {
    if (knownNames.includes(key) || out.warnings.length >= MAX_WARNINGS) continue;
    out.warnings.push({ path: `${prefix}${printableKey(key)}`, rule: 'unknown-field' });
  }
}

export function wrongType(path: string, expected: string): Finding {
  return { path, error: 'wrong_format', message: `must be ${expected}`, action: `send ${path} as ${expected}` };
}
