import { type ConditionFieldName, conditionField } from '@cardwright/contract';

/** The texts and the prefixes that comparisons of one field name. */
export interface NamedTexts {
  readonly constants: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}

/**
 * A finite set of texts that stands for all texts of a field: each text that the comparisons name, and for each
 * combination of prefixes one text that no comparison names, if such a text exists. All comparisons have the same
 * result for two texts of one combination. Pure.
 * @param usual texts to prefer where any other text will do
 */
export function textDomain(
  field: ConditionFieldName,
  { constants, prefixes }: NamedTexts,
  usual: readonly string[],
): readonly string[] {
  const longest = (text: string): string => {
    let found = '';
    for (const prefix of prefixes) if (prefix.length > found.length && text.startsWith(prefix)) found = prefix;
    return found;
  };
  const others = ['', ...prefixes].flatMap((prefix) => {
    const isIn = (text: string) => longest(text) === prefix;
    const isFree = (text: string) => isIn(text) && !constants.has(text);
    return usual.find(isFree) ?? otherText(field, prefix, isIn, isFree) ?? [];
  });
  return [...others, ...constants];
}

/** Digits and uppercase letters come first, because people read the text. */
const CHARACTERS = [
  ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)),
];

/**
 * Searches for the shortest text that begins with a prefix and is not one of the named ones.
 * @param isIn whether the text begins with the same prefixes
 * @param isFree whether the text does so and no comparison names it
 */
function otherText(
  field: ConditionFieldName,
  prefix: string,
  isIn: (text: string) => boolean,
  isFree: (text: string) => boolean,
): string | undefined {
  const { kind } = conditionField(field);
  if (kind.type !== 'text') return undefined;
  if (kind.prefix === undefined) return fixedLength(kind.expects.includes('4217') ? 3 : 2, isFree);
  const isValid = patternTest(kind.pattern);
  const canBegin = patternTest(kind.prefix);
  let begins = [prefix];
  while (begins.length > 0) {
    const found = begins.find((text) => isFree(text) && isValid(text));
    if (found !== undefined) return found;
    const longer = begins.flatMap((text) => CHARACTERS.map((character) => text + character));
    begins = longer.filter((text) => isIn(text) && canBegin(text)).slice(0, MAX_BEGINS);
  }
  // networks can send letters that no condition can name
  return canBegin(`${prefix}0`) ? `${prefix}É` : undefined;
}

const MAX_BEGINS = 20_000;

function patternTest(pattern: string): (text: string) => boolean {
  const compiled = new RegExp(pattern);
  return (text) => compiled.test(text);
}

const LETTERS = [...'XYZABCDEFGHIJKLMNOPQRSTUVW'];

function fixedLength(length: number, isFree: (text: string) => boolean): string | undefined {
  let texts = [''];
  for (let at = 0; at < length; at += 1) texts = texts.flatMap((text) => LETTERS.map((letter) => text + letter));
  // a message can have letters that ISO does not list
  return [...texts, 'Ä'.repeat(length)].find(isFree);
}
