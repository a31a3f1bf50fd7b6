import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { LEAP_YEAR } from './seasons.ts';

it('the gateway decides, refuses and counts like an independent model in 25 sequences of a year', () =>
  checkCardControl(LEAP_YEAR, { batches: 1 }));
