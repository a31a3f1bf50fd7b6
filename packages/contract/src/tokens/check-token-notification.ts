import type { JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import type { Finding, ValidationResult, Warning } from '../schema/finding.ts';
import {
  type NotificationType,
  TOKEN_EVENT_INDICATORS,
  TOKEN_FIELDS,
  type TokenEventIndicator,
  TokenNotification,
} from './token-notification.ts';

const { DEACTIVATE, DELETE, SUSPEND, RESUME } = TOKEN_EVENT_INDICATORS;
const INDICATORS: Partial<Record<NotificationType, readonly TokenEventIndicator[]>> = {
  TD: [DEACTIVATE, DELETE, SUSPEND],
  TE: [RESUME],
};

const checkFields = compile(TokenNotification);

/**
 * Validates a received body against the table and its tolerances. The returned value has the table's spelling
 * (`clientId`, however it was sent). A token field that the type usually has and that is absent or empty gives a
 * warning: the table makes every detail optional (docs/interface/token-notification.md#message).
 *
 * @example
 * checkTokenNotification({ id, type: 'TC', timestamp }).warnings[0];
 * // { path: 'details.token.requestorId', rule: 'type-field-missing' }
 */
export function checkTokenNotification(value: JsonValue): ValidationResult<TokenNotification> {
  const checked = checkFields(value, '');
  if (checked.findings.length > 0) return checked;
  return {
    ...checked,
    findings: findOtherIndicator(checked.value),
    warnings: [...checked.warnings, ...warnOfMissingFields(checked.value)],
  };
}

function warnOfMissingFields({ type, details }: TokenNotification): Warning[] {
  const token = details?.token ?? {};
  return TOKEN_FIELDS[type]
    .filter((field) => (token[field] ?? '') === '')
    .map((field) => ({ path: `details.token.${field}`, rule: 'type-field-missing' }));
}

/** Reports an indicator of another type. It contradicts the type, so the actual event is unknown. */
function findOtherIndicator({ type, details }: TokenNotification): Finding[] {
  const indicator = details?.token?.tokenEventIndicator;
  const indicators = INDICATORS[type];
  if (indicator === undefined || indicators === undefined || indicators.includes(indicator)) return [];
  const message = `must be ${indicators.join(' or ')} with type ${type}`;
  return [{ path: 'details.token.tokenEventIndicator', error: 'value_not_allowed', message }];
}
