import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { COMMON_YEAR } from './seasons.ts';

/** The test takes a minute and a half on a quiet machine, and several times that on a slow, busy one. */
const MAX_MS = 540_000;

it(
  'the gateway decides, refuses and counts like an independent model in 300 sequences around 28 February',
  () => checkCardControl(COMMON_YEAR, { hasPartner: true }),
  MAX_MS,
);
