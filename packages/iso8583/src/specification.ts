import Type from 'typebox';

/** The notation of ISO 8583: which characters a field has. `x+n` is C or D, followed by digits. */
export const FORMATS = ['n', 'a', 'an', 'ns', 'ans', 'x+n', 'z', 'b'] as const;
export type Format = (typeof FORMATS)[number];

/** How many digits the length of a variable field has. */
const PREFIXES = ['LL', 'LLL', 'LLLL'] as const;
export type Prefix = (typeof PREFIXES)[number];

const literals = <T extends string>(values: readonly T[], description: string) =>
  Type.Enum([...values], { description });

const FieldSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'The name of the field, for people.' }),
    format: literals(FORMATS, 'The characters of the field, in the notation of ISO 8583.'),
    length: Type.Integer({
      minimum: 1,
      maximum: 9999,
      description:
        'The length of a fixed field, or the maximum of a variable one: digits for n, x+n and z, bytes for b, characters ' +
        'otherwise. The sign of x+n does not count.',
    }),
    prefix: Type.Optional(literals(PREFIXES, 'The length prefix of a variable field. A fixed field has none.')),
    padding: Type.Optional(
      literals(['left-zero', 'right-zero', 'right-f'], 'Where packed digits of an odd length have their spare nibble.'),
    ),
    display: Type.Optional(
      literals(
        ['text', 'pan', 'never'],
        'What descriptions show of the field: its text, a masked card number, or only its length.',
      ),
    ),
  },
  { additionalProperties: false },
);

const options = {
  mti: literals(['ascii', 'bcd'], 'The message type: four digits, or two bytes of packed digits.'),
  bitmap: literals(['hex', 'binary'], 'The bitmaps: 16 hexadecimal digits, or 8 bytes each.'),
  digits: literals(['ascii', 'bcd'], 'Fields of the formats n, x+n and z: characters, or packed digits.'),
  lengths: literals(['ascii', 'bcd', 'binary'], 'Length prefixes: characters, packed digits, or a big-endian number.'),
  binary: literals(['hex', 'raw'], 'Fields of the format b: two hexadecimal digits for each byte, or the bytes.'),
  hexCase: literals(['upper', 'lower'], 'The case of hexadecimal digits.'),
  text: literals(['ascii', 'latin1'], 'Whether fields of the format ans can have characters of Latin-1.'),
  padding: literals(['left-zero', 'right-zero', 'right-f'], 'The padding of fields that define none.'),
};

/** The names of the specifications that the package contains. */
export const BUILT_IN_NAMES = ['iso1987-ascii', 'iso1987-binary', 'iso1993-ascii', 'iso1993-binary'] as const;
export type BuiltInName = (typeof BUILT_IN_NAMES)[number];

/** The schema of a specification in a file. The package publishes it as `specification.schema.json`. */
export const SpecificationSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Type.String({ minLength: 1, maxLength: 100, description: 'The name of the specification, for people.' }),
    extends: literals(
      BUILT_IN_NAMES,
      'The specification whose encodings and fields apply unless this one changes them.',
    ),
    encoding: Type.Optional(Type.Partial(Type.Object(options), { additionalProperties: false })),
    fields: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^(?:[2-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$' }),
        Type.Union([FieldSchema, Type.Null()]),
        {
          description: 'Fields by number. A null removes a field.',
          additionalProperties: false,
        },
      ),
    ),
  },
  { additionalProperties: false, title: 'ISO 8583 specification' },
);

export type Field = Readonly<Type.Static<typeof FieldSchema>>;
export type SpecificationFile = Type.Static<typeof SpecificationSchema>;
export type Padding = NonNullable<Field['padding']>;

/** How the parts of a message are written as bytes. */
export interface Encoding {
  readonly mti: 'ascii' | 'bcd';
  readonly bitmap: 'hex' | 'binary';
  readonly digits: 'ascii' | 'bcd';
  readonly lengths: 'ascii' | 'bcd' | 'binary';
  readonly binary: 'hex' | 'raw';
  readonly hexCase: 'upper' | 'lower';
  readonly text: 'ascii' | 'latin1';
  readonly padding: Padding;
}

/** A complete specification: the encodings, and every field that a message can have. */
export interface Specification {
  readonly name: string;
  /** The first digit of the message types: 0 for 1987, 1 for 1993. */
  readonly version: '0' | '1';
  readonly encoding: Encoding;
  readonly fields: Readonly<Record<number, Field>>;
}
