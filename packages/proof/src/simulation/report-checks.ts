import type { ModelRestriction } from '../world/model/model-rules.ts';

type Findings = readonly { readonly path: string; readonly error: string; readonly message: string }[];

/** The engine's findings about a request, in the words of the model. */
export function describeFindings(findings: Findings, place: 'cardSettings' | 'restriction'): string {
  const texts = findings.map(
    ({ path, error, message }) => `${path.replace(`body.${place}.`, '')} ${error}: ${message}`,
  );
  return texts.join(', ') || 'nothing';
}

/** Restrictions that are in force or can come into force again. */
export function reportRestrictions(
  restrictions: readonly (Pick<ModelRestriction, 'type' | 'isAllowed'> & {
    readonly endMs?: number | undefined;
    readonly countries?: readonly string[];
  })[],
): string {
  const each = restrictions.map(({ type, isAllowed, endMs, countries = [] }) =>
    [type, isAllowed ? 'allowed' : 'refused', endMs, ...countries].join(' '),
  );
  return each.join(', ');
}
