import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { LEAP_YEAR } from './seasons.ts';

/** A minute and a half on a quiet machine, several times that on a slow, busy one. */
const MAX_MS = 540_000;

it(
  'the gateway decides, refuses and counts like an independent model in 300 sequences around 29 February',
  () => checkCardControl(LEAP_YEAR),
  MAX_MS,
);
