import type { JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import type { Checked, Finding } from '../schema/finding.ts';
import {
  type NotificationType,
  type NotifiedToken,
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
 * Validates a received body against the table, its tolerances and the token fields of its type. The value comes back as
 * the table writes it (`clientId`, however it was spelled).
 */
export function checkTokenNotification(value: JsonValue): Checked<TokenNotification> {
  const checked = checkFields(value, '');
  return checked.findings.length > 0 ? checked : { ...checked, findings: findMissingTokenFields(checked.value) };
}

/** Conditions on token fields that depend on the type of the notification, beyond the schema. */
export function findMissingTokenFields({ type, details }: TokenNotification): Finding[] {
  const token = details?.token ?? {};
  const missing = TOKEN_FIELDS[type]
    .filter((field) => (token[field] ?? '') === '')
    .map((field): Finding => ({ ...pathOf(field), error: 'field_missing', message: `is mandatory with type ${type}` }));
  const indicator = token.tokenEventIndicator;
  const allowed = INDICATORS[type];
  if (indicator === undefined || allowed === undefined || allowed.includes(indicator)) return missing;
  const message = `must be ${allowed.join(' or ')} with type ${type}`;
  return [...missing, { ...pathOf('tokenEventIndicator'), error: 'value_not_allowed', message }];
}

const pathOf = (field: keyof NotifiedToken) => ({ path: `details.token.${field}` });
