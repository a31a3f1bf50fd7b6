import type { JsonObject, JsonValue, ListMembers } from '@cardwright/contract';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { type RuleContent, type RuleInSet, type RuleSet, toBankRule } from '../../rules/bank-rules.ts';
import type { AuthorizationFacts, AuthorizationMessage } from './facts.ts';
import { paymentKey } from './paid-merchants.ts';
import { decodeTypedJson, encodeTypedJson } from './typed-json.ts';

/**
 * The facts of one decision as JSON, so that anyone can recompute it (docs/guides/prove-a-decision.md). Of merchant
 * lists and of the merchants where the card has paid, it has only the answers that the decision used. Pure.
 */
export type RecordedFacts = JsonObject;

/** An answer of a merchant list: its name, the entry, and whether the list has it. */
export type ListAnswer = readonly [list: string, entry: string, has: boolean];

type ListOf = (name: string) => ListMembers;

/** @param listsEdition the edition of the bank's lists */
export function encodeFacts(
  facts: AuthorizationFacts,
  message: AuthorizationMessage,
  answers: readonly ListAnswer[],
): RecordedFacts {
  const { bank, ownRules, lists, paidMerchants, card } = facts;
  const { resourceStrings: _, ...cardControl } = bank.cardControl;
  return {
    bank: {
      time_zone: bank.calendar.timeZone,
      cut_off: bank.calendar.cutOff,
      country: bank.country,
      card_control: encodeTypedJson(cardControl),
    },
    number_form: message.numberForm,
    matches: facts.matches,
    approval_code: facts.approvalCode,
    ...encodedMembers(facts),
    ...(ownRules !== undefined && { rules: encodeRules(ownRules) }),
    ...(lists !== undefined && {
      lists: { edition: lists.edition, answers: answers.map((answer) => [...answer]) as JsonValue },
    }),
    ...(paidMerchants !== undefined &&
      card !== undefined && { paid_before: paidMerchants.has(paymentKey(card.cardId, message.merchantId)) }),
  };
}

/** Facts that are encoded as they are, by their name in the record. */
const MEMBERS = {
  card: 'card',
  account: 'account',
  reversed_before: 'reversedBefore',
  token: 'token',
  shared_limits: 'sharedLimitsAt',
  partner: 'partner',
} as const satisfies Record<string, keyof AuthorizationFacts>;

function encodedMembers(facts: AuthorizationFacts): JsonObject {
  const members = Object.entries(MEMBERS).filter(([, name]) => facts[name] !== undefined);
  return Object.fromEntries(members.map(([recorded, name]) => [recorded, encodeTypedJson(facts[name])]));
}

function encodeRules({ edition, live, shadow }: RuleSet): JsonObject {
  const encode = ({ name, version, number, effect, condition, fromMs, untilMs }: RuleInSet) =>
    encodeTypedJson({ name, version, number, effect, condition, fromMs, untilMs });
  return { edition, live: live.map(encode), shadow: shadow.map(encode) };
}

/** @param message the decided message */
export function decodeFacts(
  recorded: RecordedFacts,
  message: AuthorizationMessage,
  listOf: ListOf = listOfAnswers(recorded),
): AuthorizationFacts {
  const bank = recorded.bank as JsonObject;
  const members = Object.entries(MEMBERS).map(([name, own]) => [own, decodeTypedJson(recorded[name])]);
  const facts = Object.fromEntries(members) as Pick<AuthorizationFacts, (typeof MEMBERS)[keyof typeof MEMBERS]>;
  const { lists, rules, paid_before: hasPaid } = recorded as { lists?: JsonObject; rules?: JsonObject } & JsonObject;
  const { card } = facts;
  return {
    ...facts,
    bank: {
      calendar: createCalendar(bank.time_zone as string, bank.cut_off as string),
      country: bank.country as string,
      cardControl: { ...(decodeTypedJson(bank.card_control) as object), resourceStrings: new Map() } as never,
    },
    matches: recorded.matches as number,
    conflicts: false,
    approvalCode: recorded.approval_code as string,
    ownRules: rules && decodeRules(rules, listOf),
    lists: lists && { edition: lists.edition as number, listOf },
    paidMerchants:
      hasPaid === undefined || card === undefined
        ? undefined
        : new Set(hasPaid === true ? [paymentKey(card.cardId, message.merchantId)] : []),
  };
}

function decodeRules({ edition, live, shadow }: JsonObject, listOf: ListOf): RuleSet {
  const decode = (rule: JsonValue): RuleInSet => {
    const { fromMs, untilMs, ...content } = decodeTypedJson(rule) as RuleInSet;
    return { ...toBankRule({ ...content, from: null, until: null } as RuleContent, listOf), fromMs, untilMs };
  };
  const [inForce = [], inShadow = []] = [live, shadow] as JsonValue[][];
  return { edition: edition as number, live: inForce.map(decode), shadow: inShadow.map(decode) };
}

/** Throws for an entry whose answer the record lacks, because the decision did not look it up. */
function listOfAnswers({ lists }: RecordedFacts): ListOf {
  const answers = ((lists as JsonObject | undefined)?.answers ?? []) as unknown as readonly ListAnswer[];
  return (list) => ({
    has: (entry) => {
      const answer = answers.find(([name, value]) => name === list && value === entry);
      if (answer === undefined) throw new Error(`the list ${list} has no recorded answer for ${entry}`);
      return answer[2];
    },
  });
}
