import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { LEAP_YEAR } from './seasons.ts';

it('the gateway decides, refuses and counts as an independent model does: 300 sequences around 29 February', () =>
  checkCardControl(LEAP_YEAR));
