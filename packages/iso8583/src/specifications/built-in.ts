import type { BuiltInName, Encoding, Specification } from '../specification.ts';
import { FIELDS_1987 } from './fields-1987.ts';
import { FIELDS_1993 } from './fields-1993.ts';

const ASCII: Encoding = {
  mti: 'ascii',
  bitmap: 'hex',
  digits: 'ascii',
  lengths: 'ascii',
  binary: 'hex',
  hexCase: 'upper',
  text: 'ascii',
  padding: 'left-zero',
};

const BINARY: Encoding = { ...ASCII, mti: 'bcd', bitmap: 'binary', digits: 'bcd', lengths: 'bcd', binary: 'raw' };

/** Packed messages carry the data of the chip as bytes. The standard leaves field 55 of 1987 to ISO. */
const CHIP_DATA = {
  name: 'Integrated circuit card data',
  format: 'b',
  length: 999,
  prefix: 'LLL',
  display: 'never',
} as const;

/** The specifications that the package contains. A network's own one extends one of them. */
export const SPECIFICATIONS: Readonly<Record<BuiltInName, Specification>> = {
  'iso1987-ascii': { name: 'ISO 8583:1987 ASCII', version: '0', encoding: ASCII, fields: FIELDS_1987 },
  'iso1987-binary': {
    name: 'ISO 8583:1987 binary',
    version: '0',
    encoding: BINARY,
    fields: { ...FIELDS_1987, 55: CHIP_DATA },
  },
  'iso1993-ascii': { name: 'ISO 8583:1993 ASCII', version: '1', encoding: ASCII, fields: FIELDS_1993 },
  'iso1993-binary': { name: 'ISO 8583:1993 binary', version: '1', encoding: BINARY, fields: FIELDS_1993 },
};
