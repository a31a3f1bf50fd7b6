import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { LEAP_YEAR } from './seasons.ts';

it('the gateway decides, refuses and counts as an independent model does: 25 sequences of a year', () =>
  checkCardControl(LEAP_YEAR, { batches: 1 }));
