import { writtenAmount } from '../world/model/model-banks.ts';
import { localTime } from '../world/model/model-calendar.ts';
import type { AccountLife, Step } from '../world/operation.ts';
import type { Difference } from './shard.ts';

/** Describes a difference: the steps that lead to it, and the command that repeats it. */
export function reportDifference({ shard, life, story, answers }: Difference, seed: number): string {
  const { bank, expiries, availableMinor, fundsCheck } = story;
  return [
    `Engine and model differ: seed ${seed}, part ${shard}, life ${life}, shortened to ${story.steps.length} steps.`,
    `Bank ${bank.id}, ${bank.zone}, ${bank.currency}; cards that expire ${expiries.join(' and ')}; ` +
      `${writtenAmount(availableMinor, bank.exponent)} available${fundsCheck ? '' : ', funds not checked'}`,
    ...story.steps.map((step) => `  ${localTime(step.atMs, bank.zone)}  ${describeStep(step, story)}`),
    `The model says:  ${answers.model}`,
    `The engine says: ${answers.engine}`,
    `Again: npm run simulate -- --seed ${seed} --shard ${shard} --life ${life}`,
  ].join('\n');
}

function describeStep(step: Step, { bank }: AccountLife): string {
  const amount = (minor: number | undefined) => (minor === undefined ? 'all' : writtenAmount(minor, bank.exponent));
  switch (step.kind) {
    case 'authorize': {
      const { use, minor, acquirerMinor, billingCurrency, expiry, sequence } = step.message;
      const { entryMode, condition, category, location, currency } = use;
      return [
        `message ${step.number} of card ${step.card}: ${amount(minor)} of ${billingCurrency}, ${acquirerMinor} of ${currency}`,
        `mode ${entryMode}, condition ${condition}, category ${category}, at "${location}"`,
        `expiry ${expiry}, sequence ${sequence}${step.obstacle === undefined ? '' : `, ${step.obstacle}`}`,
        ...(step.partner === undefined ? [] : [`partner ${JSON.stringify(step.partner)}`]),
      ].join('; ');
    }
    case 'update':
      return `settings ${JSON.stringify(step.patch)}`;
    case 'restrict':
      return `restriction of card ${step.card}: ${JSON.stringify(step.request)}`;
    case 'status':
      return `card ${step.card} becomes ${step.status}`;
    case 'renew':
      return `card ${step.card} is ${step.isReplaced ? 'replaced' : 'renewed'} for ${step.months} months`;
    case 'reverse':
    case 'complete':
      return `${step.kind} message ${step.number}: ${amount(step.minor)}`;
    case 'provision':
      return `token for card ${step.card}: ${JSON.stringify({ ...step.request, partner: step.partner })}`;
    case 'ask':
      return `asked: ${JSON.stringify(step.questions)}`;
    case 'credit':
      return `funds change by ${amount(step.minor)}`;
    case 'limit':
      return `limit ${JSON.stringify(step.limit)}`;
    case 'end limit':
      return `limit ${step.id} of ${step.card ?? 'the account'} ends`;
    case 'list':
      return `list ${step.name}: ${step.entries}`;
    case 'rule':
      return `rule ${step.name}: ${JSON.stringify(step.change)}`;
    case 'program':
      return `program ${JSON.stringify(step.program)}`;
    case 'others':
      return `${step.isApproved ? 'paid' : 'declined'} for others: ${amount(step.minor)} at ${step.merchantId}`;
    default:
      return step.kind;
  }
}
