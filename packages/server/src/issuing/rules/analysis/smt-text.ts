import { AMOUNT_DECIMALS, type Condition, type ConditionTest, mayBeAbsent, scaledAmount } from '@cardwright/contract';
import { isOptional, presenceOf, type Variable, type Vocabulary, variableKey } from './vocabulary.ts';

/**
 * Translates a condition to a term of SMT-LIB. Pure: docs/interface/rules.md#analyze. A field that a request for a
 * token lacks meets no comparison; a country that a message lacks equals no country of a comparison.
 */
export function conditionTerm(condition: Condition, vocabulary: Vocabulary): string {
  if ('not' in condition) return `(not ${conditionTerm(condition.not, vocabulary)})`;
  if ('all' in condition) return allOf(condition.all.map((part) => conditionTerm(part, vocabulary)));
  if ('any' in condition) return anyOf(condition.any.map((part) => conditionTerm(part, vocabulary)));
  const variable = vocabulary.variables.get(variableKey(condition));
  if (variable === undefined) throw new Error(`no variable stands for ${condition.field}`);
  const compared = comparisonTerm(condition, variable, vocabulary);
  if (!isOptional(variable.field)) return compared;
  if (mayBeAbsent(variable.field)) return allOf([presenceOf(variable), compared]);
  const isNegative = condition.op === 'ne' || condition.op === 'notIn';
  return isNegative ? anyOf([`(not ${presenceOf(variable)})`, compared]) : allOf([presenceOf(variable), compared]);
}

export function allOf(terms: readonly string[]): string {
  return terms.length === 0 ? 'true' : terms.length === 1 ? String(terms[0]) : `(and ${terms.join(' ')})`;
}

export function anyOf(terms: readonly string[]): string {
  return terms.length === 0 ? 'false' : terms.length === 1 ? String(terms[0]) : `(or ${terms.join(' ')})`;
}

function comparisonTerm({ op, value, field }: ConditionTest, variable: Variable, vocabulary: Vocabulary): string {
  if (op === 'inList' || op === 'notInList') {
    const list = vocabulary.lists.get(value as string);
    const isIn = `(${list?.name} ${variable.name})`;
    return op === 'inList' ? isIn : `(not ${isIn})`;
  }
  const values = Array.isArray(value) ? value : [value];
  const isNegated = op === 'ne' || op === 'notIn';
  const positive =
    variable.sort === 'flag'
      ? value === true
        ? variable.name
        : `(not ${variable.name})`
      : variable.sort === 'text'
        ? textTerm(
            variable,
            op === 'prefix' ? (text) => text.startsWith(String(value)) : (text) => values.includes(text),
          )
        : numberTerm(variable.name, op, values.map(numberOf(field)), value);
  return isNegated ? `(not ${positive})` : positive;
}

/**
 * Represents texts by their positions in the domain. Adjacent positions become one range, so a long list stays a short
 * term.
 */
function textTerm({ name, values }: Variable & { sort: 'text' }, isMet: (text: string) => boolean): string {
  const matchingPlaces = values.flatMap((text, at) => (isMet(text) ? [at] : []));
  const ranges: [number, number][] = [];
  for (const at of matchingPlaces) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === at - 1) last[1] = at;
    else ranges.push([at, at]);
  }
  return anyOf(ranges.map(([from, to]) => (from === to ? `(= ${name} ${from})` : `(<= ${from} ${name} ${to})`)));
}

const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function numberTerm(name: string, op: ConditionTest['op'], values: readonly bigint[], value: unknown): string {
  if (op === 'prefix') {
    const digits = String(value);
    return `(<= ${BigInt(digits.padEnd(4, '0'))} ${name} ${BigInt(digits.padEnd(4, '9'))})`;
  }
  const comparison = COMPARISONS[op as keyof typeof COMPARISONS];
  return anyOf(values.map((one) => `(${comparison ?? '='} ${name} ${one})`));
}

function numberOf(field: string): (value: unknown) => bigint {
  const isAmount = field === 'amount' || field === 'limitSum';
  return (value) => (isAmount ? (scaledAmount(value) ?? 0n) : BigInt(String(value)));
}

/** Declares the variables with their bounds and their known relations. */
export function declarations(vocabulary: Vocabulary): string[] {
  const { variables, lists } = vocabulary;
  return [
    ...[...variables.values()].flatMap((variable) => [
      ...(isOptional(variable.field) ? [`(declare-const ${presenceOf(variable)} Bool)`] : []),
      `(declare-const ${variable.name} ${variable.sort === 'flag' ? 'Bool' : 'Int'})`,
      ...boundsOf(variable),
    ]),
    ...[...lists.values()].flatMap(({ name, field }) => [
      `(declare-fun ${name} (Int) Bool)`,
      `(declare-const member_${name} Bool)`,
      `(assert (= member_${name} (${name} ${variables.get(field)?.name})))`,
    ]),
    ...foreignUse(vocabulary),
  ];
}

function boundsOf(variable: Variable): string[] {
  if (variable.sort === 'flag') return [];
  const [least, most] =
    variable.sort === 'text' ? [0n, BigInt(variable.values.length - 1)] : [variable.least, variable.most];
  return [`(assert (<= ${least} ${variable.name} ${most}))`];
}

/** A message is foreign if its country is another one. Without a country, the bank's configuration decides. */
function foreignUse({ variables, bank }: Vocabulary): string[] {
  const isHome = (country: Variable) =>
    textTerm(country as Variable & { sort: 'text' }, (text) => text === bank.country);
  const [foreign, country] = [variables.get('isForeign'), variables.get('country')];
  const [foreignDevice, device] = [variables.get('isForeignDevice'), variables.get('deviceCountry')];
  const terms: string[] = [];
  if (foreign !== undefined && country !== undefined) {
    terms.push(`(=> ${presenceOf(country)} (= ${foreign.name} (not ${isHome(country)})))`);
    const isAbsent = `(not ${presenceOf(country)})`;
    const currency = variables.get('currency');
    if (bank.unreadableCountry === 'foreign') terms.push(`(=> ${isAbsent} ${foreign.name})`);
    else if (bank.accountCurrency !== undefined && currency?.sort === 'text') {
      const isSame = textTerm(currency, (text) => text === bank.accountCurrency);
      terms.push(`(=> ${isAbsent} (= ${foreign.name} (not ${isSame})))`);
    }
  }
  if (foreignDevice !== undefined && device !== undefined) {
    terms.push(`(= ${presenceOf(foreignDevice)} ${presenceOf(device)})`);
    terms.push(`(=> ${presenceOf(device)} (= ${foreignDevice.name} (not ${isHome(device)})))`);
  }
  return terms.map((term) => `(assert ${term})`);
}

/**
 * The properties that an example has if possible, so that people recognize it: present fields, usual texts, whole minor
 * units.
 */
export function preferences({ variables, bank }: Vocabulary): string[] {
  const unit = 10n ** BigInt(AMOUNT_DECIMALS - bank.exponent);
  return [...variables.values()].flatMap((variable) => [
    ...(isOptional(variable.field) ? [presenceOf(variable)] : []),
    ...(variable.field === 'amount'
      ? [`(= (mod ${variable.name} ${unit}) 0)`, `(< 0 ${variable.name} ${10n ** 12n * unit})`]
      : []),
    ...(variable.field === 'limitSum' ? [`(= (mod ${variable.name} ${unit}) 0)`] : []),
    ...(variable.sort === 'flag' ? [`(not ${variable.name})`] : []),
    ...(variable.sort === 'text' ? [`(= ${variable.name} 0)`] : []),
    ...(variable.field === 'mcc' ? [`(<= 1000 ${variable.name} 9000)`] : []),
  ]);
}

/** The names whose values make an example. */
export function requestedValues({ variables, lists }: Vocabulary): string[] {
  return [
    ...[...variables.values()].flatMap((variable) =>
      isOptional(variable.field) ? [variable.name, presenceOf(variable)] : [variable.name],
    ),
    ...[...lists.values()].map(({ name }) => `member_${name}`),
  ];
}
