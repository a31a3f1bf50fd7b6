import type { Partners } from '../../issuing/authorization/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';

/** Returns the banks without decision partners, because generated past authorizations must not call them. */
export function withoutPartners(banks: BankDirectory): BankDirectory {
  const withoutPartner = (bank: ReturnType<BankDirectory['bank']>) => bank && { ...bank, decisionPartner: undefined };
  return {
    ...banks,
    bank: (bankId) => withoutPartner(banks.bank(bankId)),
    bankOfNumber: (digits) => withoutPartner(banks.bankOfNumber(digits)),
  };
}

export const NO_PARTNERS: Partners = {
  exchange: () => Promise.reject(new Error('no bank of this server has a decision partner')),
  call: () => Promise.reject(new Error('no bank of this server has a decision partner')),
  breakers: () => ({ calledBanks: [], open: [] }),
  idle: async () => {},
};
