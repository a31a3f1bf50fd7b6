import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { LEAP_YEAR } from './seasons.ts';

/** The test takes a minute and a half on a quiet machine, and several times that on a slow, busy one. */
const MAX_MS = 540_000;

it(
  'three workers together decide, refuse and count like an independent model in 300 sequences around 29 February',
  () => checkCardControl(LEAP_YEAR, { workers: 3, hasPartner: true }),
  MAX_MS,
);
