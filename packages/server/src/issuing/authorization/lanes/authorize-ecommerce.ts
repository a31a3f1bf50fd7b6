import type { EcommerceRequest, Finding, JsonObject } from '@cardwright/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { type Calendar, createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { type CardNumber, type LookupMark, readCardNumber, type Vault } from '../../../platform/vault/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import type { AuthorizationRequest, RequestedCard } from '../message/authorization-request.ts';
import { decodeEcommerce, encodeRefusal, encodeResponse } from '../message/ecommerce-message.ts';
import type { RecordResponse } from '../statistics/response-times.ts';
import type { GroupCommit } from './group-commit.ts';

const UTC: Calendar = createCalendar('UTC', '00:00');

/** Authorizes e-commerce messages (docs/interface/authorization-message.md): decodes, decides durably, encodes. */
export function createEcommerceAuthorizer(deps: {
  banks: BankDirectory;
  vault: Vault;
  groupCommit: Pick<GroupCommit, 'submit'>;
  /** Records how long each message of a bank took, decided or not. */
  noteResponse?: RecordResponse | undefined;
}) {
  return {
    /**
     * @param body as the schema accepted it, without findings
     * @param deadline when the network gives up, on the clock of `performance.now()`
     * @param traceParent the trace context of the HTTP request, if it is traced
     * @returns the text of the response, the bank of the number if it is one of ours, and whether the response is a
     *   stored one
     */
    async authorize(body: EcommerceRequest, caller: Caller, deadline: number, traceParent?: string) {
      const { response, bankId } = await this.decide(body, caller, deadline, traceParent);
      return { text: encodeResponse(response.raw, response.outcome), bankId, replayed: response.replayed };
    },

    /** Does the same as {@link authorize}, for an interface that encodes the response in another form. */
    async decide(body: EcommerceRequest, caller: Caller, deadline: number, traceParent?: string) {
      const { message, cardNumber, raw, rawText } = decodeEcommerce(body, deps.banks.numberRanges);
      const bank = bankFor(deps.banks, caller, cardNumber);
      // for a number that is not the bank's own, only the same bank can repeat a message
      const tenant = bank === undefined && caller.bankId !== undefined ? `${caller.bankId} ` : '';
      const request: AuthorizationRequest = {
        message,
        raw,
        rawText,
        sender: caller.sender,
        bank,
        requestedCard: bank && requestedCard(deps.vault, bank, cardNumber, message.expiry),
        traceParent,
        // called only if no card is found
        cardMarks: () =>
          ('full' in cardNumber
            ? deps.vault.cardMarks(cardNumber.full).map((mark) => mark.toString('hex'))
            : [`${String(raw.CARD_NUMBER)} ${message.expiry}`]
          ).map((mark) => `${tenant}${mark}`),
      };
      const beganAt = performance.now();
      try {
        const response = await deps.groupCommit.submit(request, deadline);
        return { response, bankId: bank?.bankId };
      } finally {
        if (bank !== undefined) deps.noteResponse?.(bank, performance.now() - beganAt);
      }
    },

    /** The response to a malformed message, or to one that could not be decided. */
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

/** A bank's own caller reaches only its own cards; the number of another bank counts as a number that no card has. */
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

/** Returns what finds the card of a number. */
export function requestedCard(vault: Vault, bank: Bank, number: CardNumber, expiry: string): RequestedCard {
  const full: LookupMark | undefined = 'full' in number ? vault.lookup(number.full) : undefined;
  return { bankId: bank.bankId, full, maskedNumber: 'masked' in number ? number.masked : undefined, expiry };
}
