import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { useFieldLabel } from './path-label.ts';

const FREQUENCIES: Readonly<Record<string, WordKey>> = {
  DAILY: 'merchantValue.daily',
  WEEKLY: 'merchantValue.weekly',
  MONTHLY: 'merchantValue.monthly',
  SEMI_WEEKLY: 'merchantValue.semiWeekly',
  FORTNIGHTLY: 'merchantValue.fortnightly',
  SEMI_MONTHLY: 'merchantValue.semiMonthly',
  QUARTERLY: 'merchantValue.quarterly',
  SEMI_ANNUAL: 'merchantValue.semiAnnual',
  ANNUALLY: 'merchantValue.annually',
};

/**
 * The labels of the values of each field. Codes whose meaning the interface does not state, such as the payment mode
 * `EQ`, stay as they are.
 */
const VALUES: Readonly<Record<string, Readonly<Record<string, WordKey>>>> = {
  merchantState: { ACTIVE: 'status.active', ON_HOLD: 'status.onHold', CLOSED: 'status.closed' },
  merchantType: { POS: 'merchantValue.pos', ECOM: 'merchantValue.ecom' },
  subMerchantType: {
    BATCH_AUTH: 'merchantValue.batchAuth',
    MPOS: 'merchantValue.mpos',
    'QR-MERCHANT-APP': 'merchantValue.qrApp',
  },
  statementFrequency: FREQUENCIES,
  reOccurrenceFrequency: FREQUENCIES,
  dccSettlementFrequency: FREQUENCIES,
  statementDeliveryType: { Email: 'field.email', Fax: 'field.fax' },
  paymentMode: { EFT: 'merchantValue.eft', TT: 'merchantValue.tt' },
  fundSettlementLevel: { O: 'merchantValue.payout', U: 'merchantValue.payup' },
  legalType: {
    LLC: 'merchantValue.llc',
    SOLE_PROPRIETOR: 'merchantValue.soleProprietor',
    PARTNERSHIP: 'merchantValue.partnership',
    FREE_ZONE: 'merchantValue.freeZone',
  },
  addressType: { STMT_ADDR: 'merchantValue.statementAddress', PAYM_ADDR: 'merchantValue.paymentAddress' },
  commissionSettlement: { NEXT_STTLM: 'merchantValue.nextSettlement' },
  refundControlValue: {
    C: 'merchantValue.refundFee',
    R: 'merchantValue.refundBoth',
    G: 'merchantValue.refundNeither',
    N: 'merchantValue.refundCommission',
  },
  modeName: {
    ELECTRONIC: 'merchantValue.electronic',
    MANUAL: 'merchantValue.manual',
    PREMIUM: 'merchantValue.premium',
    INTERNATIONAL: 'merchantValue.international',
    DOMESTIC: 'merchantValue.domestic',
  },
  feeTypeName: {
    ACQ_MMBR_FEE: 'merchantValue.membership',
    MFEE_STRT: 'merchantValue.startFee',
    MFEE_FRD_HND: 'merchantValue.fraudHandling',
    TRANS_FEE: 'merchantValue.transactionFee',
    REFUND_FEE: 'merchantValue.refund',
    EXCESSIVE_CHARGEBACK_FEE: 'merchantValue.chargebacks',
    EXCESSIVE_FRAUD_FEE: 'merchantValue.frauds',
    EXCESSIVE_REFUND_FEE: 'merchantValue.refunds',
  },
  feeClassifier: { COUNT: 'merchantValue.count', VOLUME: 'merchantValue.volume' },
  serviceType: { DCC: 'field.dccEnabled', SELF_SERVICE: 'merchantValue.selfService', MCP: 'field.mcp' },
  channels: { ECOM: 'merchantValue.online', MOTO: 'merchantValue.moto' },
  communicationMethod: { GPRS_SIM: 'merchantValue.gprsSim' },
  feeType: {
    SIM_FEE: 'merchantValue.sim',
    GPRS_FEE: 'merchantValue.gprs',
    RENTAL_FEE: 'merchantValue.rental',
    INSURANCE_FEE: 'merchantValue.insurance',
  },
  storeType: {
    STANDARD: 'merchantValue.standard',
    CASH_ADVANCE: 'merchantValue.cashAdvance',
    MOTO: 'merchantValue.moto',
    ECOM: 'merchantValue.ecom',
    QR: 'merchantValue.qr',
  },
};

export function merchantValueWord(name: string, value: string): WordKey | undefined {
  return VALUES[name]?.[value];
}

/**
 * The last name of a path: `addressType` of `addresses[0].addressType`, and `channels` of `services[0].channels[1]`.
 */
function lastName(path: string): string {
  return path.replace(/\[\d+\]$/, '').replace(/^.*\./, '');
}

/** Shows a value at a path of a merchant, with the labels of codes and of the fields in it. */
export function useMerchantValue(): (path: string, value: unknown) => string {
  const { t } = useWords();
  const label = useFieldLabel();
  const display = (path: string, value: unknown): string => {
    if (value === null || value === undefined) return t('changes.nothing');
    if (Array.isArray(value)) return value.map((each) => display(path, each)).join(' · ');
    if (value.constructor === Object) {
      return Object.entries(value)
        .map(([name, of]) => `${label(name)}: ${display(name, of)}`)
        .join(' · ');
    }
    const text = String(value);
    if (text === 'true' || text === 'false') return t(text === 'true' ? 'value.yes' : 'value.no');
    const word = merchantValueWord(lastName(path), text);
    return word === undefined ? text : t(word);
  };
  return display;
}
