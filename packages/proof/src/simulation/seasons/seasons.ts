import type { Season } from './generate-moves.ts';

/** Around 29 February. */
export const LEAP_YEAR: Season = {
  name: 'leap year',
  opens: '2027-10-20T06:00:00.000Z',
  begins: [
    // The clocks of Berlin go back on 31 October and forward on 26 March.
    '2027-10-29T10:00:00.000Z',
    '2027-11-17T13:00:00.000Z',
    '2027-12-30T19:00:00.000Z',
    '2028-02-27T22:00:00.000Z',
    '2028-03-24T05:00:00.000Z',
  ],
  until: '2028-04-05T00:00:00.000Z',
  secondExpiry: '2803',
};

/** Around 28 February. */
export const COMMON_YEAR: Season = {
  name: 'common year',
  opens: '2028-09-20T06:00:00.000Z',
  begins: [
    // The clocks of Berlin go back on 29 October and forward on 25 March.
    '2028-09-29T15:00:00.000Z',
    '2028-10-27T04:00:00.000Z',
    '2028-12-29T20:00:00.000Z',
    '2029-02-26T21:00:00.000Z',
    '2029-03-23T09:00:00.000Z',
  ],
  until: '2029-04-05T00:00:00.000Z',
  secondExpiry: '2903',
};
