import { randomUUID } from 'node:crypto';
import { sandboxCaller, type Trigger } from './trigger.ts';

/** A shop with simple pricing. The account is the published sample IBAN of the country. */
const MERCHANT = {
  merchantName: 'Trigger Bakery',
  legalName: 'Trigger Bakery LLC',
  merchantType: 'POS',
  mcc: '5462',
  debitAccountNumOrIban: 'AE070331234567890123456',
  creditAccountNumOrIban: 'AE070331234567890123456',
  merchantCurrency: 'AED',
  statementDeliveryType: 'Email',
  paymentMode: 'EFT',
  kyc: true,
  trn: '100000000000001',
  addresses: [
    {
      addressType: 'STMT_ADDR',
      name: 'Trigger Bakery',
      countryCode: 'ARE',
      city: 'Dubai',
      postalCode: '00000',
      email: 'bakery@example.com',
    },
  ],
  configurations: {
    commissionSettlement: 'NEXT_STTLM',
    acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1.10' }],
    fees: [{ feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: '25.00' }],
    settlement: { statementFrequency: 'DAILY' },
  },
};

/** Boards a merchant. Each status change is published. */
export const triggerMerchantStatus: Trigger = async (scene) => {
  const acquirer = await sandboxCaller(scene, 'acquirer', 'merchants:write');
  const id = randomUUID().slice(0, 8).toUpperCase();
  const merchantId = `TRIGGER-${id}`;
  const terminal = { terminalId: `TERMINAL-${id}`, terminalType: 'PC', communicationMethod: 'SG' };
  const fees = [{ feeType: 'SIM_FEE', feeValue: '10.00' }];
  const merchants = [{ ...MERCHANT, merchantId, terminals: [{ ...terminal, fees }] }];
  await acquirer.merchants.onboard({ requestId: `TRIGGER-${id}`, payload: { applications: [{ merchants }] } } as never);
  return { about: { merchantId, requestId: `TRIGGER-${id}` }, notifications: ['merchant.status'] };
};
