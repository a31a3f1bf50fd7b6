import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';
import { COMMON_YEAR } from './seasons.ts';

it('the gateway decides, refuses and counts as an independent model does: 300 sequences around 28 February', () =>
  checkCardControl(COMMON_YEAR, { hasPartner: true }));
