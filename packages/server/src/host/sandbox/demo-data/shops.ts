/** A shop in which the customers of the sandbox pay. */
export interface Shop {
  readonly id: string;
  readonly name: string;
  readonly city: string;
  readonly country: string;
  readonly mcc: string;
  /** The entry mode and condition of the shop's messages. */
  readonly mode: string;
  readonly condition: string;
  /** The usual amount in fils. */
  readonly usualMinor: number;
  /** The relative frequency of the shop. */
  readonly weight: number;
}

const CHIP = { mode: '051', condition: '00' };
const TAP = { mode: '071', condition: '00' };
const WEB = { mode: '810', condition: '59' };
const SERIES = { mode: '100', condition: '04' };

type Row = readonly [name: string, city: string, country: string, mcc: string, usual: number, weight: number];

const shops = (how: Pick<Shop, 'mode' | 'condition'>, prefix: string, rows: readonly Row[]): Shop[] =>
  rows.map(([name, city, country, mcc, usualMinor, weight], at) => {
    const id = `${prefix}${String(at + 1).padStart(15 - prefix.length, '0')}`;
    return { ...how, id, name, city, country, mcc, usualMinor, weight };
  });

export const SHOPS: readonly Shop[] = [
  ...shops(TAP, 'TAP', [
    ['AL MADINA GROCERY', 'DUBAI', 'AE', '5411', 6_500, 14],
    ['CREEK SUPERMARKET', 'DUBAI', 'AE', '5411', 18_000, 10],
    ['KARAK HOUSE', 'SHARJAH', 'AE', '5814', 1_800, 14],
    ['PALM CAFE', 'DUBAI', 'AE', '5814', 3_200, 10],
    ['METRO STATION', 'DUBAI', 'AE', '4111', 700, 12],
    ['CORNICHE PHARMACY', 'ABU DHABI', 'AE', '5912', 7_400, 5],
  ]),
  ...shops(CHIP, 'CHIP', [
    ['DESERT FUEL', 'DUBAI', 'AE', '5542', 14_000, 8],
    ['SAFFRON RESTAURANT', 'DUBAI', 'AE', '5812', 21_000, 7],
    ['MARINA FURNITURE', 'DUBAI', 'AE', '5712', 160_000, 1],
    ['PEARL ELECTRONICS', 'ABU DHABI', 'AE', '5732', 120_000, 1],
    ['BUR DUBAI ATM', 'DUBAI', 'AE', '6011', 50_000, 5],
    ['AIRPORT ATM', 'ABU DHABI', 'AE', '6011', 80_000, 2],
    ['LUCKY DRAW HALL', 'RAS AL KHAIMAH', 'AE', '7995', 30_000, 1],
  ]),
  ...shops(WEB, 'WEB', [
    ['SOUK ONLINE', 'DUBAI', 'AE', '5399', 12_500, 9],
    ['OASIS BOOKS', 'SHARJAH', 'AE', '5942', 8_900, 3],
    ['SKYWAY AIRLINES', 'DUBAI', 'AE', '4511', 145_000, 1],
    ['GLOBAL GADGETS', 'SAN JOSE', 'US', '5732', 42_000, 2],
    ['LONDON SHIRTS', 'LONDON', 'GB', '5651', 26_000, 2],
  ]),
  ...shops(SERIES, 'SUB', [
    ['STREAMBOX', 'AMSTERDAM', 'NL', '4899', 3_900, 2],
    ['GULF GYM', 'DUBAI', 'AE', '7997', 24_900, 1],
  ]),
];

/** The shops in which customers pay during a week abroad. */
export const SHOPS_ABROAD: readonly Shop[] = shops(CHIP, 'TRIP', [
  ['CAFE DE FLORE', 'PARIS', 'FR', '5812', 9_800, 4],
  ['GRAND BAZAAR', 'ISTANBUL', 'TR', '5944', 38_000, 2],
  ['COVENT GARDEN ATM', 'LONDON', 'GB', '6011', 60_000, 2],
]);

/** The shop at which fraudsters test stolen numbers on one night. */
export const CARD_TEST_SHOP: Shop = {
  ...WEB,
  id: 'GIFTCARDS000666',
  name: 'QUICK GIFT CARDS',
  city: 'RENO',
  country: 'US',
  mcc: '5947',
  usualMinor: 400,
  weight: 1,
};
