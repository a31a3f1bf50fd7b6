import type { JsonObject } from '../json/exact-number.ts';
import { printableKey } from '../schema/field-path.ts';
import type { Finding, Warning } from '../schema/finding.ts';
import type { SentChain, SentMerchant } from './sent-onboarding.ts';

/** What was read of a request so far, and what is wrong with it. */
export interface CollectedOnboarding {
  readonly findings: Finding[];
  unlisted: number;
  readonly warnings: Warning[];
  readonly merchants: SentMerchant[];
  readonly chains: SentChain[];
}

export const APPLICATIONS = 'payload.applications';
/** At most so many findings are listed in an answer. The others are counted. */
const MOST_FINDINGS = 200;
/**
 * At most so many unknown fields around the merchants are listed; those inside a merchant are counted by its schema.
 */
const MOST_WARNINGS = 50;

/** Lists findings as long as there is room, and counts the others. */
export function listFindings(out: CollectedOnboarding, findings: readonly Finding[]): void {
  const listed = findings.slice(0, MOST_FINDINGS - out.findings.length);
  out.findings.push(...listed);
  out.unlisted += findings.length - listed.length;
}

const PLACE = /payload\.applications\[\d+\]\.(?:merchants\[\d+\]\.)?(?=\w)(?!merchants\b)/g;

/** `path` is exact. The action, which a person reads, names the place within the merchant, or beside the merchants. */
export function withNearAction(finding: Finding): Finding {
  return finding.action === undefined ? finding : { ...finding, action: finding.action.replace(PLACE, '') };
}

export function noteUnknown(
  sent: JsonObject,
  known: readonly string[],
  prefix: string,
  out: CollectedOnboarding,
): void {
  for (const key of Object.keys(sent)) {
    if (known.includes(key) || out.warnings.length >= MOST_WARNINGS) continue;
    out.warnings.push({ path: `${prefix}${printableKey(key)}`, rule: 'unknown-field' });
  }
}

export function wrongType(path: string, expected: string): Finding {
  return { path, error: 'wrong_format', message: `must be ${expected}`, action: `give ${path} as ${expected}` };
}
