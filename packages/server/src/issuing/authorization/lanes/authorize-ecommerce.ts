import type { EcommerceRequest, Finding, JsonObject } from '@cardwright/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { type Calendar, createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { type CardNumber, type LookupMark, readCardNumber, type Vault } from '../../../platform/vault/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import type { RequestedCard } from '../batch/find-cards.ts';
import { decodeEcommerce, encodeAnswer, encodeRefusal } from '../message/ecommerce-message.ts';
import type { RecordResponse } from '../statistics/response-times.ts';
import type { GroupCommit } from './group-commit.ts';

const UTC: Calendar = createCalendar('UTC', '00:00');

export interface FlatAnswer {
  readonly text: string;
  /** The bank of the number, if it is one of ours. The list of warnings needs it. */
  readonly bankId: string | undefined;
  readonly replayed: boolean;
}

/** E-commerce authorization (docs/interface/authorization-message.md): decode, decide durably, encode. */
export function createEcommerceAuthorizer(deps: {
  banks: BankDirectory;
  vault: Vault;
  groupCommit: Pick<GroupCommit, 'submit'>;
  /** Told how long each message of a bank took, answered or not. */
  noteResponse?: RecordResponse | undefined;
}) {
  return {
    /**
     * @param request as the schema accepted it, without findings
     * @param deadline when the network gives up, as `performance.now()` tells it
     * @param traceParent of the request, where it is traced
     */
    async authorize(
      request: EcommerceRequest,
      caller: Caller,
      deadline: number,
      traceParent?: string,
    ): Promise<FlatAnswer> {
      const { message, cardNumber, kept, keptText } = decodeEcommerce(request, deps.banks.numberRanges);
      const bank = bankFor(deps.banks, caller, cardNumber);
      const wanted = bank === undefined ? undefined : requestedCard(deps.vault, bank, cardNumber, message.expiry);
      // what a bank sends about a number that is not its own is a repeat for this bank alone
      const tenant = bank === undefined && caller.bankId !== undefined ? `${caller.bankId} ` : '';
      const submission = {
        message,
        kept,
        keptText,
        sender: caller.sender,
        bank,
        wanted,
        deadline,
        traceParent,
        // asked for only where no card is found
        cardMarks: () =>
          ('full' in cardNumber
            ? deps.vault.cardMarks(cardNumber.full).map((mark) => mark.toString('hex'))
            : [`${String(kept.CARD_NUMBER)} ${message.expiry}`]
          ).map((mark) => `${tenant}${mark}`),
      };
      const beganAt = performance.now();
      try {
        const answer = await deps.groupCommit.submit(submission);
        return { text: encodeAnswer(answer.kept, answer.answered), bankId: bank?.bankId, replayed: answer.replayed };
      } finally {
        if (bank !== undefined) deps.noteResponse?.(bank, performance.now() - beganAt);
      }
    },

    /** The answer to a message that breaks its table or could not be decided. */
    refuse(
      body: JsonObject,
      code: Parameters<typeof encodeRefusal>[1],
      findings: readonly Finding[],
      now: Date,
    ): string {
      const number = readCardNumber(String(body.CARD_NUMBER ?? ''));
      const leading = number === undefined ? '' : leadingDigits(number);
      const calendar = deps.banks.bankOfNumber(leading)?.calendar ?? UTC;
      return encodeRefusal(body, code, findings, calendar.businessDate(now));
    },
  };
}

export type EcommerceAuthorizer = ReturnType<typeof createEcommerceAuthorizer>;

/** A bank's own caller reaches only its own cards; another bank's number is answered like a number that no card has. */
function bankFor(banks: BankDirectory, caller: Caller, number: CardNumber): Bank | undefined {
  const bank = bankOfNumber(banks, number);
  return caller.kind === 'network' || bank?.bankId === caller.bankId ? bank : undefined;
}

/** The bank of a number's BIN. */
export function bankOfNumber(banks: BankDirectory, number: CardNumber): Bank | undefined {
  return banks.bankOfNumber(leadingDigits(number));
}

function leadingDigits(number: CardNumber): string {
  return 'full' in number ? number.full.reveal().slice(0, 8) : number.masked.first6;
}

/** What finds the card of a number. */
export function requestedCard(vault: Vault, bank: Bank, number: CardNumber, expiry: string): RequestedCard {
  const full: LookupMark | undefined = 'full' in number ? vault.lookup(number.full) : undefined;
  return { bankId: bank.bankId, full, masked: 'masked' in number ? number.masked : undefined, expiry };
}
