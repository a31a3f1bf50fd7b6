import { AMOUNT_DECIMALS, type ConditionFieldName, conditionField, type RuleAnalysis } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import type { Example } from './example.ts';
import type { AnalysisSetting } from './question.ts';
import { whatIfMessage } from './what-if-message.ts';

type ExampleResponse = NonNullable<RuleAnalysis['answers'][number]['example']>;
type ExampleValue = ExampleResponse['values'][number];

const OF_TIME: readonly string[] = ['localHour', 'localWeekday'];
const OF_CARD: readonly string[] = [
  ...['cardAgeDays', 'product', 'cardRole', 'firstAtMerchant', 'tokensOfCard', 'tokensOfDevice'],
  ...['provisioningDeclines24h', 'phoneMatches'],
];

/** @param compared the fields that a condition of the analysis compares; the message has the others too */
export function toExampleResponse(
  example: Example,
  { subject, bank }: AnalysisSetting,
  compared: ReadonlySet<string>,
): ExampleResponse {
  const decimals = (value: bigint) => trimmed(formatAmount(value, AMOUNT_DECIMALS), currencyOf(bank.currency).exponent);
  const message = subject === 'authorization' ? whatIfMessage(example, bank) : undefined;
  return {
    at: example.at.toISOString(),
    values: [
      ...[...example.values].flatMap(([field, value]): ExampleValue[] => {
        if (!compared.has(field)) return [];
        const isAmount = conditionField(field).kind.type === 'amount';
        const text = value === undefined ? null : isAmount ? decimals(value as bigint) : String(value);
        return [{ source: sourceOf(field), field, value: text }];
      }),
      ...[...example.limits].map(([key, value]): ExampleValue => {
        const [field = '', name = ''] = key.split(' ');
        return { source: 'LIMIT', field, name, value: field === 'limitSum' ? decimals(value) : String(value) };
      }),
      ...[...example.members].map(([list, isMember]): ExampleValue => {
        return { source: 'LIST', field: 'list', name: list, value: String(isMember) };
      }),
    ],
    ...(message !== undefined && { message }),
    behaves_as_predicted: true,
  };
}

function sourceOf(field: ConditionFieldName): ExampleValue['source'] {
  if (OF_TIME.includes(field)) return 'TIME';
  return OF_CARD.includes(field) ? 'CARD' : 'MESSAGE';
}

/** Removes zeros beyond the decimals of the currency. */
function trimmed(amount: string, exponent: number): string {
  const least = amount.length - (AMOUNT_DECIMALS - exponent);
  let end = amount.length;
  while (end > least && amount[end - 1] === '0') end -= 1;
  return amount.slice(0, end).replace(/\.$/, '');
}
