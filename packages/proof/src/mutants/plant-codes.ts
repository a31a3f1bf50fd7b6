import type { ReceivedAnswer, RequestSent } from '../../../cli/src/conformance/exchange.ts';
import type { Mutant } from './mutant.ts';

/** Replacements of error_code, anywhere in an answer. */
const CODES = [
  ['101', '105'],
  ['102', '101'],
  ['103', '105'],
  ['104', '105'],
  ['105', '106'],
  ['106', '105'],
  ['107', '106'],
  ['108', '409'],
  ['201', '202'],
  ['202', '201'],
  ['203', '202'],
  ['301', '302'],
  ['302', '301'],
  ['303', '999'],
  ['401', '402'],
  ['420', '421'],
  ['421', '420'],
] as const;
const ACTIONS = [
  ['61', '57'],
  ['51', '61'],
  ['62', '57'],
  ['14', '05'],
  ['41', '43'],
  ['43', '41'],
  ['54', '14'],
  ['05', '54'],
  ['12', '13'],
  ['13', '12'],
  ['94', '00'],
  ['30', '96'],
] as const;
const STATUSES = [
  [400, 422],
  [401, 403],
  [403, 401],
  [404, 400],
  [409, 400],
  [202, 201],
] as const;

/** Codes and statuses that are swapped. */
export function plantedInCodes(): Mutant[] {
  return [
    ...CODES.map(([from, to]) =>
      swap(`error_code ${from} becomes ${to}`, new RegExp(`"(error_code|code)":"${from}"`, 'g'), `"$1":"${to}"`),
    ),
    ...ACTIONS.map(([from, to]) =>
      swap(`Action_Code ${from} becomes ${to}`, new RegExp(`"Action_Code":"${from}"`, 'g'), `"Action_Code":"${to}"`),
    ),
    swap('a notification with 30 gets 96', /"code":"30"/g, '"code":"96"'),
    swap('a notification with 94 gets 00', /"code":"94"/g, '"code":"00"'),
    ...STATUSES.map(([from, to]): Mutant => {
      const answer = (_sent: RequestSent, answered: ReceivedAnswer) =>
        answered.status === from ? { ...answered, status: to } : undefined;
      return { id: `HTTP ${from} becomes ${to}`, kind: 'code swapped', tamper: () => ({ answer }) };
    }),
    ...['interface-version', 'idempotent-replayed', 'contract-errors', 'unique-reference-code', 'content-type'].map(
      (name): Mutant => {
        const answer = (_sent: RequestSent, answered: ReceivedAnswer) => {
          const { [name]: removed, ...headers } = answered.headers;
          return removed === undefined ? undefined : { ...answered, headers };
        };
        return { id: `answers lose the header ${name}`, kind: 'header lost', tamper: () => ({ answer }) };
      },
    ),
  ];
}

function swap(id: string, from: RegExp, to: string): Mutant {
  const answer = (_sent: RequestSent, answered: ReceivedAnswer) => {
    const text = answered.text.replace(from, to);
    return text === answered.text ? undefined : { ...answered, text };
  };
  return { id, kind: 'code swapped', tamper: () => ({ answer }) };
}
