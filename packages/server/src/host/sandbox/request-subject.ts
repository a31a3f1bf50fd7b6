import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';

/** The subject of a request, by which watchers filter. */
export interface RequestSubject {
  readonly account?: string;
  readonly merchant?: string;
  /** The action code of a decision. */
  readonly decision?: string;
}

/** The names of each member in a request or its answer. `accountNumber` of card settings is a card, so it is not listed. */
const MEMBERS = {
  account: ['account_number', 'From_Account_No'],
  merchant: ['Card_Acceptor_Identification_Code', 'merchantId'],
  decision: ['Action_Code', 'action_code'],
} as const satisfies Record<keyof RequestSubject, readonly string[]>;

const PATTERNS = Object.entries(MEMBERS).map(([name, members]): readonly [string, RegExp] => [
  name,
  new RegExp(`"(?:${members.join('|')})"\\s*:\\s*"([^"\\\\]{1,64})"`),
]);

/** Reads each member from the answer or, if the answer lacks it, from the request. */
export function requestSubjectOf(request: unknown, answer: unknown): RequestSubject {
  const texts = [answer, request].filter((text) => typeof text === 'string');
  const entries = PATTERNS.flatMap(([name, pattern]) => {
    const value = texts.map((text) => pattern.exec(text)?.[1]).find((each) => each !== undefined);
    return value === undefined ? [] : [[name, maskValidCardNumbers(value.trim())]];
  });
  return Object.fromEntries(entries) as RequestSubject;
}
