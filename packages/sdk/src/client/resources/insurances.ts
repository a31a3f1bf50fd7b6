// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { changeProgram, listPrograms, listProgramsByNumber, readProgram } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Insurance programs of a card. */
export interface InsuranceCalls {
  /** List insurance programs of a card. */
  readonly list: CallMethod<typeof listPrograms, ['card_identifier_id']>;
  /** Get an insurance program. */
  readonly retrieve: CallMethod<typeof readProgram, ['card_identifier_id', 'code']>;
  /** List insurance programs by card number. */
  readonly listByCardNumber: CallMethod<typeof listProgramsByNumber>;
  /** Change an insurance program. */
  readonly update: CallMethod<typeof changeProgram, ['card_identifier_id', 'code']>;
}

export function makeInsurances({ one }: MethodFactory): InsuranceCalls {
  return {
    list: one(listPrograms, 'card_identifier_id'),
    retrieve: one(readProgram, 'card_identifier_id', 'code'),
    listByCardNumber: one(listProgramsByNumber),
    update: one(changeProgram, 'card_identifier_id', 'code'),
  };
}
