import type { ControlsOfToken } from '../../issuing/tokens/index.ts';
import type { RefusalCase } from './refusal-case.ts';

export const TOKEN = 'f9168c5e-ceb2-4faa-b6bf-329bf39fa1e4';
const NOWHERE_KNOWN = { isAllowed: true, values: ['NONE'] };
const controlled = (what: string, controls: ControlsOfToken, actionCode: string, reason: string): RefusalCase => ({
  what,
  breaks: { facts: { token: { reference: TOKEN, state: 'ACTIVE', controls } } },
  actionCode,
  reason,
  trace: [
    'TOKEN_CONTROLS',
    ...[controls.validUntil ?? null, controls.maxMinor ?? null, '9181', 'SHOP00000000001', '5411', 'AE'],
  ],
});

/** Declines by the controls of a token. */
export const TOKEN_REFUSALS: readonly RefusalCase[] = [
  controlled('a token after its time', { validUntil: '2026-11-20T08:00:00.000Z' }, '57', 'TOKEN_EXPIRED'),
  controlled('more than the amount of the token', { maxMinor: '9180' }, '61', 'TOKEN_AMOUNT'),
  controlled('a merchant that the token does not allow', { merchants: NOWHERE_KNOWN }, '57', 'TOKEN_MERCHANT'),
  controlled('a category that the token does not allow', { categories: NOWHERE_KNOWN }, '57', 'TOKEN_CATEGORY'),
  controlled('a country that the token does not allow', { countries: NOWHERE_KNOWN }, '62', 'TOKEN_COUNTRY'),
];
