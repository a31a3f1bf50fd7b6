import { it } from 'vitest';
import { checkCardControl } from './check-card-control.ts';

it('decides, refuses and counts as an independent model does: 1,000 sequences around 28 February', () =>
  checkCardControl({
    name: 'common year',
    opens: '2028-09-20T06:00:00.000Z',
    begins: [
      // the clocks of Berlin go back on 29 October and forward on 25 March
      '2028-09-29T15:00:00.000Z',
      '2028-10-27T04:00:00.000Z',
      '2028-12-29T20:00:00.000Z',
      '2029-02-26T21:00:00.000Z',
      '2029-03-23T09:00:00.000Z',
    ],
    until: '2029-04-05T00:00:00.000Z',
    secondExpiry: '2903',
  }));
