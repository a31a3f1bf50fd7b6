import Type, { type Static } from 'typebox';
import { each, instantField, oneOf, optional, record, text } from '../../schema/fields.ts';

/** Built-in checks. An external provider has its own names. */
export const SCREENING_CHECKS = ['DUPLICATE_ACCOUNT', 'DUPLICATE_TRN', 'RESTRICTED_MCC', 'DENY_LIST'] as const;

/** OPEN: undecided. CLEARED: the merchant may be approved despite the hit. CONFIRMED: it may not be approved. */
export const HIT_STATES = ['OPEN', 'CLEARED', 'CONFIRMED'] as const;
export type HitState = (typeof HIT_STATES)[number];

/** A match that a reviewer must decide about before the merchant can be approved. */
export const ScreeningHit = record(
  {
    hitId: text(36),
    check: text(40, { description: `${SCREENING_CHECKS.join(', ')}, or a check of the external provider` }),
    message: text(500),
    path: optional(text(200, { description: 'Path within the merchant as sent' })),
    score: Type.Union([Type.Number(), Type.Null()], {
      description: 'Score of the match, 0 to 1; null if an external provider gave none',
    }),
    matched: Type.Union([text(200), Type.Null()], {
      description: 'Match: the denied name, the category, or the other merchants',
    }),
    state: oneOf(HIT_STATES),
    foundAt: instantField(),
    decidedBy: Type.Union([text(200), Type.Null()], {
      description: 'Person who cleared or confirmed the hit; null while it is OPEN',
    }),
    decidedAt: Type.Union([text(24), Type.Null()]),
    reason: Type.Union([text(500), Type.Null()], { description: 'Reason for clearing or confirming the hit' }),
  },
  { component: 'ScreeningHit' },
);
export type ScreeningHit = Static<typeof ScreeningHit>;

/** Number of hits in each state. */
export const hitCounts = () =>
  optional(
    record(
      each(HIT_STATES, () => optional(Type.Integer())),
      { component: 'HitCounts', description: 'Screening hits by state; absent if there are none' },
    ),
  );
