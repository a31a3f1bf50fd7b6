import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';

it('decides, refuses and counts as an independent model does: 1,000 sequences around 29 February', () =>
  checkCardControl({
    name: 'leap year',
    opens: '2027-10-20T06:00:00.000Z',
    begins: [
      // the clocks of Berlin go back on 31 October and forward on 26 March
      '2027-10-29T10:00:00.000Z',
      '2027-11-17T13:00:00.000Z',
      '2027-12-30T19:00:00.000Z',
      '2028-02-27T22:00:00.000Z',
      '2028-03-24T05:00:00.000Z',
    ],
    until: '2028-04-05T00:00:00.000Z',
    secondExpiry: '2803',
  }));
