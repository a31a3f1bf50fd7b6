import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { LEAP_YEAR } from './seasons.ts';

it('three workers together decide, refuse and count like an independent model in 100 sequences of a year', () =>
  checkCardControl(LEAP_YEAR, { batches: 4, workers: 3, hasPartner: true }));
